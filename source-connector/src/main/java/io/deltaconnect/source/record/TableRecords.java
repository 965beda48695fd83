package io.deltaconnect.source.record;

import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.kernel.TableLayout;
import java.io.IOException;

/**
 * Makes the records of one table. Versions are given in order; it remembers the schema that was
 * published last. Not thread-safe.
 *
 * <p>Records have all headers of {@link RecordHeaders} but {@code COMMIT_END}.
 */
public final class TableRecords {
  private final OutputSettings settings;
  private final String tableName;
  private final String topic;

  /**
   * @param tableName as configuration names it; for schema names and messages
   * @param topic of the records
   */
  public TableRecords(OutputSettings settings, String tableName, String topic) {
    this.settings = settings;
    this.tableName = tableName;
    this.topic = topic;
  }

  /**
   * Whether records can be made of rows in this layout.
   *
   * @throws org.apache.kafka.connect.errors.ConnectException naming the table, what it lacks and
   *     the configuration key, if not
   */
  public void check(TableLayout layout) {
    throw new UnsupportedOperationException(
        "%s of %s to %s".formatted(settings.format(), tableName, topic));
  }

  /**
   * Tells the layout of what has been published already, by an earlier task.
   *
   * @param layout the table's at the version published last
   */
  public void resumeAfter(TableLayout layout) {
    throw new UnsupportedOperationException(layout.tablePath());
  }

  /**
   * The records of a version.
   *
   * @param changes are closed with the iterator, or if this fails
   * @throws org.apache.kafka.connect.errors.ConnectException if records cannot be made of them:
   *     with {@link SchemaChangeBehavior#FAIL}, too, if the schema has changed in a way that
   *     readers may not understand
   */
  public RecordIterator changes(VersionChanges changes) throws IOException {
    throw new UnsupportedOperationException("version " + changes.version());
  }

  /**
   * The records of a snapshot.
   *
   * @param rows are closed with the iterator, or if this fails
   * @param version that the snapshot is of
   * @param timestamp of that version, in milliseconds since the epoch
   * @throws org.apache.kafka.connect.errors.ConnectException as of {@link #changes}
   */
  public RecordIterator snapshot(
      SnapshotRows rows, long version, long timestamp, TableLayout layout) throws IOException {
    throw new UnsupportedOperationException("version " + version);
  }
}
