package io.deltaconnect.source.position;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** Records that do nothing but carry a position. */
public final class PositionRecords {
  private static final Schema KEY =
      SchemaBuilder.struct()
          .name("io.deltaconnect.source.PositionKey")
          .field(Position.TABLE, Schema.STRING_SCHEMA)
          .build();
  private static final Schema VALUE =
      SchemaBuilder.struct()
          .name("io.deltaconnect.source.Position")
          .field(Position.TABLE, Schema.STRING_SCHEMA)
          .field(Position.TABLE_ID, Schema.OPTIONAL_STRING_SCHEMA)
          .field(Position.VERSION, Schema.INT64_SCHEMA)
          .field(Position.INDEX, Schema.INT64_SCHEMA)
          .field(Position.SNAPSHOT, Schema.BOOLEAN_SCHEMA)
          .field("ts_ms", Schema.INT64_SCHEMA)
          .build();

  private final String topic;

  public PositionRecords(String topic) {
    this.topic = topic;
  }

  /**
   * @param now milliseconds since the epoch
   */
  public SourceRecord record(String tableName, Position position, long now) {
    Struct value =
        new Struct(VALUE)
            .put(Position.TABLE, tableName)
            .put(Position.TABLE_ID, position.tableId())
            .put(Position.VERSION, position.version())
            .put(Position.INDEX, position.index())
            .put(Position.SNAPSHOT, position.snapshot())
            .put("ts_ms", now);
    return new SourceRecord(
        Position.partition(tableName),
        position.toOffset(),
        topic,
        null,
        KEY,
        new Struct(KEY).put(Position.TABLE, tableName),
        VALUE,
        value,
        now);
  }
}
