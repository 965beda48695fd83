package io.deltaconnect.table.file;

import io.deltaconnect.table.storage.CorruptTableException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;

/**
 * All rows of a file, assembled by parquet-mr: for files that do not say where their pages are, of
 * which a whole row group has to be in memory.
 */
final class AssembledRows implements RowIterator {
  /** A row group up to this size, compressed, is loaded before its turn. */
  private static final long SMALL_BYTES = 2L << 20;

  private final ParquetSource source;
  private final int changeTypeOrdinal;
  private final MessageColumnIO columnIo;
  private final RecordMaterializer<Object[]> materializer;
  private final ParquetFileReader reader;

  private int nextRowGroup;
  private long left;
  private PageReadStore pages;
  private RecordReader<Object[]> records;
  private long position = -1;
  private Object[] row;

  /**
   * @param changeTypeOrdinal place of the change type in the columns' rows, behind those of the
   *     table; -1 if it is not read
   */
  AssembledRows(ParquetSource source, FileColumns columns, int changeTypeOrdinal)
      throws IOException {
    this.source = source;
    this.changeTypeOrdinal = changeTypeOrdinal;
    MessageType projection = columns.projection();
    this.columnIo =
        new ColumnIOFactory(source.createdBy()).getColumnIO(projection, source.schema());
    this.materializer = columns.materializer();
    this.reader = source.reader();
    this.reader.setRequestedSchema(projection);
  }

  @Override
  public void load() throws IOException {
    if (nextRowGroup < source.rowGroups()
        && source.rowGroup(nextRowGroup).getCompressedSize() <= SMALL_BYTES) {
      openRowGroup();
    }
  }

  @Override
  public boolean next() throws IOException {
    while (left == 0) {
      if (nextRowGroup == source.rowGroups()) {
        closePages();
        return false;
      }
      openRowGroup();
    }
    try {
      row = records.read();
    } catch (RuntimeException e) {
      throw new CorruptTableException("cannot read row " + (position + 1) + " of " + source, e);
    }
    left--;
    position++;
    return true;
  }

  private void openRowGroup() throws IOException {
    closePages();
    left = source.rowGroup(nextRowGroup).getRowCount();
    if (left > 0) {
      pages = reader.readRowGroup(nextRowGroup);
      records = columnIo.getRecordReader(pages, materializer);
    }
    nextRowGroup++;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public Object[] row() {
    return changeTypeOrdinal < 0 ? row : Arrays.copyOf(row, changeTypeOrdinal);
  }

  @Override
  public String changeType() {
    return changeTypeOrdinal < 0 ? null : (String) row[changeTypeOrdinal];
  }

  private void closePages() {
    if (pages != null) {
      pages.close();
      pages = null;
    }
  }

  @Override
  public void close() throws IOException {
    closePages();
    reader.close();
  }
}
