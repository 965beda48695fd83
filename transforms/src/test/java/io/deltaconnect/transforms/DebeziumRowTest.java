package io.deltaconnect.transforms;

import static io.deltaconnect.transforms.Events.event;
import static io.deltaconnect.transforms.Events.row;
import static io.deltaconnect.transforms.Records.configured;
import static io.deltaconnect.transforms.Records.map;
import static io.deltaconnect.transforms.Records.struct;
import static io.deltaconnect.transforms.Records.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DebeziumRowTest {
  private static DebeziumRow<SinkRecord> transform(String... config) {
    return configured(new DebeziumRow<>(), config);
  }

  private static List<String> headers(SinkRecord record) {
    return StreamSupport.stream(record.headers().spliterator(), false)
        .map(header -> header.key() + "=" + header.value())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"c", "r", "u"})
  void theNewRowIsTheValue(String op) {
    Struct after = row(1, null);
    SinkRecord record = value(event(op, row(1, 2), after));
    record.headers().add("other", 5, Schema.INT32_SCHEMA);

    SinkRecord made = transform().apply(record);

    assertThat(made.value()).isSameAs(after);
    assertThat(made.valueSchema()).isSameAs(after.schema());
    assertThat(headers(made)).containsExactly("other=5", "__op=" + op);
    assertThat(headers(record)).as("what was given").containsExactly("other=5");
    assertThat(made.key()).isSameAs(record.key());
    assertThat(made.timestamp()).isEqualTo(1_000L);
    assertThat(made.timestampType()).isEqualTo(record.timestampType());
    assertThat(made.topic()).isEqualTo("renamed");
    assertThat(made.kafkaPartition()).isEqualTo(7);
    assertThat(made.originalTopic()).isEqualTo("orders");
    assertThat(made.originalKafkaPartition()).isEqualTo(3);
    assertThat(made.originalKafkaOffset()).isEqualTo(42);
  }

  @Test
  void rowsCanHaveTheCodeAndFieldsOfTheEvent() {
    DebeziumRow<SinkRecord> transform =
        transform(
            "op.field",
            "_op",
            "op.header",
            "",
            "add.fields",
            "ts_ms,source.lsn,table,snapshot:read,transaction.id");

    SinkRecord made = transform.apply(value(event("u", row(1, 2), row(1, null))));

    Struct row = (Struct) made.value();
    Schema schema = made.valueSchema();
    assertThat(schema).isSameAs(row.schema());
    assertThat(schema.name()).isEqualTo("shop.orders.Value");
    assertThat(schema.version()).isEqualTo(3);
    assertThat(schema.doc()).isEqualTo("orders");
    assertThat(schema.parameters()).isEqualTo(Map.of("owner", "shop"));
    assertThat(Structs.fields(schema))
        .isEqualTo("id, price, score, _op, __ts_ms, __source_lsn, __table, read, __transaction_id");
    assertThat(schema.field("price").schema()).isSameAs(Events.ROW.field("price").schema());
    assertThat(schema.field("__source_lsn").schema()).isSameAs(Events.SOURCE.field("lsn").schema());
    Schema transactionId = schema.field("__transaction_id").schema();
    assertThat(transactionId.isOptional()).as("as the transaction is").isTrue();
    assertThat(transactionId.name()).isEqualTo("x.Id");
    assertThat(transactionId.version()).isEqualTo(2);
    assertThat(transactionId.parameters()).isEqualTo(Map.of("p", "q"));
    row.validate();
    assertThat(row.get("id")).isEqualTo(1L);
    assertThat(row.get("price")).isEqualTo(new byte[] {1});
    assertThat(row.getWithoutDefault("score")).as("NULL, though 10 is the default").isNull();
    assertThat(row.get("_op")).isEqualTo("u");
    assertThat(row.get("__ts_ms")).isEqualTo(5L);
    assertThat(row.get("__source_lsn")).isEqualTo(99L);
    assertThat(row.get("__table")).isEqualTo("orders");
    assertThat(row.getWithoutDefault("read")).as("NULL, not its default").isNull();
    assertThat(row.get("__transaction_id")).isNull();
    assertThat(headers(made)).isEmpty();
  }

  @Test
  void headersCanHaveFieldsOfTheEvent() {
    DebeziumRow<SinkRecord> transform =
        transform("add.headers", "source.lsn:lsn,transaction.id,ts_ms");
    Struct withTransaction =
        event("c", null, row(1, 2))
            .put("transaction", new Struct(Events.TRANSACTION).put("id", "7:8"));

    SinkRecord made = transform.apply(value(withTransaction));

    assertThat(headers(made))
        .containsExactly("__op=c", "lsn=99", "__transaction_id=7:8", "__ts_ms=5");
    Header lsn = made.headers().lastWithName("lsn");
    assertThat(lsn.schema()).isSameAs(Events.SOURCE.field("lsn").schema());
    assertThat(headers(transform.apply(value(event("t", null, null)))))
        .containsExactly("__op=t", "lsn=99", "__transaction_id=null", "__ts_ms=5");
  }

  @Test
  void aDeleteHasNoValueUnlessTheCodeIsInAField() {
    SinkRecord delete = value(event("d", row(1, null), null));

    SinkRecord made = transform().apply(delete);
    assertThat(made.value()).isNull();
    assertThat(made.valueSchema()).isNull();
    assertThat(made.key()).isSameAs(delete.key());
    assertThat(headers(made)).containsExactly("__op=d");

    SinkRecord withField = transform("op.field", "_op").apply(delete);
    Struct old = (Struct) withField.value();
    assertThat(old.get("_op")).isEqualTo("d");
    assertThat(old.get("id")).isEqualTo(1L);
    assertThat(old.getWithoutDefault("score")).isNull();
    assertThat(headers(withField)).containsExactly("__op=d");

    assertThat(transform("op.field", "_op").apply(value(event("d", null, null))).value())
        .as("where there is no old row")
        .isNull();
  }

  @Test
  void tombstonesPassOrAreDropped() {
    SinkRecord tombstone = value(null);
    SinkRecord withSchema = Records.of(null, map("id", 1L), Events.ENVELOPE, null);

    assertThat(transform().apply(tombstone)).isSameAs(tombstone);
    assertThat(transform().apply(withSchema)).isSameAs(withSchema);
    assertThat(transform("tombstone.behavior", "drop").apply(tombstone)).isNull();
  }

  @Test
  void aTruncateHasNoKeyAndNothingButTheCode() {
    SinkRecord truncate = value(event("t", null, null));

    SinkRecord made = transform().apply(truncate);
    assertThat(made.key()).isNull();
    assertThat(made.keySchema()).isNull();
    assertThat(made.value()).isNull();
    assertThat(made.valueSchema()).isNull();
    assertThat(headers(made)).containsExactly("__op=t");
    assertThat(made.originalKafkaOffset()).isEqualTo(42);

    Struct value =
        (Struct) transform("op.field", "_op", "add.fields", "lsn").apply(truncate).value();
    value.validate();
    assertThat(value.toString()).isEqualTo("Struct{_op=t,__lsn=99}");
    assertThat(transform("truncate.behavior", "drop").apply(truncate)).isNull();
  }

  @Test
  void aTruncateMayComeWithoutImages() {
    Struct bare =
        struct(
            "op",
            Schema.STRING_SCHEMA,
            "t",
            "source",
            Events.SOURCE,
            event("t", null, null).get("source"));

    assertThat(headers(transform().apply(value(bare)))).containsExactly("__op=t");
    assertThat(((Struct) transform("op.field", "o").apply(value(bare)).value()).get("o"))
        .isEqualTo("t");
    assertThat(transform("op.field", "o").apply(value(map("op", "t", "source", map()))).value())
        .isEqualTo(map("o", "t"));
  }

  @Test
  void mapsWithoutSchemaAreReadAlike() {
    Map<String, Object> after = map("id", 1, "score", null);
    Map<String, Object> event =
        map("op", "u", "before", map("id", 1), "after", after, "ts_ms", 5, "source", map("lsn", 9));

    SinkRecord plain = transform().apply(value(event));
    assertThat(plain.value()).isSameAs(after);
    assertThat(plain.valueSchema()).isNull();
    assertThat(headers(plain)).containsExactly("__op=u");

    SinkRecord made =
        transform("op.field", "o", "add.fields", "ts_ms,lsn:lsn", "add.headers", "source.lsn")
            .apply(value(event));
    assertThat(made.value())
        .isEqualTo(map("id", 1, "score", null, "o", "u", "__ts_ms", 5, "lsn", 9));
    assertThat(headers(made)).containsExactly("__op=u", "__source_lsn=9");
    assertThat(after).as("what was given").isEqualTo(map("id", 1, "score", null));

    event.put("transaction", null);
    assertThat(
            transform("add.fields", "transaction.id,source.x.y:y")
                .apply(value(withSource(event, map("x", null))))
                .value())
        .as("NULL, as what is above it")
        .isEqualTo(map("id", 1, "score", null, "__transaction_id", null, "y", null));

    Map<String, Object> delete = map("op", "d", "before", map("id", 1), "after", null);
    assertThat(transform().apply(value(delete)).value()).isNull();
    assertThat(transform("op.field", "o").apply(value(delete)).value())
        .isEqualTo(map("id", 1, "o", "d"));
    assertThat(transform("truncate.behavior", "drop").apply(value(map("op", "t", "source", map()))))
        .isNull();
  }

  private static Map<String, Object> withSource(Map<String, Object> event, Object source) {
    Map<String, Object> other = new HashMap<>(event);
    other.put("source", source);
    return other;
  }

  @Test
  void eventsAboutNoRowAreDroppedOrPass() {
    Struct message =
        struct(
            "op",
            Schema.STRING_SCHEMA,
            "m",
            "source",
            Events.SOURCE,
            event("c", null, null).get("source"),
            "message",
            Schema.STRING_SCHEMA,
            "hi");
    Struct transaction =
        struct(
            SchemaBuilder.struct().name("io.debezium.connector.common.TransactionMetadataValue"),
            "status",
            Schema.STRING_SCHEMA,
            "BEGIN",
            "id",
            Schema.STRING_SCHEMA,
            "1",
            "event_count",
            Schema.OPTIONAL_INT64_SCHEMA,
            null,
            "data_collections",
            SchemaBuilder.array(Schema.STRING_SCHEMA).optional().build(),
            null,
            "ts_ms",
            Schema.INT64_SCHEMA,
            1L);
    Struct schemaChange =
        struct(
            "source",
            Events.SOURCE,
            event("c", null, null).get("source"),
            "ts_ms",
            Schema.INT64_SCHEMA,
            1L,
            "databaseName",
            Schema.OPTIONAL_STRING_SCHEMA,
            "shop",
            "schemaName",
            Schema.OPTIONAL_STRING_SCHEMA,
            null,
            "ddl",
            Schema.OPTIONAL_STRING_SCHEMA,
            "ALTER TABLE");
    Struct heartbeat = struct("ts_ms", Schema.INT64_SCHEMA, 1L);
    for (Object event :
        List.of(
            message,
            transaction,
            schemaChange,
            heartbeat,
            map("op", "m", "source", map(), "message", map("prefix", "p")),
            map("status", "END", "id", "1", "event_count", 1, "data_collections", List.of()),
            map("source", map(), "databaseName", "shop", "ddl", "DROP TABLE", "tableChanges", 1),
            map("ts_ms", 1L))) {
      SinkRecord record = value(event);
      assertThat(transform().apply(record)).as(event.toString()).isNull();
      assertThat(transform("message.behavior", "pass").apply(record)).isSameAs(record);
    }
  }

  @Test
  void documentsOfMongoAreRefused() {
    Schema json = SchemaBuilder.string().optional().name("io.debezium.data.Json").build();
    Struct create =
        struct("before", json, null, "after", json, "{}", "op", Schema.OPTIONAL_STRING_SCHEMA, "c");
    for (Object event :
        List.of(
            create,
            map("before", null, "after", "{}", "op", "c"),
            map("before", null, "after", null, "op", "d", "updateDescription", null))) {
      for (String unknown : List.of("fail", "pass", "drop")) {
        assertThatThrownBy(() -> transform("unknown.behavior", unknown).apply(value(event)))
            .isInstanceOf(DataException.class)
            .hasMessageStartingWith("orders-3@42: ")
            .hasMessageContaining("ExtractNewDocumentState");
      }
    }
  }

  @Test
  void aRowWithColumnsOfTheSameNamesIsNoEvent() {
    Schema text = Schema.OPTIONAL_STRING_SCHEMA;
    for (String op : List.of("c", "d", "t", "m")) {
      for (Object row :
          List.of(
              struct("id", text, "1", "op", text, op, "source", text, "web"),
              struct("id", text, "1", "op", text, op, "source", text, null),
              map("id", 1, "op", op, "source", "web"),
              map("id", 1, "op", op, "source", null))) {
        SinkRecord record = value(row);
        assertThat(transform("unknown.behavior", "pass").apply(record)).isSameAs(record);
        assertThatThrownBy(() -> transform().apply(record))
            .hasMessageContaining("an event of Debezium was expected");
      }
    }
  }

  @Test
  void whatIsNoEventIsABadRecordUnlessConfigured() {
    Struct row = row(1, 2);
    for (Object value : List.of(row, map("id", 1, "op", "c"), "text", event("x", null, row))) {
      SinkRecord record = value(value);
      assertThatThrownBy(() -> transform().apply(record))
          .isInstanceOf(DataException.class)
          .hasMessageStartingWith("orders-3@42: an event of Debezium was expected")
          .hasMessageContaining("unknown.behavior=pass");
      assertThat(transform("unknown.behavior", "pass").apply(record)).isSameAs(record);
      assertThat(transform("unknown.behavior", "drop").apply(record)).isNull();
    }
    assertThatThrownBy(() -> transform().apply(value(row)))
        .hasMessageContaining("has the fields id, price, score");
    assertThatThrownBy(() -> transform().apply(value("text"))).hasMessageContaining("is a String");
    assertThatThrownBy(() -> transform().apply(value(event("x", null, row))))
        .hasMessageContaining("has the op 'x', which is none of c, r, u, d, t, m");
    assertThatThrownBy(() -> transform().apply(value(map("schema", map(), "payload", map()))))
        .hasMessageContaining("value.converter.schemas.enable=true");
  }

  @Test
  void aRowWithoutItsImageIsABadRecord() {
    for (Object event : List.of(event("u", row(1, 2), null), map("op", "u", "source", map()))) {
      assertThatThrownBy(() -> transform("unknown.behavior", "pass").apply(value(event)))
          .isInstanceOf(DataException.class)
          .hasMessage("orders-3@42: the op 'u' needs a row in after, but there is none");
    }
  }

  @Test
  void fieldsThatAreNotThereOrTakenAreNamed() {
    SinkRecord record = value(event("c", null, row(1, 2)));
    SinkRecord map = value(map("op", "c", "source", map(), "after", map("score", 2)));
    for (SinkRecord each : List.of(record, map)) {
      assertThatThrownBy(() -> transform("add.headers", "source.scn").apply(each))
          .isInstanceOf(DataException.class)
          .hasMessageStartingWith(
              "orders-3@42: neither the event nor its source has a field 'source.scn'"
                  + " (add.headers); the event's fields are ");
      assertThatThrownBy(() -> transform("add.fields", "scn").apply(each))
          .hasMessageContaining("'scn' (add.fields)");
      assertThatThrownBy(() -> transform("op.field", "score").apply(each))
          .hasMessage(
              "orders-3@42: the row has a field 'score' already: op.field and add.fields need other"
                  + " names");
      assertThatThrownBy(() -> transform("add.fields", "op:score").apply(each))
          .hasMessageContaining("the row has a field 'score' already");
    }
  }

  @Test
  void settingsThatContradictEachOtherAreRefused() {
    assertThatThrownBy(() -> transform("op.header", ""))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("truncate.behavior=drop");
    assertThat(
            transform("op.header", "", "truncate.behavior", "drop")
                .apply(value(event("c", null, row(1, 2))))
                .headers())
        .isEmpty();
    assertThatThrownBy(() -> transform("op.field", "x", "add.fields", "lsn:x"))
        .hasMessageContaining("one name");
    assertThatThrownBy(() -> transform("add.headers", "op"))
        .hasMessageContaining("op.header and a header of add.headers have one name");
    assertThatThrownBy(() -> transform("add.fields", "a:b:c")).hasMessageContaining("path:name");
    assertThatThrownBy(() -> transform("add.fields", "a,a"))
        .hasMessageContaining("two fields are called '__a'");
    assertThat(SettingsTest.errors(new DebeziumRow<>(), Map.of("op.header", "")).keySet())
        .containsExactlyInAnyOrder("op.field", "op.header", "truncate.behavior");
    assertThat(SettingsTest.errors(new DebeziumRow<>(), Map.of("add.fields", "a:b:c")).keySet())
        .containsExactly("add.fields");
  }

  @Test
  void equalSchemasGiveOneSchema() {
    DebeziumRow<SinkRecord> transform = transform("op.field", "o");
    Schema first = transform.apply(value(event("c", null, row(1, 2)))).valueSchema();
    Struct other =
        new Struct(Events.envelope(Events.row().build()))
            .put("op", "d")
            .put("before", new Struct(Events.row().build()).put("id", 1L))
            .put("source", event("c", null, null).get("source"));

    assertThat(transform.apply(value(other)).valueSchema()).isSameAs(first);
  }
}
