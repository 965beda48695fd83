package io.deltaconnect.table.row;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/** Equality, hash and heap size of column values in the shapes of this package. */
public final class Values {
  private Values() {}

  /**
   * Whether two values of one column are equal: NaN equals NaN, -0.0 differs from 0.0, binary by
   * content, decimals by value, maps without order, NULL differs from a struct of NULLs.
   */
  public static boolean same(Object a, Object b) {
    if (a == b) {
      return true;
    }
    if (a == null || b == null) {
      return false;
    }
    if (a instanceof Object[] left) {
      return b instanceof Object[] right && sameRow(left, right);
    }
    if (a instanceof byte[] left) {
      return b instanceof byte[] right && Arrays.equals(left, right);
    }
    if (a instanceof BigDecimal left) {
      return b instanceof BigDecimal right && left.compareTo(right) == 0;
    }
    if (a instanceof List<?> left) {
      return b instanceof List<?> right && sameList(left, right);
    }
    if (a instanceof MapEntries left) {
      return b instanceof MapEntries right && sameMap(left, right);
    }
    return a.equals(b);
  }

  /** {@link #same} over all columns of two rows. */
  public static boolean sameRow(Object[] a, Object[] b) {
    if (a.length != b.length) {
      return false;
    }
    for (int i = 0; i < a.length; i++) {
      if (!same(a[i], b[i])) {
        return false;
      }
    }
    return true;
  }

  /** A hash that agrees with {@link #same}. */
  public static int hash(Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof Object[] row) {
      int h = 1;
      for (Object v : row) {
        h = 31 * h + hash(v);
      }
      return h;
    }
    if (value instanceof byte[] bytes) {
      return Arrays.hashCode(bytes);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.stripTrailingZeros().hashCode();
    }
    if (value instanceof List<?> list) {
      int h = 7;
      for (Object v : list) {
        h = 31 * h + hash(v);
      }
      return h;
    }
    if (value instanceof MapEntries map) {
      int h = 11;
      for (int i = 0; i < map.keys().length; i++) {
        h += 31 * hash(map.keys()[i]) + hash(map.values()[i]);
      }
      return h;
    }
    return value.hashCode();
  }

  /** A rough count of heap bytes, for buffer limits. */
  public static long heapBytes(Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof String s) {
      return 48 + 2L * s.length();
    }
    if (value instanceof byte[] bytes) {
      return 16L + bytes.length;
    }
    if (value instanceof Object[] row) {
      long n = 16 + 4L * row.length;
      for (Object v : row) {
        n += heapBytes(v);
      }
      return n;
    }
    if (value instanceof List<?> list) {
      long n = 40 + 4L * list.size();
      for (Object v : list) {
        n += heapBytes(v);
      }
      return n;
    }
    if (value instanceof MapEntries map) {
      return 24 + heapBytes(map.keys()) + heapBytes(map.values());
    }
    return value instanceof BigDecimal ? 64 : 16;
  }

  private static boolean sameList(List<?> a, List<?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!same(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameMap(MapEntries a, MapEntries b) {
    int n = a.keys().length;
    if (n != b.keys().length) {
      return false;
    }
    boolean[] taken = new boolean[n];
    for (int i = 0; i < n; i++) {
      int found = -1;
      for (int j = 0; j < n && found < 0; j++) {
        // Equal maps nearly always have equal order too: begin at the same place.
        int k = (i + j) % n;
        if (!taken[k] && same(a.keys()[i], b.keys()[k]) && same(a.values()[i], b.values()[k])) {
          found = k;
        }
      }
      if (found < 0) {
        return false;
      }
      taken[found] = true;
    }
    return true;
  }
}
