package io.deltaconnect.source.record;

import io.deltaconnect.table.row.ChangeType;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;

/** What the records of one version, or of a snapshot, have in common. Not thread-safe. */
final class Origin {
  private final String table;
  private final long version;
  private final long timestamp;
  private final boolean snapshot;

  /** A header cannot change: records share them. */
  private final Header versionHeader;

  private final Header timestampHeader;
  private final Header snapshotHeader;
  private final Map<String, Header> changeTypeHeaders = new HashMap<>();

  /**
   * @param table its name
   * @param timestamp of the version, in milliseconds since the epoch
   */
  Origin(String table, long version, long timestamp, boolean snapshot) {
    this.table = table;
    this.version = version;
    this.timestamp = timestamp;
    this.snapshot = snapshot;
    this.versionHeader = header(RecordHeaders.COMMIT_VERSION, version, Schema.INT64_SCHEMA);
    this.timestampHeader = header(RecordHeaders.COMMIT_TIMESTAMP, timestamp, Schema.INT64_SCHEMA);
    this.snapshotHeader = header(RecordHeaders.SNAPSHOT, snapshot, Schema.BOOLEAN_SCHEMA);
  }

  private static Header header(String name, Object value, Schema schema) {
    return new ConnectHeaders().add(name, value, schema).lastWithName(name);
  }

  long version() {
    return version;
  }

  long timestamp() {
    return timestamp;
  }

  boolean snapshot() {
    return snapshot;
  }

  /** New headers of a record. */
  Headers headers(String changeType) {
    Header type = changeTypeHeaders.get(changeType);
    if (type == null) {
      type = header(RecordHeaders.CHANGE_TYPE, changeType, Schema.STRING_SCHEMA);
      changeTypeHeaders.put(changeType, type);
    }
    return new ConnectHeaders()
        .add(type)
        .add(versionHeader)
        .add(timestampHeader)
        .add(snapshotHeader);
  }

  /** The operation that a change type is; null for types that writers made up. */
  Operation operation(String changeType) {
    if (snapshot) {
      return Operation.READ;
    }
    return switch (changeType) {
      case ChangeType.INSERT -> Operation.INSERT;
      case ChangeType.UPDATE_PREIMAGE, ChangeType.UPDATE_POSTIMAGE -> Operation.UPDATE;
      case ChangeType.DELETE -> Operation.DELETE;
      default -> null;
    };
  }

  /** For messages. */
  @Override
  public String toString() {
    return "table %s, %s %d"
        .formatted(table, snapshot ? "snapshot of version" : "version", version);
  }
}
