package io.deltaconnect.table.file;

import java.util.stream.IntStream;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

/**
 * Row ranges of our own choosing. parquet-mr makes them from pages only, so each range poses as a
 * page.
 */
final class RowRangesOf implements OffsetIndex {
  private final long[] first;
  private final long[] last;
  private final int count;

  private RowRangesOf(long[] first, long[] last, int count) {
    this.first = first;
    this.last = last;
    this.count = count;
  }

  /**
   * @param rows ascending, without repetition, at least one
   */
  static RowRanges rows(int[] rows) {
    long[] first = new long[rows.length];
    long[] last = new long[rows.length];
    int n = 0;
    for (int row : rows) {
      if (n > 0 && last[n - 1] == row - 1) {
        last[n - 1] = row;
      } else {
        first[n] = row;
        last[n++] = row;
      }
    }
    return new RowRangesOf(first, last, n).rowRanges(last[n - 1] + 1);
  }

  private RowRanges rowRanges(long rowCount) {
    return RowRanges.create(rowCount, IntStream.range(0, count).iterator(), this);
  }

  @Override
  public int getPageCount() {
    return count;
  }

  @Override
  public long getFirstRowIndex(int pageIndex) {
    return first[pageIndex];
  }

  @Override
  public long getLastRowIndex(int pageIndex, long rowGroupRowCount) {
    return last[pageIndex];
  }

  @Override
  public long getOffset(int pageIndex) {
    throw new UnsupportedOperationException("no page, only rows");
  }

  @Override
  public int getCompressedPageSize(int pageIndex) {
    throw new UnsupportedOperationException("no page, only rows");
  }
}
