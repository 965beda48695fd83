package io.deltaconnect.transforms;

import static io.deltaconnect.transforms.Records.configured;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The events of each of Debezium's connectors for databases, with the source block that it writes
 * (its documentation, "Data change events"), as structs and as what JsonConverter makes of them
 * with and without schemas.
 */
class DatabasesTest {
  private static final Schema TEXT = Schema.OPTIONAL_STRING_SCHEMA;
  private static final Schema NUMBER = Schema.OPTIONAL_INT64_SCHEMA;

  private enum Form {
    STRUCT,
    JSON,
    JSON_WITHOUT_SCHEMAS
  }

  /**
   * A connector.
   *
   * @param position fields of its source block with their values, as {@code add.fields} names them
   * @param truncates whether it writes truncates at all
   * @param truncateHasImages whether those have the fields of images, with NULL
   */
  private record Database(
      String name, Map<String, Object> position, boolean truncates, boolean truncateHasImages) {
    Schema row() {
      return SchemaBuilder.struct()
          .name("srv.shop.ITEMS.Value")
          .optional()
          .field("ID", Schema.INT32_SCHEMA)
          .field("NAME", Schema.OPTIONAL_STRING_SCHEMA)
          .build();
    }

    Struct row(int id, String name) {
      return new Struct(row()).put("ID", id).put("NAME", name);
    }

    Struct source() {
      SchemaBuilder schema =
          SchemaBuilder.struct()
              .name("io.debezium.connector." + name + ".Source")
              .version(1)
              .field("version", Schema.STRING_SCHEMA)
              .field("connector", Schema.STRING_SCHEMA)
              .field("ts_ms", Schema.INT64_SCHEMA)
              .field("snapshot", SchemaBuilder.string().optional().defaultValue("false").build())
              .field("table", Schema.STRING_SCHEMA);
      position.forEach(
          (field, value) -> schema.field(field, value instanceof String ? TEXT : NUMBER));
      Struct source =
          new Struct(schema.build())
              .put("version", "3.6.1.Final")
              .put("connector", name)
              .put("ts_ms", 1_638_974_535_000L)
              .put("table", "ITEMS");
      position.forEach(source::put);
      return source;
    }

    Struct event(String op, Struct before, Struct after) {
      Struct source = source();
      boolean images = !op.equals("t") || truncateHasImages;
      SchemaBuilder envelope = SchemaBuilder.struct().name("srv.shop.ITEMS.Envelope").version(2);
      if (images) {
        envelope.field("before", row()).field("after", row());
      }
      envelope
          .field("source", source.schema())
          .field("transaction", Events.TRANSACTION)
          .field("op", Schema.STRING_SCHEMA)
          .field("ts_ms", NUMBER)
          .field("ts_us", NUMBER)
          .field("ts_ns", NUMBER);
      Struct event = new Struct(envelope.build());
      if (images) {
        event.put("before", before).put("after", after);
      }
      return event.put("source", source).put("op", op).put("ts_ms", 1L).put("ts_ns", 1_000_001L);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Database> DATABASES =
      List.of(
          new Database("postgresql", Map.of("lsn", 24_023_128L, "txId", 555L), true, true),
          new Database(
              "mysql", Map.of("gtid", "a-b:5", "file", "bin.000003", "pos", 484L), true, false),
          new Database("mariadb", Map.of("file", "bin.000003", "row", 0L), true, false),
          new Database(
              "sqlserver",
              Map.of(
                  "change_lsn", "0000002a:00000c10:0003",
                  "commit_lsn", "0000002a:00000c10:0005",
                  "event_serial_no", 1L),
              false,
              true),
          new Database(
              "oracle",
              Map.of(
                  "txId", "02000a0037030000",
                  "scn", "18446744073709551615",
                  "commit_scn", "18446744073709551616",
                  "rs_id", "001234.00012345.0124",
                  "ssn", 1L,
                  "redo_thread", 1L,
                  "user_name", "user",
                  "row_id", "AAASgjAAMAAAACnAAA",
                  "commit_ts_ms", 1_638_974_538_971L,
                  "start_scn", "13234396"),
              true,
              true),
          new Database("db2", Map.of("change_lsn", "00:03", "commit_lsn", "00:05"), false, true),
          new Database("vitess", Map.of("vgtid", "[{}]", "shard", "-80"), false, true));

  static Stream<Arguments> inEachForm() {
    return DATABASES.stream()
        .flatMap(database -> Stream.of(Form.values()).map(form -> Arguments.of(database, form)));
  }

  private static SinkRecord record(Form form, Struct value) {
    if (form == Form.STRUCT) {
      return Records.value(value);
    }
    boolean schemas = form == Form.JSON;
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(
          Map.of("schemas.enable", String.valueOf(schemas), "replace.null.with.default", "false"),
          false);
      byte[] json = converter.fromConnectData("orders", value.schema(), value);
      SchemaAndValue read = converter.toConnectData("orders", json);
      return Records.of(null, Records.map("ID", 1), read.schema(), read.value());
    }
  }

  private static SinkRecord apply(SinkRecord record, String... config) {
    return configured(new DebeziumRow<SinkRecord>(), config).apply(record);
  }

  private static Object get(Object row, String field) {
    Object value =
        row instanceof Struct struct
            ? struct.getWithoutDefault(field)
            : ((Map<?, ?>) row).get(field);
    return value instanceof Integer n ? Long.valueOf(n) : value;
  }

  @ParameterizedTest
  @MethodSource("inEachForm")
  void rowsOfEachDatabaseHaveTheirPosition(Database database, Form form) {
    String[] position = database.position().keySet().toArray(new String[0]);
    String fields = String.join(",", position) + ",ts_ns,snapshot,transaction.id";

    for (String op : List.of("c", "r", "u")) {
      Struct before = op.equals("u") ? database.row(1, "old") : null;
      SinkRecord made =
          apply(
              record(form, database.event(op, before, database.row(1, null))),
              "op.field",
              "_op",
              "add.fields",
              fields);

      assertThat(get(made.value(), "ID")).isEqualTo(1L);
      assertThat(get(made.value(), "NAME")).isNull();
      assertThat(get(made.value(), "_op")).isEqualTo(op);
      database
          .position()
          .forEach((name, value) -> assertThat(get(made.value(), "__" + name)).isEqualTo(value));
      assertThat(get(made.value(), "__ts_ns")).isEqualTo(1_000_001L);
      assertThat(get(made.value(), "__transaction_id")).isNull();
      assertThat(made.headers().lastWithName("__op").value()).isEqualTo(op);
    }
  }

  @ParameterizedTest
  @MethodSource("inEachForm")
  void deletesOfEachDatabaseHaveTheOldRowOrNone(Database database, Form form) {
    SinkRecord delete = record(form, database.event("d", database.row(1, "old"), null));

    assertThat(apply(delete).value()).isNull();
    Object row = apply(delete, "op.field", "_op").value();
    assertThat(get(row, "ID")).isEqualTo(1L);
    assertThat(get(row, "NAME")).isEqualTo("old");
    assertThat(get(row, "_op")).isEqualTo("d");

    SinkRecord keyOnly = record(form, database.event("d", null, null));
    assertThat(apply(keyOnly, "op.field", "_op").value()).isNull();
    assertThat(apply(keyOnly).headers().lastWithName("__op").value()).isEqualTo("d");
  }

  @ParameterizedTest
  @MethodSource("inEachForm")
  void truncatesOfEachDatabaseThatHasThemAreOne(Database database, Form form) {
    if (database.truncates()) {
      SinkRecord made = apply(record(form, database.event("t", null, null)));

      assertThat(made.key()).isNull();
      assertThat(made.value()).isNull();
      assertThat(made.headers().lastWithName("__op").value()).isEqualTo("t");
    }
  }

  @ParameterizedTest
  @MethodSource("inEachForm")
  void aChangedKeyIsADeleteAndACreateThatNameEachOther(Database database, Form form) {
    SinkRecord delete = record(form, database.event("d", database.row(1, "a"), null));
    delete.headers().add("__debezium.newkey", Records.map("ID", 2), null);
    SinkRecord create = record(form, database.event("c", null, database.row(2, "a")));
    create.headers().add("__debezium.oldkey", Records.map("ID", 1), null);

    SinkRecord gone = apply(delete);
    SinkRecord made = apply(create);

    assertThat(gone.value()).isNull();
    assertThat(gone.key()).isEqualTo(delete.key());
    assertThat(gone.headers().lastWithName("__debezium.newkey")).isNotNull();
    assertThat(get(made.value(), "ID")).isEqualTo(2L);
    assertThat(made.headers().lastWithName("__debezium.oldkey")).isNotNull();
  }

  private static Struct schemaChange(Database database, String ddl) {
    Schema table =
        SchemaBuilder.struct()
            .name("io.debezium.connector.schema.Change")
            .field("type", Schema.STRING_SCHEMA)
            .field("id", Schema.STRING_SCHEMA)
            .build();
    return Records.struct(
        SchemaBuilder.struct().name("io.debezium.connector.x.SchemaChangeValue"),
        "source",
        database.source().schema(),
        database.source(),
        "ts_ms",
        Schema.INT64_SCHEMA,
        1L,
        "databaseName",
        TEXT,
        "SHOP",
        "schemaName",
        TEXT,
        null,
        "ddl",
        TEXT,
        ddl,
        "tableChanges",
        SchemaBuilder.array(table).build(),
        List.of(new Struct(table).put("type", "CREATE").put("id", "\"SHOP\".\"ITEMS\"")));
  }

  private static Struct transaction(String status) {
    boolean end = status.equals("END");
    Schema collection =
        SchemaBuilder.struct()
            .optional()
            .field("data_collection", Schema.STRING_SCHEMA)
            .field("event_count", Schema.INT64_SCHEMA)
            .build();
    return Records.struct(
        "status",
        Schema.STRING_SCHEMA,
        status,
        "id",
        Schema.STRING_SCHEMA,
        "5.6.641",
        "event_count",
        NUMBER,
        end ? 2L : null,
        "data_collections",
        SchemaBuilder.array(collection).optional().build(),
        end
            ? List.of(
                new Struct(collection).put("data_collection", "SHOP.ITEMS").put("event_count", 2L))
            : null,
        "ts_ms",
        Schema.INT64_SCHEMA,
        1L);
  }

  private static Struct notification() {
    return Records.struct(
        SchemaBuilder.struct().name("io.debezium.connector.common.Notification"),
        "id",
        Schema.STRING_SCHEMA,
        "c485ccc3",
        "aggregate_type",
        Schema.STRING_SCHEMA,
        "Initial Snapshot",
        "type",
        Schema.STRING_SCHEMA,
        "COMPLETED",
        "additional_data",
        SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA).optional().build(),
        Map.of("connector_name", "srv"),
        "timestamp",
        Schema.INT64_SCHEMA,
        1L);
  }

