package io.deltaconnect.table.file;

import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;

/**
 * All rows of a file, assembled by parquet-mr from any shape of columns. Of a large row group only
 * a slice of rows is in memory at a time, if the file has an offset index.
 */
final class AssembledRows implements RowIterator {
  private static final long SLICE_BYTES = 16L << 20;

  private final ParquetSource source;
  private final FileColumns columns;
  private final int changeTypeOrdinal;
  private final MessageType projection;
  private final MessageColumnIO columnIo;
  private final RecordMaterializer<Object[]> materializer;
  private final ParquetFileReader reader;

  private int rowGroup = -1;
  private long rowsInGroup;
  private long rowsPerSlice;
  private long nextSlice;
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
    this.columns = columns;
    this.changeTypeOrdinal = changeTypeOrdinal;
    this.projection = columns.projection();
    this.columnIo =
        new ColumnIOFactory(source.createdBy()).getColumnIO(projection, source.schema());
    this.materializer = columns.materializer();
    this.reader = source.reader();
    this.reader.setRequestedSchema(projection);
  }

  @Override
  public boolean next() throws IOException {
    while (left == 0) {
      if (nextSlice < rowsInGroup) {
        openSlice();
      } else if (!openRowGroup()) {
        return false;
      }
    }
    try {
      row = records == null ? columns.template().clone() : records.read();
    } catch (RuntimeException e) {
      throw new IOException("cannot read row " + (position + 1) + " of " + source, e);
    }
    left--;
    position++;
    return true;
  }

  private boolean openRowGroup() {
    if (rowGroup + 1 == source.rowGroups()) {
      return false;
    }
    rowGroup++;
    BlockMetaData block = source.rowGroup(rowGroup);
    rowsInGroup = block.getRowCount();
    nextSlice = 0;
    long bytes = 0;
    boolean sliceable = true;
    for (ColumnChunkMetaData chunk : block.getColumns()) {
      if (projection.containsPath(chunk.getPath().toArray())) {
        bytes += chunk.getTotalSize();
        sliceable &= chunk.getOffsetIndexReference() != null;
      }
    }
    long slices = sliceable ? bytes / SLICE_BYTES + 1 : 1;
    rowsPerSlice = Math.max(1, (rowsInGroup + slices - 1) / slices);
    return true;
  }

  private void openSlice() throws IOException {
    closePages();
    long end = Math.min(rowsInGroup, nextSlice + rowsPerSlice);
    if (projection.getFieldCount() > 0) {
      pages =
          end - nextSlice == rowsInGroup
              ? reader.readRowGroup(rowGroup)
              : reader.readFilteredRowGroup(rowGroup, RowRangesOf.range(nextSlice, end));
      records = columnIo.getRecordReader(pages, materializer);
    }
    left = end - nextSlice;
    nextSlice = end;
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
