package io.deltaconnect.table.locate;

import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.row.Key;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The distinct values that the keys of a batch have in one column, numbered, and looked up without
 * an object per row where the type allows: as long, or as bytes. Built once, then read by many
 * threads.
 */
abstract class ColumnKeys {

  /** The number of a value of the column's type, a new one if it has none yet. */
  abstract int add(Object value);

  /** The number of a value of the column's type, or -1. */
  abstract int find(Object value);

  /** The number of a value stored as a number, or -1. */
  int find(long stored) {
    throw new IllegalStateException("not a column of numbers");
  }

  /** The number of a value stored as bytes, or -1. */
  int find(byte[] bytes, int offset, int length) {
    throw new IllegalStateException("not a column of bytes");
  }

  abstract int size();

  /** Sorts the values, for {@link #within}; called once, after the last {@link #add}. */
  void sort() {}

  /**
   * How many of the values can lie between two bounds.
   *
   * @param min a Number or byte[], as values are stored; null: no bound
   * @param max likewise
   */
  int within(Object min, Object max) {
    return size();
  }

  /** Whether stored values are looked up as they are, without being decoded. */
  boolean takesStored() {
    return true;
  }

  static ColumnKeys of(DataType type, int expected) {
    if (type instanceof StringType || type instanceof BinaryType) {
      return new Bytes(expected);
    }
    boolean number =
        type instanceof LongType
            || type instanceof IntegerType
            || type instanceof ShortType
            || type instanceof ByteType
            || type instanceof DateType
            || type instanceof TimestampType
            || type instanceof TimestampNTZType
            || (type instanceof DecimalType decimal && decimal.getPrecision() <= 18);
    return number ? new Numbers(expected) : new Objects();
  }

  private static final class Numbers extends ColumnKeys {
    private final LongIds ids;
    private long[] sorted;

    Numbers(int expected) {
      ids = new LongIds(expected);
    }

    private static long number(Object value) {
      return value instanceof BigDecimal decimal
          ? decimal.unscaledValue().longValueExact()
          : ((Number) value).longValue();
    }

    @Override
    int add(Object value) {
      return ids.add(number(value));
    }

    @Override
    int find(Object value) {
      return ids.find(number(value));
    }

    @Override
    int find(long stored) {
      return ids.find(stored);
    }

    @Override
    int size() {
      return ids.size();
    }

    @Override
    void sort() {
      sorted = ids.sorted();
    }

    @Override
    int within(Object min, Object max) {
      int from = min == null ? 0 : firstNotBelow(number(min));
      int to = sorted.length;
      if (max != null && number(max) < Long.MAX_VALUE) {
        to = firstNotBelow(number(max) + 1);
      }
      return Math.max(0, to - from);
    }

    private int firstNotBelow(long bound) {
      int at = Arrays.binarySearch(sorted, bound);
      return at < 0 ? -at - 1 : at;
    }
  }

  private static final class Bytes extends ColumnKeys {
    private final BytesIds ids;
    private byte[][] sorted;

    Bytes(int expected) {
      ids = new BytesIds(expected);
    }

    private static byte[] bytes(Object value) {
      return value instanceof String s ? s.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
    }

    @Override
    int add(Object value) {
      return ids.add(bytes(value));
    }

    @Override
    int find(Object value) {
      byte[] bytes = bytes(value);
      return ids.find(bytes, 0, bytes.length);
    }

    @Override
    int find(byte[] bytes, int offset, int length) {
      return ids.find(bytes, offset, length);
    }

    @Override
    int size() {
      return ids.size();
    }

    @Override
    void sort() {
      sorted = ids.sorted();
    }

    @Override
    int within(Object min, Object max) {
      int from = min == null ? 0 : firstAbove((byte[]) min, false);
      int to = max == null ? sorted.length : firstAbove((byte[]) max, true);
      return Math.max(0, to - from);
    }

    /** The first value that is greater than a bound, or as great unless {@code strictly}. */
    private int firstAbove(byte[] bound, boolean strictly) {
      int at = Arrays.binarySearch(sorted, bound, Arrays::compareUnsigned);
      return at < 0 ? -at - 1 : strictly ? at + 1 : at;
    }
  }

  private static final class Objects extends ColumnKeys {
    private final Map<Key, Integer> ids = new HashMap<>();

    @Override
    int add(Object value) {
      Integer before = ids.putIfAbsent(new Key(value), ids.size());
      return before == null ? ids.size() - 1 : before;
    }

    @Override
    int find(Object value) {
      return ids.getOrDefault(new Key(value), -1);
    }

    @Override
    int size() {
      return ids.size();
    }

    @Override
    boolean takesStored() {
      return false;
    }
  }
}
