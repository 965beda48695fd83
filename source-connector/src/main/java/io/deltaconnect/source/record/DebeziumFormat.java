package io.deltaconnect.source.record;

import io.deltaconnect.connector.Version;
import io.deltaconnect.source.pairing.Grouping;
import io.deltaconnect.source.pairing.RowEvent;
import io.deltaconnect.table.row.ChangeType;
import java.util.Queue;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Debezium's envelope (its documentation, "Data change events"). {@code ts_ms} is when the version
 * was committed, in both places: an event is the same whenever it is made.
 */
final class DebeziumFormat extends KeyedFormat {
  private static final String CONNECTOR = "delta";
  private static final String VERSION = Version.get();

  private static final Schema SOURCE =
      SchemaBuilder.struct()
          .name("io.deltaconnect.source.Source")
          .field("version", Schema.STRING_SCHEMA)
          .field("connector", Schema.STRING_SCHEMA)
          .field("name", Schema.STRING_SCHEMA)
          .field("ts_ms", Schema.INT64_SCHEMA)
          .field("snapshot", Schema.STRING_SCHEMA)
          .field("table", Schema.STRING_SCHEMA)
          .field("path", Schema.STRING_SCHEMA)
          .field("commit_version", Schema.INT64_SCHEMA)
          .build();

  private final boolean includePreimage;
  private final boolean tombstones;
  private final RowSchema row;
  private final Schema envelope;

  DebeziumFormat(OutputSettings settings, RecordTarget target) {
    super(settings, target, Grouping.BY_ROW);
    this.includePreimage = settings.includePreimage();
    this.tombstones = settings.tombstonesOnDelete();
    RowSchema.Builder builder = target.valueSchema();
    builder.schema().optional();
    this.row = builder.build();
    this.envelope =
        SchemaBuilder.struct()
            .name(target.names().envelope())
            .version(1)
            .field("before", row.schema())
            .field("after", row.schema())
            .field("source", SOURCE)
            .field("op", Schema.STRING_SCHEMA)
            .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
            .build();
  }

  @Override
  void make(RowEvent event, Operation operation, Origin origin, Queue<RecordParts> made) {
    boolean hideBefore = operation == Operation.UPDATE && !includePreimage;
    Object[] keyRow = event.after() == null ? event.before() : event.after();
    Struct value = value(hideBefore ? null : event.before(), event.after(), operation, origin);
    made.add(target().record(keyRow, envelope, value, event.changeType(), origin));
    if (operation == Operation.DELETE && tombstones) {
      made.add(target().record(keyRow, null, null, event.changeType(), origin));
    }
  }

  @Override
  public RecordParts snapshotRow(Object[] row, Origin origin) {
    Struct value = value(null, row, Operation.READ, origin);
    return target().record(row, envelope, value, ChangeType.INSERT, origin);
  }

  private Struct value(Object[] before, Object[] after, Operation operation, Origin origin) {
    return new Struct(envelope)
        .put("before", before == null ? null : row.struct(before))
        .put("after", after == null ? null : row.struct(after))
        .put("source", source(origin))
        .put("op", operation.code())
        .put("ts_ms", origin.timestamp());
  }

  private Struct source(Origin origin) {
    return new Struct(SOURCE)
        .put("version", VERSION)
        .put("connector", CONNECTOR)
        .put("name", target().table())
        .put("ts_ms", origin.timestamp())
        .put("snapshot", Boolean.toString(origin.snapshot()))
        .put("table", target().table())
        .put("path", target().layout().tablePath())
        .put("commit_version", origin.version());
  }
}
