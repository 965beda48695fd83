package io.deltaconnect.source.record;

import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.row.ChangeType;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** A record for each row of the change feed, with the feed's own columns. */
final class FlatFormat implements RowFormat {
  private static final Schema CHANGE_TYPE =
      ConnectTypes.schema(SchemaBuilder.string(), "string", false);
  private static final Schema COMMIT_VERSION =
      ConnectTypes.schema(SchemaBuilder.int64(), "long", false);
  private static final long MICROS_PER_MILLI = 1000;

  private final RecordTarget target;
  private final boolean includePreimage;
  private final Set<Operation> skipped;
  private final RowSchema row;
  private final ConnectType commitTimestamp;
  private final Field changeTypeField;
  private final Field versionField;
  private final Field timestampField;

  FlatFormat(OutputSettings settings, RecordTarget target) {
    this.target = target;
    this.includePreimage = settings.includePreimage();
    this.skipped = settings.skipped();
    this.commitTimestamp = target.types().commitTimestamp();
    this.row =
        target
            .valueSchema()
            .field("_change_type", CHANGE_TYPE)
            .field("_commit_version", COMMIT_VERSION)
            .field("_commit_timestamp", commitTimestamp.schema())
            .build();
    this.changeTypeField = row.schema().field("_change_type");
    this.versionField = row.schema().field("_commit_version");
    this.timestampField = row.schema().field("_commit_timestamp");
  }

  @Override
  public RecordIterator changes(VersionChanges changes, RowFormat before, Origin origin) {
    FlatFormat old = (FlatFormat) before;
    return new Records(
        made -> {
          if (!changes.next()) {
            return false;
          }
          if (shows(changes.changeType(), origin)) {
            FlatFormat format = changes.changeType().equals(ChangeType.DELETE) ? old : this;
            made.add(format.record(changes.row(), changes.changeType(), origin));
          }
          return true;
        },
        changes,
        origin);
  }

  private boolean shows(String changeType, Origin origin) {
    Operation operation = origin.operation(changeType);
    return (includePreimage || !changeType.equals(ChangeType.UPDATE_PREIMAGE))
        && (operation == null || !skipped.contains(operation));
  }

  @Override
  public RecordParts snapshotRow(Object[] row, Origin origin) {
    return record(row, ChangeType.INSERT, origin);
  }

  private RecordParts record(Object[] columns, String changeType, Origin origin) {
    Struct value =
        row.struct(columns)
            .put(changeTypeField, changeType)
            .put(versionField, origin.version())
            .put(
                timestampField,
                commitTimestamp.converter().convert(origin.timestamp() * MICROS_PER_MILLI));
    return target.record(columns, row.schema(), value, changeType, origin);
  }
}
