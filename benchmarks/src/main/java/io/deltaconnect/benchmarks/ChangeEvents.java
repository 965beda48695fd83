package io.deltaconnect.benchmarks;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Envelopes as Debezium's connector for PostgreSQL writes them. */
final class ChangeEvents {
  private static final Schema KEY =
      SchemaBuilder.struct().name("shop.orders.Key").field("id", Schema.INT64_SCHEMA).build();
  private static final Schema ROW =
      SchemaBuilder.struct()
          .name("shop.orders.Value")
          .optional()
          .field("id", Schema.INT64_SCHEMA)
          .field("c1", Schema.OPTIONAL_STRING_SCHEMA)
          .field("c2", Schema.OPTIONAL_STRING_SCHEMA)
          .field("c3", Schema.OPTIONAL_STRING_SCHEMA)
          .field("c4", Schema.OPTIONAL_INT32_SCHEMA)
          .field("c5", Schema.OPTIONAL_INT32_SCHEMA)
          .field("c6", SchemaBuilder.int32().optional().defaultValue(10).build())
          .field("c7", Schema.OPTIONAL_FLOAT64_SCHEMA)
          .field("c8", Schema.OPTIONAL_BOOLEAN_SCHEMA)
          .field("c9", timestamp())
          .field("c10", timestamp())
          .field("c11", Decimal.builder(2).optional().build())
          .field("c12", Schema.OPTIONAL_BYTES_SCHEMA)
          .build();
  private static final Schema SOURCE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.postgresql.Source")
          .field("version", Schema.STRING_SCHEMA)
          .field("connector", Schema.STRING_SCHEMA)
          .field("name", Schema.STRING_SCHEMA)
          .field("ts_ms", Schema.INT64_SCHEMA)
          .field("schema", Schema.STRING_SCHEMA)
          .field("table", Schema.STRING_SCHEMA)
          .field("lsn", Schema.OPTIONAL_INT64_SCHEMA)
          .build();
  private static final Schema ENVELOPE =
      SchemaBuilder.struct()
          .name("shop.orders.Envelope")
          .version(2)
          .field("before", ROW)
          .field("after", ROW)
          .field("source", SOURCE)
          .field("op", Schema.STRING_SCHEMA)
          .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
          .build();

  private ChangeEvents() {}

  private static Schema timestamp() {
    return SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").optional().build();
  }

  /** Of ten events six are updates, three creates and one is a delete. */
  static List<SinkRecord> make(int count) {
    List<SinkRecord> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int kind = i % 10;
      Struct value = new Struct(ENVELOPE).put("op", kind == 0 ? "d" : kind < 4 ? "c" : "u");
      if (kind == 0 || kind >= 4) {
        value.put("before", row(i));
      }
      if (kind != 0) {
        value.put("after", row(i + 1));
      }
      value.put("source", source(i)).put("ts_ms", (long) i);
      SinkRecord event =
          new SinkRecord(
              "shop.orders",
              0,
              KEY,
              new Struct(KEY).put("id", (long) i),
              ENVELOPE,
              value,
              i,
              (long) i,
              TimestampType.CREATE_TIME);
      for (String header : List.of("connectorLogicalName", "taskId", "connectorName", "runId")) {
        event.headers().addString("__debezium.context." + header, "some text");
      }
      events.add(event);
    }
    return events;
  }

  private static Struct source(int i) {
    return new Struct(SOURCE)
        .put("version", "3.6.1.Final")
        .put("connector", "postgresql")
        .put("name", "shop")
        .put("ts_ms", (long) i)
        .put("schema", "public")
        .put("table", "orders")
        .put("lsn", (long) i);
  }

  private static Struct row(int i) {
    Struct row = new Struct(ROW).put("id", (long) i);
    for (int c = 1; c <= 3; c++) {
      row.put("c" + c, "text " + (i + c));
    }
    return row.put("c4", i)
        .put("c5", i + 1)
        .put("c7", i * 0.5)
        .put("c8", i % 2 == 0)
        .put("c9", (long) i)
        .put("c10", (long) i)
        .put("c11", BigDecimal.valueOf(i, 2))
        .put("c12", new byte[] {1, 2, 3});
  }
}
