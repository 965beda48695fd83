package io.deltaconnect.source.record;

import io.deltaconnect.table.feed.VersionChanges;
import org.apache.kafka.connect.errors.ConnectException;

/** What rows of one layout become. */
interface RowFormat {
  /**
   * @throws ConnectException if the layout lacks what the format needs
   */
  static RowFormat of(OutputSettings settings, RecordTarget target) {
    return switch (settings.format()) {
      case FLAT -> new FlatFormat(settings, target);
      case DEBEZIUM -> new DebeziumFormat(settings, target);
      case AFTER -> new AfterFormat(settings, target);
    };
  }

  /**
   * The records of a version.
   *
   * @param changes closed with the iterator
   * @param before of the same settings, and of the layout of old images; mostly this one
   */
  RecordIterator changes(VersionChanges changes, RowFormat before, Origin origin);

  /** The record of a row of a snapshot. */
  RecordParts snapshotRow(Object[] row, Origin origin);
}
