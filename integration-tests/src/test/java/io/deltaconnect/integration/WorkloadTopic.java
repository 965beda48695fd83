package io.deltaconnect.integration;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.json.JsonConverter;

/** A topic that carries a {@link Workload} as JSON with schemas; keys are structs. */
final class WorkloadTopic {
  private static final int SCALE = 2;

  private final String name;
  private final int partitions;
  private final List<String> keyColumns;
  private final Workload workload;
  private final Schema keySchema;
  private final Schema valueSchema;
  private final JsonConverter keys = new JsonConverter();
  private final JsonConverter values = new JsonConverter();

  /** What was sent, by partition and offset. */
  private final List<List<Workload.Event>> records = new ArrayList<>();

  /** With as many keys as the workload likes to make. */
  WorkloadTopic(String name, int partitions, Workload.KeyKind keyKind, long seed) {
    this(name, partitions, keyKind, Integer.MAX_VALUE, seed);
  }

  /** Keys of more than one column are left out of the values, as many producers do. */
  WorkloadTopic(String name, int partitions, Workload.KeyKind keyKind, int maxKeys, long seed) {
    this.name = name;
    this.partitions = partitions;
    this.keyColumns = keyKind.columns();
    for (int i = 0; i < partitions; i++) {
      records.add(new ArrayList<>());
    }
    this.workload = new Workload(keyKind, maxKeys, seed);
    SchemaBuilder key = SchemaBuilder.struct();
    SchemaBuilder value = SchemaBuilder.struct();
    for (String column : keyColumns) {
      Schema type = keyType(column);
      key.field(column, type);
      if (keyColumns.size() == 1) {
        value.field(column, type);
      }
    }
    this.keySchema = key.build();
    this.valueSchema = addColumns(value).build();
    keys.configure(Map.of("schemas.enable", "true"), true);
    values.configure(Map.of("schemas.enable", "true"), false);
  }

  String name() {
    return name;
  }

  int partitions() {
    return partitions;
  }

  List<String> keyColumns() {
    return keyColumns;
  }

  /** The rows that the table must have once all records sent so far are in it. */
  Collection<Map<String, Object>> rows() {
    return workload.rows();
  }

  /** What was sent to a partition; the index is the offset. */
  List<Workload.Event> records(int partition) {
    return records.get(partition);
  }

  void adopt(Collection<Map<String, Object>> rows) {
    workload.adopt(rows);
  }

  /** Sends the next changes of the workload. A key is always sent to the same partition. */
  void send(Producer<byte[], byte[]> producer, int records)
      throws ExecutionException, InterruptedException {
    send(producer, workload.batch(records));
  }

  /** Sends rows with these keys; the workload knows nothing of them. */
  void sendRows(Producer<byte[], byte[]> producer, LongStream keys)
      throws ExecutionException, InterruptedException {
    send(producer, keys.mapToObj(workload::newRow).toList());
  }

  private void send(Producer<byte[], byte[]> producer, List<Workload.Event> events)
      throws ExecutionException, InterruptedException {
    List<Future<RecordMetadata>> sent = new ArrayList<>(events.size());
    for (Workload.Event event : events) {
      Struct key = new Struct(keySchema);
      for (int i = 0; i < keyColumns.size(); i++) {
        key.put(keyColumns.get(i), event.key().get(i));
      }
      byte[] value = null;
      if (event.row() != null) {
        value = values.fromConnectData(name, valueSchema, struct(valueSchema, event.row()));
      }
      int partition = Math.floorMod(event.key().hashCode(), partitions);
      records.get(partition).add(event);
      sent.add(
          producer.send(
              new ProducerRecord<>(
                  name, partition, keys.fromConnectData(name, keySchema, key), value)));
    }
    for (Future<RecordMetadata> result : sent) {
      result.get();
    }
  }

  private static Schema keyType(String column) {
    return switch (column) {
      case "id" -> Schema.INT64_SCHEMA;
      case "number" -> Schema.INT32_SCHEMA;
      default -> Schema.STRING_SCHEMA;
    };
  }

  private static SchemaBuilder addColumns(SchemaBuilder value) {
    Schema address =
        SchemaBuilder.struct()
            .field("street", Schema.OPTIONAL_STRING_SCHEMA)
            .field("zip", Schema.OPTIONAL_INT32_SCHEMA)
            .optional()
            .build();
    return value
        .field("region", Schema.OPTIONAL_STRING_SCHEMA)
        .field("quantity", Schema.OPTIONAL_INT32_SCHEMA)
        .field(
            "amount",
            Decimal.builder(SCALE).parameter("connect.decimal.precision", "12").optional().build())
        .field("day", org.apache.kafka.connect.data.Date.builder().optional().build())
        .field("seen_at", Timestamp.builder().optional().build())
        .field("active", Schema.OPTIONAL_BOOLEAN_SCHEMA)
        .field("address", address)
        .field("tags", SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).optional().build())
        .field(
            "attributes",
            SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA)
                .optional()
                .build())
        .field("payload", Schema.OPTIONAL_BYTES_SCHEMA);
  }

  private static Struct struct(Schema schema, Map<?, ?> row) {
    Struct struct = new Struct(schema);
    for (Field field : schema.fields()) {
      struct.put(field, connectValue(field.schema(), row.get(field.name())));
    }
    return struct;
  }

  private static Object connectValue(Schema schema, Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.setScale(SCALE, RoundingMode.UNNECESSARY);
    }
    if (value instanceof LocalDate day) {
      return Date.from(day.atStartOfDay(ZoneOffset.UTC).toInstant());
    }
    if (value instanceof Instant instant) {
      return Date.from(instant);
    }
    if (value instanceof ByteBuffer bytes) {
      return bytes.duplicate();
    }
    if (value instanceof Map<?, ?> map && schema.type() == Schema.Type.STRUCT) {
      return struct(schema, map);
    }
    return value;
  }
}
