package io.deltaconnect.source.record;

import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.kernel.TableLayout;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;

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
  private final long memoryBytes;

  /** Of the layout that was asked for last. */
  private TableLayout layout;

  private RowFormat format;

  /** Null as long as nothing has been published. */
  private TableLayout published;

  /**
   * @param tableName as configuration names it; for schema names and messages
   * @param topic of the records
   */
  public TableRecords(OutputSettings settings, String tableName, String topic) {
    this(settings, tableName, topic, KeyedFormat.MEMORY_BYTES);
  }

  /**
   * @param memoryBytes of rows that wait for others of their version
   */
  TableRecords(OutputSettings settings, String tableName, String topic, long memoryBytes) {
    this.settings = settings;
    this.tableName = tableName;
    this.topic = topic;
    this.memoryBytes = memoryBytes;
  }

  /**
   * Whether records can be made of rows in this layout.
   *
   * @throws ConnectException naming what the table lacks and the configuration key, if not
   */
  public void check(TableLayout layout) {
    formatOf(layout);
  }

  /**
   * Tells the layout of what has been published already, by an earlier task.
   *
   * @param layout the table's at the version published last
   */
  public void resumeAfter(TableLayout layout) {
    published = layout;
  }

  /**
   * The records of a version.
   *
   * @param changes are closed with the iterator, or if this fails
   * @throws ConnectException if records cannot be made of them: with {@link
   *     SchemaChangeBehavior#FAIL}, too, if the schema has changed in a way that readers may not
   *     understand
   */
  public RecordIterator changes(VersionChanges changes) throws IOException {
    try {
      Origin origin = new Origin(tableName, changes.version(), changes.timestamp(), false);
      checkReadable(changes.layout(), origin);
      TableLayout after = NullableBefore.in(changes.layout(), changes.schemaBefore());
      boolean sameLayout = changes.layoutBefore().equals(changes.layout());
      // In this order: what is asked for last is kept.
      RowFormat before = formatOf(sameLayout ? after : changes.layoutBefore());
      RowFormat current = formatOf(after);
      published = changes.layout();
      return current.changes(changes, before, origin);
    } catch (RuntimeException e) {
      changes.close();
      throw e;
    }
  }

  /**
   * The records of a snapshot.
   *
   * @param rows are closed with the iterator, or if this fails
   * @param version that the snapshot is of
   * @param timestamp of that version, in milliseconds since the epoch
   * @throws ConnectException as of {@link #changes}
   */
  public RecordIterator snapshot(
      SnapshotRows rows, long version, long timestamp, TableLayout layout) throws IOException {
    try {
      Origin origin = new Origin(tableName, version, timestamp, true);
      checkReadable(layout, origin);
      RowFormat current = formatOf(layout);
      published = layout;
      boolean skipped = settings.skipped().contains(Operation.READ);
      return new Records(
          made -> {
            if (skipped || !rows.next()) {
              return false;
            }
            made.add(current.snapshotRow(rows.row(), origin));
            return true;
          },
          rows,
          origin);
    } catch (RuntimeException e) {
      rows.close();
      throw e;
    }
  }

  private void checkReadable(TableLayout after, Origin origin) {
    TableLayout before = published;
    if (before == null || settings.schemaChange() != SchemaChangeBehavior.FAIL) {
      return;
    }
    List<String> changes = SchemaChanges.between(before.schema(), after.schema());
    List<String> oldKey = KeyColumns.names(settings.keyFields(), before);
    List<String> newKey = KeyColumns.names(settings.keyFields(), after);
    if (!oldKey.equals(newKey)) {
      changes.add("the key columns were %s and are %s".formatted(oldKey, newKey));
    }
    if (!changes.isEmpty()) {
      throw new ConnectException(
          "%s has a schema that readers of topic %s may not understand: %s. To publish it, set schema.change.behavior=evolve"
              .formatted(origin, topic, String.join("; ", changes)));
    }
  }

  /** One format, and so one schema object, for as long as the layout is the same. */
  private RowFormat formatOf(TableLayout wanted) {
    if (format == null || !isSame(layout, wanted)) {
      format =
          RowFormat.of(settings, new RecordTarget(settings, tableName, topic, wanted, memoryBytes));
      layout = wanted;
    }
    return format;
  }

  private boolean isSame(TableLayout a, TableLayout b) {
    return a.tablePath().equals(b.tablePath())
        && a.schema().equals(b.schema())
        && KeyColumns.names(settings.keyFields(), a)
            .equals(KeyColumns.names(settings.keyFields(), b));
  }
}
