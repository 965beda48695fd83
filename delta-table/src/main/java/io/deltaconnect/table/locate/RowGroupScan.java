package io.deltaconnect.table.locate;

import io.deltaconnect.table.file.FileScan;
import io.deltaconnect.table.file.FlatColumnReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Finds the rows of a batch's keys in one row group, dead ones too. */
final class RowGroupScan {
  /** With so many values per page that may be in it, looking for pages to skip does not pay. */
  private static final int VALUES_PER_PAGE = 2;

  private static final Found NONE = new Found(new int[0], new int[0]);

  private final KeyBatch batch;
  private final FileScan file;
  private final int rowGroup;
  private final FlatColumnReader reader;
  private final PageSkipping skipping;

  /** Number of the batch's first column that is in files. */
  private final int firstColumn;

  /**
   * Whether looking for pages to skip has paid in a file so far: where it has not in one row group,
   * since keys lie in no order, it is not tried in the next. Thread-safe.
   */
  static final class PageSkipping {
    private volatile boolean pays = true;

    private void tried(int wanted, int pages) {
      if (wanted > pages / 2) {
        pays = false;
      }
    }
  }

  /**
   * What was found.
   *
   * @param rows of the row group, ascending
   * @param numbers of their keys
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Found(int[] rows, int[] numbers) {}

  /**
   * @param file with the batch's columns but the partition columns, in their order
   */
  RowGroupScan(
      KeyBatch batch, FileScan file, int rowGroup, FlatColumnReader reader, PageSkipping skipping) {
    this.skipping = skipping;
    this.batch = batch;
    this.file = file;
    this.rowGroup = rowGroup;
    this.reader = reader;
    int partitions = 0;
    for (KeyBatch.Column column : batch.columns()) {
      partitions += column.partition() ? 1 : 0;
    }
    this.firstColumn = partitions;
  }

  /**
   * @param partitionNumber of the values of the partition columns, as of {@link KeyBatch#combine}
   */
  Found scan(int partitionNumber) throws IOException {
    List<KeyBatch.Column> columns = batch.columns();
    if (firstColumn == columns.size()) {
      int[] all = IntStream.range(0, file.rows(rowGroup)).toArray();
      int[] numbers = new int[all.length];
      Arrays.fill(numbers, partitionNumber);
      return new Found(all, numbers);
    }
    for (int c = firstColumn; c < columns.size(); c++) {
      if (excludes(c)) {
        return NONE;
      }
    }
    int[] rows = null;
    int[] numbers = null;
    for (int c = firstColumn; c < columns.size() && (rows == null || rows.length > 0); c++) {
      MatchSink matches = new MatchSink(batch, c, storedAs(c), rows, numbers, partitionNumber);
      int column = c - firstColumn;
      if (isStored(c)) {
        boolean[] pages = rows == null ? pages(c) : null;
        file.readStored(reader, rowGroup, column, rows, pages, matches);
      } else {
        file.read(reader, rowGroup, column, rows, matches);
      }
      rows = matches.rows();
      numbers = matches.numbers();
    }
    return new Found(rows, numbers);
  }

  private boolean isStored(int c) {
    return batch.columns().get(c).values().takesStored()
        && file.isStored(rowGroup, c - firstColumn);
  }

  private PrimitiveTypeName storedAs(int c) {
    return isStored(c) ? file.storedAs(c - firstColumn) : null;
  }

  /** Whether the footer says that no value of a column is in this row group. */
  private boolean excludes(int c) {
    return isStored(c) && within(c) == 0;
  }

  private int within(int c) {
    ColumnKeys values = batch.columns().get(c).values();
    Statistics<?> statistics = file.statistics(rowGroup, c - firstColumn);
    if (statistics == null || statistics.isEmpty() || !statistics.hasNonNullValue()) {
      return values.size();
    }
    return values.within(bound(statistics.genericGetMin()), bound(statistics.genericGetMax()));
  }

  private static Object bound(Object value) {
    return value instanceof Binary binary ? binary.getBytes() : value;
  }

  /** The pages that can hold a value of a column; null: all, or not worth asking. */
  private boolean[] pages(int c) throws IOException {
    int pagesAtMost = file.rows(rowGroup) / VALUES_PER_PAGE;
    int within = within(c);
    if (within > pagesAtMost || !skipping.pays) {
      return null;
    }
    ColumnIndex index = file.columnIndex(reader, rowGroup, c - firstColumn);
    if (index == null || within > VALUES_PER_PAGE * index.getNullPages().size()) {
      return null;
    }
    ColumnKeys values = batch.columns().get(c).values();
    PrimitiveTypeName stored = storedAs(c);
    boolean[] pages = new boolean[index.getNullPages().size()];
    int wanted = 0;
    for (int p = 0; p < pages.length; p++) {
      pages[p] =
          !index.getNullPages().get(p)
              && values.within(
                      bound(index.getMinValues().get(p), stored),
                      bound(index.getMaxValues().get(p), stored))
                  > 0;
      wanted += pages[p] ? 1 : 0;
    }
    skipping.tried(wanted, pages.length);
    return pages;
  }

  private static Object bound(ByteBuffer buffer, PrimitiveTypeName stored) {
    ByteBuffer value = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (stored == PrimitiveTypeName.INT32) {
      return value.getInt();
    } else if (stored == PrimitiveTypeName.INT64) {
      return value.getLong();
    }
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    return bytes;
  }
}
