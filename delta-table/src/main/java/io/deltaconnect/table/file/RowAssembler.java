package io.deltaconnect.table.file;

import io.deltaconnect.table.storage.CorruptTableException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

/** Chosen rows of nested columns, assembled by parquet-mr. */
final class RowAssembler {
  private RowAssembler() {}

  /**
   * Puts the columns of chosen rows of one row group into rows.
   *
   * @param chosen of the row group, ascending, without repetition
   * @param rows the row of {@code chosen[i]} is {@code rows[firstRow + i]}
   */
  static void read(
      ParquetSource source,
      FileColumns columns,
      int rowGroup,
      int[] chosen,
      Object[][] rows,
      int firstRow)
      throws IOException {
    MessageType projection = columns.projection();
    try (ParquetFileReader reader = source.reader()) {
      reader.setRequestedSchema(projection);
      boolean paged = source.hasOffsetIndexes(rowGroup, projection);
      int[] read = paged ? withRowBeforeLast(chosen) : null;
      try (PageReadStore pages =
          paged
              ? reader.readFilteredRowGroup(rowGroup, RowRangesOf.rows(read))
              : reader.readRowGroup(rowGroup)) {
        RecordReader<Object[]> records =
            new ColumnIOFactory(source.createdBy())
                .getColumnIO(projection, source.schema())
                .getRecordReader(pages, columns.materializer());
        int next = 0;
        for (int i = 0; i < chosen.length; i++) {
          Object[] record = records.read();
          while ((read == null ? next : read[next]) < chosen[i]) {
            record = records.read();
            next++;
          }
          next++;
          for (int ordinal : columns.ordinals()) {
            rows[firstRow + i][ordinal] = record[ordinal];
          }
        }
      }
    } catch (RuntimeException e) {
      throw new CorruptTableException("cannot read row group " + rowGroup + " of " + source, e);
    }
  }

  /**
   * parquet-mr takes the last row of a filtered read for read as soon as it is the next one to
   * come, even if it begins another page; with the row before it among those read it is not.
   */
  private static int[] withRowBeforeLast(int[] chosen) {
    int n = chosen.length;
    int last = chosen[n - 1];
    if (last == 0 || (n > 1 && chosen[n - 2] == last - 1)) {
      return chosen;
    }
    int[] rows = Arrays.copyOf(chosen, n + 1);
    rows[n - 1] = last - 1;
    rows[n] = last;
    return rows;
  }
}
