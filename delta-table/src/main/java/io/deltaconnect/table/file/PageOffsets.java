package io.deltaconnect.table.file;

import java.io.IOException;
import java.util.Arrays;

/** Where the pages of a column chunk are (Parquet's {@code OffsetIndex}). Immutable. */
final class PageOffsets {
  private final long[] offsets;
  private final int[] sizes;
  private final int[] firstRows;

  private PageOffsets(long[] offsets, int[] sizes, int[] firstRows) {
    this.offsets = offsets;
    this.sizes = sizes;
    this.firstRows = firstRows;
  }

  /**
   * @param rows of the row group
   */
  static PageOffsets read(byte[] bytes, int offset, long rows) throws IOException {
    CompactReader in = new CompactReader();
    in.reset(bytes, offset);
    PageOffsets pages = new PageOffsets(new long[0], new int[0], new int[0]);
    for (int t = in.nextField(); t != CompactReader.STOP; t = in.nextField()) {
      if (in.field() == 1) {
        pages = readPages(in, rows);
      } else {
        in.skip(t);
      }
    }
    return pages;
  }

  private static PageOffsets readPages(CompactReader in, long rows) throws IOException {
    int n = in.list();
    PageOffsets pages = new PageOffsets(new long[n], new int[n], new int[n + 1]);
    for (int p = 0; p < n; p++) {
      int outer = in.enter();
      for (int t = in.nextField(); t != CompactReader.STOP; t = in.nextField()) {
        switch (in.field()) {
          case 1 -> pages.offsets[p] = in.i64();
          case 2 -> pages.sizes[p] = in.i32();
          case 3 -> pages.firstRows[p] = Math.toIntExact(in.i64());
          default -> in.skip(t);
        }
      }
      in.leave(outer);
    }
    pages.firstRows[n] = Math.toIntExact(rows);
    return pages;
  }

  int count() {
    return offsets.length;
  }

  /** Offset of a page's header in the file. */
  long start(int page) {
    return offsets[page];
  }

  /** Offset behind a page. */
  long end(int page) {
    return offsets[page] + sizes[page];
  }

  /** First row of a page in its row group; for the number behind the last: rows of the group. */
  int firstRow(int page) {
    return firstRows[page];
  }

  /** The pages that hold chosen rows (ascending), ascending. */
  int[] holding(int[] rows) {
    int[] pages = new int[Math.min(count(), rows.length)];
    int n = 0;
    int next = 0;
    for (int p = 0; p < count() && next < rows.length; p++) {
      int end = firstRows[p + 1];
      if (rows[next] < end) {
        pages[n++] = p;
        do {
          next++;
        } while (next < rows.length && rows[next] < end);
      }
    }
    return Arrays.copyOf(pages, n);
  }

  /**
   * @param wanted by number; null: all
   */
  int[] wanted(boolean[] wanted) {
    int[] pages = new int[count()];
    int n = 0;
    for (int p = 0; p < pages.length; p++) {
      if (wanted == null || wanted[p]) {
        pages[n++] = p;
      }
    }
    return Arrays.copyOf(pages, n);
  }
}
