package io.deltaconnect.table.file;

import io.deltaconnect.table.dv.DeletionVector;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.schema.MessageType;

/**
 * Rows of a file that has offset indexes, a batch of a few pages at a time: all rows, or only those
 * of a vector, then without the pages in between.
 */
final class PagedRows implements RowIterator {
  private static final long BATCH_BYTES = 4L << 20;

  private final ParquetSource source;
  private final FileColumns columns;
  private final DeletionVector.Cursor chosen;
  private final int changeTypeOrdinal;
  private final FlatColumnReader reader;
  private final long end;
  private final int batchSize;

  private long[] positions = new long[0];
  private Object[][] rows = new Object[0][];
  private int current = -1;
  private long nextPosition;

  /**
   * @param chosen the wanted rows; null: all
   * @param changeTypeOrdinal as of {@link AssembledRows}
   */
  PagedRows(
      ParquetSource source,
      FileColumns columns,
      DeletionVector.Cursor chosen,
      int changeTypeOrdinal,
      Configuration configuration) {
    this.source = source;
    this.columns = columns;
    this.chosen = chosen;
    this.changeTypeOrdinal = changeTypeOrdinal;
    this.reader = new FlatColumnReader(configuration);
    this.end = source.rows();
    this.batchSize = batchSize(source, columns.projection());
  }

  private static int batchSize(ParquetSource source, MessageType projection) {
    long bytes = 0;
    for (int g = 0; g < source.rowGroups(); g++) {
      for (ColumnChunkMetaData chunk : source.rowGroup(g).getColumns()) {
        if (projection.containsPath(chunk.getPath().toArray())) {
          bytes += chunk.getTotalUncompressedSize();
        }
      }
    }
    long bytesPerRow = 16 + bytes / Math.max(1, source.rows());
    return (int) Math.max(1, BATCH_BYTES / bytesPerRow);
  }

  @Override
  public boolean next() throws IOException {
    current++;
    return current < rows.length || readBatch();
  }

  private boolean readBatch() throws IOException {
    positions = nextPositions();
    // The old rows may go before the new ones are read.
    rows = new Object[0][];
    current = 0;
    if (positions.length == 0) {
      return false;
    }
    PositionReads reads = new PositionReads();
    Object[][] read = reads.add(source, columns, positions);
    reads.run(reader);
    rows = read;
    return true;
  }

  private long[] nextPositions() {
    long[] next = new long[(int) Math.min(batchSize, end - nextPosition)];
    int n = 0;
    while (n < next.length) {
      long position = chosen == null ? nextPosition : chosen.seek(nextPosition);
      if (position >= end) {
        break;
      }
      next[n++] = position;
      nextPosition = position + 1;
    }
    return Arrays.copyOf(next, n);
  }

  @Override
  public long position() {
    return positions[current];
  }

  @Override
  public Object[] row() {
    Object[] row = rows[current];
    return changeTypeOrdinal < 0 ? row : Arrays.copyOf(row, changeTypeOrdinal);
  }

  @Override
  public String changeType() {
    return changeTypeOrdinal < 0 ? null : (String) rows[current][changeTypeOrdinal];
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
