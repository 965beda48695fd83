package io.deltaconnect.transforms;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** Events as Debezium's connectors for relational databases write them. */
final class Events {
  static final Schema ROW = row().build();
  static final Schema SOURCE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.postgresql.Source")
          .field("table", Schema.STRING_SCHEMA)
          .field("lsn", SchemaBuilder.int64().optional().version(1).doc("position").build())
          .field("snapshot", SchemaBuilder.string().optional().defaultValue("false").build())
          .build();
  static final Schema TRANSACTION =
      SchemaBuilder.struct()
          .name("event.block")
          .optional()
          .field("id", SchemaBuilder.string().name("x.Id").version(2).parameter("p", "q").build())
          .build();
  static final Schema ENVELOPE = envelope(ROW);

  private Events() {}

  /** A new one each time, equal to all others. */
  static SchemaBuilder row() {
    return SchemaBuilder.struct()
        .name("shop.orders.Value")
        .version(3)
        .doc("orders")
        .parameter("owner", "shop")
        .optional()
        .field("id", Schema.INT64_SCHEMA)
        .field("price", SchemaBuilder.bytes().optional().parameter("scale", "2").build())
        .field("score", SchemaBuilder.int32().optional().defaultValue(10).build());
  }

  static Schema envelope(Schema row) {
    return SchemaBuilder.struct()
        .name("shop.orders.Envelope")
        .version(2)
        .field("before", row)
        .field("after", row)
        .field("source", SOURCE)
        .field("transaction", TRANSACTION)
        .field("op", Schema.STRING_SCHEMA)
        .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
        .build();
  }

  static Struct row(long id, Integer score) {
    return new Struct(ROW).put("id", id).put("price", new byte[] {1}).put("score", score);
  }

  static Struct event(String op, Struct before, Struct after) {
    return new Struct(ENVELOPE)
        .put("op", op)
        .put("before", before)
        .put("after", after)
        .put("source", new Struct(SOURCE).put("table", "orders").put("lsn", 99L))
        .put("ts_ms", 5L);
  }
}
