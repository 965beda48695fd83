package io.deltaconnect.table.file;

import java.util.Arrays;

/**
 * Which of a page's stored values belong to chosen rows. NULLs are not stored, so the definition
 * levels say how many values lie before a row; whole runs of them are taken at once.
 */
final class PageSelection {
  /** Chosen rows that are not NULL. */
  int count;

  /** Number of each among the chosen rows, ascending. */
  int[] slots = new int[0];

  /** Number of its value among the stored ones, ascending. */
  int[] values = new int[0];

  /** 0, 1, 2 and so on. */
  private int[] identity = new int[0];

  /** Numbers from 0 to at least {@code n} - 1; not to be changed. */
  int[] identity(int n) {
    if (identity.length < n) {
      identity = new int[Math.max(n, 2 * identity.length)];
      Arrays.setAll(identity, i -> i);
    }
    return identity;
  }

  /**
   * @param rows chosen rows from {@code from} to before {@code to}, ascending
   * @param firstRow of the page, on the same scale
   */
  void select(FlatPage page, int[] rows, int from, int to, int firstRow) {
    int n = to - from;
    if (slots.length < n) {
      slots = new int[Math.max(n, 2 * slots.length)];
      values = new int[slots.length];
    }
    if (page.levelsStart == page.levelsEnd) {
      for (int i = 0; i < n; i++) {
        slots[i] = i;
        values[i] = rows[from + i] - firstRow;
      }
      count = n;
    } else {
      count = throughLevels(page.levels, page.levelsStart, rows, from, to, firstRow);
    }
  }

  /** Levels of one bit, in runs and bit-packed groups (Parquet's "RLE/Bit-Packing Hybrid"). */
  private int throughLevels(byte[] levels, int start, int[] rows, int from, int to, int firstRow) {
    int offset = start;
    int row = firstRow;
    int stored = 0;
    int found = 0;
    int k = from;
    while (k < to) {
      int header = 0;
      int shift = 0;
      byte b;
      do {
        b = levels[offset++];
        header |= (b & 0x7F) << shift;
        shift += 7;
      } while (b < 0);
      int length = header >>> 1;
      if ((header & 1) == 0) {
        boolean present = levels[offset++] != 0;
        for (; k < to && rows[k] < row + length; k++) {
          if (present) {
            slots[found] = k - from;
            values[found++] = stored + rows[k] - row;
          }
        }
        row += length;
        stored += present ? length : 0;
      } else {
        for (int end = offset + length; offset < end && k < to; offset++) {
          int bits = levels[offset] & 0xFF;
          for (; k < to && rows[k] < row + 8; k++) {
            int bit = rows[k] - row;
            if ((bits >>> bit & 1) != 0) {
              slots[found] = k - from;
              values[found++] = stored + Integer.bitCount(bits & (1 << bit) - 1);
            }
          }
          row += 8;
          stored += Integer.bitCount(bits);
        }
      }
    }
    return found;
  }
}
