package io.deltaconnect.source.record;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.kafka.connect.errors.DataException;

/** Records that are made as rows are read. */
final class Records implements RecordIterator {
  private final Reader reader;
  private final Closeable rows;
  private final Origin origin;

  /** Made of what was read last. */
  private final Queue<RecordParts> made = new ArrayDeque<>();

  private RecordParts record;

  /** Makes records of rows. */
  interface Reader {
    /**
     * Reads the next row.
     *
     * @param made gets its records, perhaps none
     * @return false when there is no row left
     */
    boolean read(Queue<RecordParts> made) throws IOException;
  }

  /**
   * @param rows that the reader reads; closed with this
   * @param origin for messages
   */
  Records(Reader reader, Closeable rows, Origin origin) {
    this.reader = reader;
    this.rows = rows;
    this.origin = origin;
  }

  @Override
  public boolean next() throws IOException {
    try {
      while (made.isEmpty() && reader.read(made)) {
        // Not every row has a record.
      }
    } catch (DataException e) {
      throw new DataException(origin + ": " + e.getMessage(), e);
    }
    record = made.poll();
    return record != null;
  }

  @Override
  public RecordParts record() {
    return record;
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