  private static Struct message() {
    Schema content =
        SchemaBuilder.struct()
            .field("prefix", Schema.STRING_SCHEMA)
            .field("content", Schema.OPTIONAL_BYTES_SCHEMA)
            .build();
    Database postgres = DATABASES.get(0);
    return Records.struct(
        SchemaBuilder.struct().name("io.debezium.connector.postgresql.MessageValue"),
        "op",
        Schema.STRING_SCHEMA,
        "m",
        "ts_ms",
        NUMBER,
        1L,
        "source",
        postgres.source().schema(),
        postgres.source(),
        "message",
        content,
        new Struct(content).put("prefix", "foo").put("content", new byte[] {1}));
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void whatIsAboutNoRowIsDroppedOrPasses(Form form) {
    Stream<Struct> changes =
        DATABASES.stream()
            .flatMap(
                database ->
                    Stream.of(
                        schemaChange(database, "CREATE TABLE ITEMS (ID NUMBER(9))"),
                        // SQL Server has no DDL to tell.
                        schemaChange(database, null)));
    Struct heartbeat = Records.struct("ts_ms", Schema.INT64_SCHEMA, 1L);
    Stream.concat(
            changes,
            Stream.of(
                transaction("BEGIN"), transaction("END"), notification(), message(), heartbeat))
        .forEach(
            event -> {
              SinkRecord record = record(form, event);
              assertThat(apply(record)).as(event.toString()).isNull();
              assertThat(apply(record, "message.behavior", "pass")).isSameAs(record);
            });
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void documentsOfMongoAreRefusedInEachForm(Form form) {
    Schema json = SchemaBuilder.string().optional().name("io.debezium.data.Json").build();
    Schema description = SchemaBuilder.struct().optional().field("updatedFields", json).build();
    for (String[] images :
        new String[][] {
          {"c", null, "{}"}, {"u", "{}", "{}"}, {"u", null, null}, {"d", null, null}
        }) {
      Struct event =
          Records.struct(
              "before",
              json,
              images[1],
              "after",
              json,
              images[2],
              "updateDescription",
              description,
              null,
              "op",
              TEXT,
              images[0]);

      assertThatThrownBy(() -> apply(record(form, event)))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("ExtractNewDocumentState");
    }
    Struct old = Records.struct("after", json, null, "patch", json, "{}", "op", TEXT, "u");
    assertThatThrownBy(() -> apply(record(form, old)))
        .hasMessageContaining("ExtractNewDocumentState");
  }

  // https://github.com/yugabyte/yugabyte-db/issues/18913: what an update does not set is no NULL
  @ParameterizedTest
  @EnumSource(Form.class)
  void rowsOfCellsAreRefusedInEachForm(Form form) {
    for (SchemaBuilder cell :
        List.of(SchemaBuilder.struct(), SchemaBuilder.struct().field("deletion_ts", NUMBER))) {
      cell.optional().field("value", TEXT).field("set", Schema.BOOLEAN_SCHEMA).build();
      Schema row = SchemaBuilder.struct().optional().field("id", cell).field("name", cell).build();
      Struct set = new Struct(row).put("id", new Struct(cell).put("value", "1").put("set", true));
      for (String op : List.of("c", "i", "u", "r", "d")) {
        Struct event =
            op.equals("d")
                ? Records.struct("before", row, set, "after", row, null, "op", TEXT, op)
                : Records.struct("after", row, set, "op", TEXT, op);

        for (String unknown : List.of("fail", "pass", "drop")) {
          assertThatThrownBy(() -> apply(record(form, event), "unknown.behavior", unknown))
              .isInstanceOf(DataException.class)
              .hasMessageContaining("Cassandra and YugabyteDB");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void structsThatAreNoCellsAreColumns(Form form) {
    Schema point = SchemaBuilder.struct().field("value", TEXT).field("set", TEXT).build();
    Schema row = SchemaBuilder.struct().optional().field("p", point).build();
    Struct after = new Struct(row).put("p", new Struct(point).put("value", "v").put("set", "true"));

    assertThat(apply(record(form, Records.struct("after", row, after, "op", TEXT, "c"))))
        .extracting(SinkRecord::value)
        .isNotNull();
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void eventsInACloudEventAreNoEnvelopes(Form form) {
    Struct event = DATABASES.get(0).event("c", null, DATABASES.get(0).row(1, "a"));
    Struct cloudEvent =
        Records.struct(
            "id",
            Schema.STRING_SCHEMA,
            "name:srv",
            "specversion",
            Schema.STRING_SCHEMA,
            "1.0",
            "iodebeziumop",
            Schema.STRING_SCHEMA,
            "c",
            "data",
            event.schema(),
            event);

    assertThatThrownBy(() -> apply(record(form, cloudEvent)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("an event of Debezium was expected")
        .hasMessageContaining("iodebeziumop");
  }
}
