package io.deltaconnect.source.record;

import java.io.Closeable;
import java.io.IOException;

/**
 * The records of one version, or of a snapshot. Streamed: closing it closes the rows that it reads.
 * The n-th record is the same whenever the version is read. Not thread-safe.
 *
 * <pre>
 * while (records.next()) { use(records.record()); }
 * </pre>
 */
public interface RecordIterator extends Closeable {
  /**
   * Moves to the next record; false when there is none.
   *
   * @throws io.deltaconnect.table.feed.LostHistoryException if a file is gone
   * @throws org.apache.kafka.connect.errors.DataException if a row cannot be a record
   */
  boolean next() throws IOException;

  /** The current record. */
  RecordParts record();
}
