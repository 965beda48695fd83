package io.deltaconnect.table.locate;

import java.util.Arrays;

/** Numbers distinct longs from 0, in the order they are added. */
final class LongIds {
  private long[] keys;
  private int[] ids;
  private int size;
  private int mask;

  LongIds(int expected) {
    allocate(Math.max(16, Integer.highestOneBit(Math.max(1, expected)) << 2));
  }

  private void allocate(int capacity) {
    keys = new long[capacity];
    ids = new int[capacity];
    Arrays.fill(ids, -1);
    mask = capacity - 1;
  }

  /** The number of a value; a new one if it has none yet. */
  int add(long value) {
    int slot = slot(value);
    if (ids[slot] >= 0) {
      return ids[slot];
    }
    if (4L * size >= 2L * keys.length) {
      grow();
      slot = slot(value);
    }
    keys[slot] = value;
    ids[slot] = size;
    return size++;
  }

  /** The number of a value, or -1. */
  int find(long value) {
    return ids[slot(value)];
  }

  int size() {
    return size;
  }

  /** All values, ascending. */
  long[] sorted() {
    long[] values = new long[size];
    int n = 0;
    for (int i = 0; i < keys.length; i++) {
      if (ids[i] >= 0) {
        values[n++] = keys[i];
      }
    }
    Arrays.sort(values);
    return values;
  }

  private int slot(long value) {
    long h = value * 0x9E3779B97F4A7C15L;
    int slot = (int) (h >>> 32) & mask;
    while (ids[slot] >= 0 && keys[slot] != value) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldIds = ids;
    allocate(2 * oldKeys.length);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldIds[i] >= 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        ids[slot] = oldIds[i];
      }
    }
  }
}
