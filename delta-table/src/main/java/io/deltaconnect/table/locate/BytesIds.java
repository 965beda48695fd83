package io.deltaconnect.table.locate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Numbers distinct byte strings from 0, in the order they are added. */
final class BytesIds {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final List<byte[]> values = new ArrayList<>();
  private int[] ids;
  private int[] hashes;
  private int mask;

  BytesIds(int expected) {
    allocate(Math.max(16, Integer.highestOneBit(Math.max(1, expected)) << 2));
  }

  private void allocate(int capacity) {
    ids = new int[capacity];
    hashes = new int[capacity];
    Arrays.fill(ids, -1);
    mask = capacity - 1;
  }

  /**
   * The number of a value; a new one if it has none yet.
   *
   * @param value kept
   */
  int add(byte[] value) {
    int hash = hash(value, 0, value.length);
    int slot = slot(hash, value, 0, value.length);
    if (ids[slot] >= 0) {
      return ids[slot];
    }
    if (2L * values.size() >= ids.length) {
      grow();
      slot = slot(hash, value, 0, value.length);
    }
    ids[slot] = values.size();
    hashes[slot] = hash;
    values.add(value);
    return ids[slot];
  }

  /** The number of a value, or -1. */
  int find(byte[] bytes, int offset, int length) {
    return ids[slot(hash(bytes, offset, length), bytes, offset, length)];
  }

  int size() {
    return values.size();
  }

  /** All values, ascending as unsigned bytes. */
  byte[][] sorted() {
    byte[][] sorted = values.toArray(new byte[0][]);
    Arrays.sort(sorted, Arrays::compareUnsigned);
    return sorted;
  }

  private int slot(int hash, byte[] bytes, int offset, int length) {
    int slot = hash & mask;
    while (ids[slot] >= 0
        && (hashes[slot] != hash || !same(values.get(ids[slot]), bytes, offset, length))) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static boolean same(byte[] value, byte[] bytes, int offset, int length) {
    return Arrays.equals(value, 0, value.length, bytes, offset, offset + length);
  }

  private static int hash(byte[] bytes, int offset, int length) {
    long h = length;
    int i = offset;
    int end = offset + length;
    for (; i <= end - 8; i += 8) {
      h = (h ^ (long) LONG.get(bytes, i)) * 0x9E3779B97F4A7C15L;
      h ^= h >>> 32;
    }
    long rest = 0;
    for (; i < end; i++) {
      rest = rest << 8 | (bytes[i] & 0xFF);
    }
    h = (h ^ rest) * 0x9E3779B97F4A7C15L;
    return (int) (h >>> 32);
  }

  private void grow() {
    int[] oldIds = ids;
    int[] oldHashes = hashes;
    allocate(2 * oldIds.length);
    for (int i = 0; i < oldIds.length; i++) {
      if (oldIds[i] >= 0) {
        byte[] value = values.get(oldIds[i]);
        int slot = slot(oldHashes[i], value, 0, value.length);
        ids[slot] = oldIds[i];
        hashes[slot] = oldHashes[i];
      }
    }
  }
}
