package io.deltaconnect.table.file;

import io.deltaconnect.table.dv.DeletionVector;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.schema.MessageType;

/**
 * Rows of a file that has offset indexes, a batch of a few pages at a time: all rows, or only those
 * of a vector, then without the pages in between. If it reads ahead, another thread reads the next
 * batch while this one is used.
 */
final class PagedRows implements RowIterator {
  private static final long BATCH_BYTES = 4L << 20;

  /** There are two of them in memory. */
  private static final long BATCH_BYTES_AHEAD = BATCH_BYTES / 2;

  private final ParquetSource source;
  private final FileColumns columns;
  private final DeletionVector.Cursor chosen;
  private final int changeTypeOrdinal;
  private final FlatColumnReader reader;
  private final long end;
  private final int batchSize;
  private final boolean ahead;

  private Batch batch = Batch.EMPTY;
  private int current = -1;

  /** The batch after this one; null: nobody has begun with it. */
  private Future<Batch> following;

  /** Of the batch to be read next; belongs to the thread that reads it. */
  private long nextPosition;

  /** Rows and their positions in the file. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Batch(long[] positions, Object[][] rows) {
    static final Batch EMPTY = new Batch(new long[0], new Object[0][]);
  }

  /**
   * @param chosen the wanted rows; null: all
   * @param changeTypeOrdinal as of {@link AssembledRows}
   * @param ahead whether another thread reads the next rows while some are used
   */
  PagedRows(
      ParquetSource source,
      FileColumns columns,
      DeletionVector.Cursor chosen,
      int changeTypeOrdinal,
      Configuration configuration,
      boolean ahead) {
    this.source = source;
    this.columns = columns;
    this.chosen = chosen;
    this.changeTypeOrdinal = changeTypeOrdinal;
    this.reader = new FlatColumnReader(configuration);
    this.end = source.rows();
    this.ahead = ahead;
    long batchBytes = ahead ? BATCH_BYTES_AHEAD : BATCH_BYTES;
    this.batchSize = batchSize(source, columns, batchBytes);
  }

  private static int batchSize(ParquetSource source, FileColumns columns, long batchBytes) {
    MessageType projection = columns.projection();
    long bytes = 0;
    for (int g = 0; g < source.rowGroups(); g++) {
      for (ColumnChunkMetaData chunk : source.rowGroup(g).getColumns()) {
        if (projection.containsPath(chunk.getPath().toArray())) {
          bytes += chunk.getTotalUncompressedSize();
        }
      }
    }
    // NULLs and repeated values take no place in the file, but one in the row.
    long row = 16 + 8L * columns.template().length;
    long bytesPerRow = row + bytes / Math.max(1, source.rows());
    return (int) Math.max(1, batchBytes / bytesPerRow);
  }

  @Override
  public void load() throws IOException {
    if (following == null) {
      following = CompletableFuture.completedFuture(read());
    }
  }

  @Override
  public boolean next() throws IOException {
    current++;
    return current < batch.rows.length || nextBatch();
  }

  private boolean nextBatch() throws IOException {
    // The old rows may go before the new ones are read.
    batch = Batch.EMPTY;
    current = 0;
    if (following == null) {
      batch = read();
    } else {
      batch = ReadPool.await(following);
      following = null;
    }
    if (ahead && batch.rows.length > 0 && nextPosition < end) {
      following = ReadPool.submit(this::read);
    }
    return batch.rows.length > 0;
  }

  private Batch read() throws IOException {
    long[] positions = nextPositions();
    if (positions.length == 0) {
      return Batch.EMPTY;
    }
    PositionReads reads = new PositionReads();
    Object[][] rows = reads.add(source, columns, positions);
    reads.run(reader);
    return new Batch(positions, rows);
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
    return batch.positions[current];
  }

  @Override
  public Object[] row() {
    Object[] row = batch.rows[current];
    return changeTypeOrdinal < 0 ? row : Arrays.copyOf(row, changeTypeOrdinal);
  }

  @Override
  public String changeType() {
    return changeTypeOrdinal < 0 ? null : (String) batch.rows[current][changeTypeOrdinal];
  }

  @Override
  public void close() throws IOException {
    if (following != null) {
      ReadPool.end(following);
    }
    reader.close();
  }
}
