package io.deltaconnect.transforms;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;

/** Records of partition 3 of the topic {@code orders}, offset 42, renamed to {@code renamed}. */
final class Records {
  private Records() {}

  static SinkRecord of(Schema keySchema, Object key, Schema valueSchema, Object value) {
    return new SinkRecord(
        "renamed",
        7,
        keySchema,
        key,
        valueSchema,
        value,
        42,
        1_000L,
        TimestampType.LOG_APPEND_TIME,
        null,
        "orders",
        3,
        42);
  }

  /** With the key {@code {"id": 1}}, without a schema. */
  static SinkRecord value(Object value) {
    Schema schema = value instanceof Struct struct ? struct.schema() : null;
    return of(null, map("id", 1L), schema, value);
  }

  static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  /** A struct with one field per name, schema and value. */
  static Struct struct(Object... namesSchemasAndValues) {
    return struct(SchemaBuilder.struct(), namesSchemasAndValues);
  }

  static Struct struct(SchemaBuilder builder, Object... namesSchemasAndValues) {
    for (int i = 0; i < namesSchemasAndValues.length; i += 3) {
      builder.field((String) namesSchemasAndValues[i], (Schema) namesSchemasAndValues[i + 1]);
    }
    Struct struct = new Struct(builder.build());
    for (int i = 0; i < namesSchemasAndValues.length; i += 3) {
      struct.put((String) namesSchemasAndValues[i], namesSchemasAndValues[i + 2]);
    }
    return struct;
  }

  static <T extends Transformation<SinkRecord>> T configured(T transform, String... config) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < config.length; i += 2) {
      map.put(config[i], config[i + 1]);
    }
    transform.configure(map);
    return transform;
  }
}
