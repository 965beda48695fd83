package io.deltaconnect.sink;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Records of the topic {@code orders}. */
final class Records {
  static final String TOPIC = "orders";

  private Records() {}

  /** A record without schemas; key {@code {"id": id}}, null fields are left out. */
  static SinkRecord upsert(long offset, Object id, Object... namesAndValues) {
    return json(TOPIC, 0, offset, map("id", id), map(namesAndValues));
  }

  /** A record without schemas; key {@code {"id": id}}, value {@code {"n": n}}. */
  static SinkRecord at(int partition, long offset, long id, long n) {
    return json(TOPIC, partition, offset, map("id", id), map("n", n));
  }

  static SinkRecord tombstone(long offset, Object id) {
    return json(TOPIC, 0, offset, map("id", id), null);
  }

  static SinkRecord json(String topic, int partition, long offset, Object key, Object value) {
    return record(topic, partition, offset, null, key, null, value);
  }

  static SinkRecord record(
      String topic,
      int partition,
      long offset,
      Schema keySchema,
      Object key,
      Schema valueSchema,
      Object value) {
    return new SinkRecord(
        topic,
        partition,
        keySchema,
        key,
        valueSchema,
        value,
        offset,
        1_000L,
        TimestampType.CREATE_TIME);
  }

  /** A record whose key is a struct of one field and whose value is a struct. */
  static SinkRecord struct(long offset, Struct key, Struct value) {
    return record(
        TOPIC,
        0,
        offset,
        key == null ? null : key.schema(),
        key,
        value == null ? null : value.schema(),
        value);
  }

  static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  /** A struct with one field per name, schema and value. */
  static Struct structOf(Object... namesSchemasAndValues) {
    SchemaBuilder builder = SchemaBuilder.struct();
    for (int i = 0; i < namesSchemasAndValues.length; i += 3) {
      builder.field((String) namesSchemasAndValues[i], (Schema) namesSchemasAndValues[i + 1]);
    }
    Struct struct = new Struct(builder.build());
    for (int i = 0; i < namesSchemasAndValues.length; i += 3) {
      struct.put((String) namesSchemasAndValues[i], namesSchemasAndValues[i + 2]);
    }
    return struct;
  }
}
