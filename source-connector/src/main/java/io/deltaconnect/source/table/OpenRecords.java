package io.deltaconnect.source.table;

import io.deltaconnect.source.position.Position;
import io.deltaconnect.source.record.RecordIterator;
import io.deltaconnect.source.record.RecordParts;
import java.io.Closeable;
import java.io.IOException;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Records of a version, or of a snapshot, that are being handed over. It reads one record ahead, so
 * that the last one is known as such. After an exception it must not be used any more.
 */
final class OpenRecords implements Closeable {
  private final RecordIterator records;

  /** Null if there is none. */
  private RecordParts next;

  private OpenRecords(RecordIterator records) {
    this.records = records;
  }

  /**
   * Begins after the records that are published.
   *
   * @param records are closed with this, or if this fails
   */
  static OpenRecords from(Position position, RecordIterator records) throws IOException {
    OpenRecords open = new OpenRecords(records);
    try {
      for (long i = 0; i < position.index(); i++) {
        if (!records.next()) {
          throw new ConnectException(
              "the position says that "
                  + position.index()
                  + " records of "
                  + (position.snapshot() ? "the snapshot of " : "")
                  + "version "
                  + position.version()
                  + " are published, but it has only "
                  + i
                  + ": was the output's format changed in the middle of it? Change it back, or set"
                  + " the offset of the table");
        }
      }
      open.advance();
      return open;
    } catch (IOException | RuntimeException e) {
      try {
        records.close();
      } catch (IOException notClosed) {
        e.addSuppressed(notClosed);
      }
      throw e;
    }
  }

  boolean hasNext() {
    return next != null;
  }

  RecordParts next() throws IOException {
    RecordParts current = next;
    advance();
    return current;
  }

  private void advance() throws IOException {
    next = records.next() ? records.record() : null;
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
