package io.deltaconnect.sink;

import static io.deltaconnect.sink.EnvelopeFixture.event;
import static io.deltaconnect.sink.Records.structOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.table.row.MapEntries;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every type that Debezium's connectors give values (their documentation, "Data type mappings", and
 * {@code io.debezium.data} and {@code io.debezium.time} in their source), in every mode of theirs:
 * the columns that it makes, and what is in them.
 */
@SuppressWarnings("JavaUtilDate") // what Connect has for its own types
class DebeziumTypesTest {
  private static final long AT = 1_767_323_045_123_456L;

  @TempDir Path lake;

  /** A column: what Debezium gives, and what the table has. */
  private record Column(Schema schema, Object value, String type, Object cell) {
    static Column of(SchemaBuilder builder, String name, Object value, String type, Object cell) {
      return new Column(builder.name(name).version(1).optional().build(), value, type, cell);
    }

    static Column of(Schema schema, Object value, String type, Object cell) {
      return new Column(schema, value, type, cell);
    }
  }

  private static Column time(
      SchemaBuilder builder, String name, Object value, String type, Object cell) {
    return Column.of(builder, "io.debezium.time." + name, value, type, cell);
  }

  private static Column data(
      SchemaBuilder builder, String name, Object value, String type, Object cell) {
    return Column.of(builder, "io.debezium.data." + name, value, type, cell);
  }

  private static SchemaBuilder int64() {
    return SchemaBuilder.int64();
  }

  private static SchemaBuilder text() {
    return SchemaBuilder.string();
  }

  /** The event of a row with these columns, {@code c0} and so on, as it is read from JSON. */
  private static SinkRecord row(long offset, List<Column> columns) {
    SchemaBuilder schema = SchemaBuilder.struct().optional().field("id", Schema.INT64_SCHEMA);
    for (int i = 0; i < columns.size(); i++) {
      schema.field("c" + i, columns.get(i).schema());
    }
    Struct row = new Struct(schema.build()).put("id", 1L);
    for (int i = 0; i < columns.size(); i++) {
      row.put("c" + i, columns.get(i).value());
    }
    SinkRecord event = event(offset, "c", structOf("id", Schema.INT64_SCHEMA, 1L), row);
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("replace.null.with.default", "false"), false);
      byte[] json = converter.fromConnectData("rows", event.valueSchema(), event.value());
      SchemaAndValue read = converter.toConnectData("rows", json);
      return event.newRecord(
          event.topic(),
          event.kafkaPartition(),
          event.keySchema(),
          event.key(),
          read.schema(),
          read.value(),
          event.timestamp());
    }
  }

  private void assertStored(List<Column> columns, String... sink) throws IOException {
    EnvelopeFixture fixture = EnvelopeFixture.in(lake, sink).put(row(0, columns));

    Map<String, Object> row = fixture.rows().get(0);
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      String what = column.schema().name() + " " + column.schema().type();
      assertThat(fixture.table().snapshot().schema().get("c" + i).getDataType().toString())
          .as(what)
          .isEqualTo(column.type());
      assertThat(row.get("c" + i)).as(what).isEqualTo(column.cell());
    }
    // The row is as it was: what is stored is what the same event would store.
    long version = fixture.table().version();
    fixture.put(row(1, columns));
    assertThat(fixture.table().version()).as("an update without effect").isEqualTo(version);
  }

  @Test
  void timesInAdaptiveModes() throws IOException {
    assertStored(
        List.of(
            time(SchemaBuilder.int32(), "Date", 20_455, "date", 20_455),
            time(SchemaBuilder.int32(), "Time", 3_600_001, "string", "01:00:00.001"),
            time(int64(), "MicroTime", -3_600_000_001L, "string", "-01:00:00.000001"),
            time(int64(), "NanoTime", 86_399_999_999_900L, "string", "23:59:59.9999999"),
            time(int64(), "Timestamp", 1_767_323_045_123L, "timestamp", 1_767_323_045_123_000L),
            time(int64(), "MicroTimestamp", AT, "timestamp", AT),
            time(int64(), "NanoTimestamp", AT * 1000 + 789, "timestamp", AT),
            time(text(), "ZonedTimestamp", "2026-01-02T04:04:05.123456+01:00", "timestamp", AT),
            time(text(), "ZonedTime", "10:15:30.5+02:00", "string", "10:15:30.5+02:00"),
            time(SchemaBuilder.int32(), "Year", 2026, "integer", 2026),
            time(int64(), "MicroDuration", 97_445_006_780_000L, "long", 97_445_006_780_000L),
            time(SchemaBuilder.float64(), "MicroDuration", 2.5e9, "double", 2.5e9),
            time(int64(), "NanoDuration", -5L, "long", -5L),
            time(text(), "Interval", "P1Y2M3DT4H5M6.78S", "string", "P1Y2M3DT4H5M6.78S")));
  }

  @Test
  void localTimesAsTimestampsWithoutZone() throws IOException {
    assertStored(
        List.of(
            time(int64(), "Timestamp", 1L, "timestamp_ntz", 1_000L),
            time(int64(), "MicroTimestamp", AT, "timestamp_ntz", AT),
            time(text(), "IsoTimestamp", "2026-01-02T03:04:05.123456Z", "timestamp_ntz", AT),
            time(text(), "ZonedTimestamp", "2026-01-02T03:04:05.123456Z", "timestamp", AT),
            time(int64(), "MicroTime", 5L, "long", 5L)),
        "timestamp.mode",
        "ntz",
        "time.mode",
        "micros");
  }

  @Test
  void timesInConnectMode() throws IOException {
    Date day = new Date(20_455L * 86_400_000L);
    assertStored(
        List.of(
            Column.of(
                org.apache.kafka.connect.data.Date.builder().optional().build(),
                day,
                "date",
                20_455),
            Column.of(
                Time.builder().optional().build(), new Date(3_600_001L), "string", "01:00:00.001"),
            Column.of(
                Timestamp.builder().optional().build(),
                new Date(1_767_323_045_123L),
                "timestamp",
                1_767_323_045_123_000L),
            time(text(), "ZonedTimestamp", "2026-01-02T03:04:05.123456Z", "timestamp", AT)));
  }

  @Test
  void timesInIsostringMode() throws IOException {
    assertStored(
        List.of(
            time(text(), "IsoDate", "2026-01-02Z", "date", 20_455),
            time(text(), "IsoTime", "10:15:30.000001Z", "string", "10:15:30.000001Z"),
            time(text(), "IsoTimestamp", "2026-01-02T03:04:05.123456789Z", "timestamp", AT)));
  }

  @Test
  void texts() throws IOException {
    List<Column> columns = new ArrayList<>();
    for (String name :
        List.of("Enum", "EnumSet", "Json", "Xml", "Uuid", "Ltree", "Tsvector", "Interval")) {
      columns.add(data(text().parameter("allowed", "a,b"), name, "a,b", "string", "a,b"));
    }
    columns.add(
        data(
            SchemaBuilder.bytes().parameter("length", "9"),
            "Bits",
            new byte[] {1, 2},
            "binary",
            new byte[] {1, 2}));
    assertStored(columns);
  }

  private static Schema variableScale() {
    return SchemaBuilder.struct()
        .name("io.debezium.data.VariableScaleDecimal")
        .version(1)
        .optional()
        .field("scale", Schema.INT32_SCHEMA)
        .field("value", Schema.BYTES_SCHEMA)
        .build();
  }

  private static Struct variableScale(String number) {
    BigDecimal decimal = new BigDecimal(number);
    return new Struct(variableScale())
        .put("scale", decimal.scale())
        .put("value", decimal.unscaledValue().toByteArray());
  }

  private static Schema decimal(int precision, int scale) {
    return Decimal.builder(scale)
        .parameter("connect.decimal.precision", String.valueOf(precision))
        .optional()
        .build();
  }

  @Test
  void decimalsInEachMode() throws IOException {
    BigDecimal number = new BigDecimal("-12.340");
    assertStored(
        List.of(
            Column.of(decimal(7, 3), number, "Decimal(7, 3)", number),
            // Oracle's INTEGER, MySQL's BIGINT UNSIGNED, Oracle's NUMBER(20,-2), PostgreSQL's money
            Column.of(
                decimal(38, 0), BigDecimal.TEN.pow(37), "Decimal(38, 0)", BigDecimal.TEN.pow(37)),
            Column.of(
                Decimal.builder(0).optional().build(),
                new BigDecimal("18446744073709551615"),
                "Decimal(38, 0)",
                new BigDecimal("18446744073709551615")),
            Column.of(
                decimal(20, -2),
                new BigDecimal("123E+2"),
                "Decimal(22, 0)",
                new BigDecimal("12300")),
            Column.of(
                Decimal.builder(2).optional().build(),
                new BigDecimal("9.99"),
                "Decimal(38, 2)",
                new BigDecimal("9.99")),
            Column.of(variableScale(), variableScale("-12.340"), "string", "-12.34"),
            Column.of(Schema.OPTIONAL_STRING_SCHEMA, "-12.340", "string", "-12.340"),
            Column.of(Schema.OPTIONAL_FLOAT64_SCHEMA, -12.34, "double", -12.34)));
  }

  // A table outlives the configuration of its source.
  @Test
  void decimalsOfEachModeFitAColumnOfNumbers() throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);
    sink.put(row(0, List.of(Column.of(decimal(7, 3), BigDecimal.ONE.setScale(3), "", null))));

    List<Column> modes =
        List.of(
            Column.of(variableScale(), variableScale("-12.34"), "", null),
            Column.of(Schema.OPTIONAL_STRING_SCHEMA, "-12.34", "", null),
            Column.of(Schema.OPTIONAL_FLOAT64_SCHEMA, -12.34, "", null),
            Column.of(decimal(4, 2), new BigDecimal("-12.34"), "", null));
    for (int i = 0; i < modes.size(); i++) {
      sink.put(row(2L * i + 1, List.of(modes.get(i))));
      assertThat(sink.rows().get(0)).containsEntry("c0", new BigDecimal("-12.340"));
      sink.put(
          row(2L * i + 2, List.of(Column.of(decimal(7, 3), BigDecimal.TEN.setScale(3), "", null))));
    }
  }

  @Test
  void bytesInEachMode() throws IOException {
    byte[] bytes = {0, 1, (byte) 0xff};
    assertStored(
        List.of(
            Column.of(Schema.OPTIONAL_BYTES_SCHEMA, bytes, "binary", bytes),
            Column.of(Schema.OPTIONAL_STRING_SCHEMA, "AAH/", "string", "AAH/"),
            Column.of(Schema.OPTIONAL_STRING_SCHEMA, "0001ff", "string", "0001ff")));
  }

  private static SchemaBuilder struct(String name) {
    return SchemaBuilder.struct().name("io.debezium.data." + name).version(1).optional();
  }

  private static Schema point() {
    return struct("geometry.Point")
        .field("x", Schema.FLOAT64_SCHEMA)
        .field("y", Schema.FLOAT64_SCHEMA)
        .field("wkb", Schema.OPTIONAL_BYTES_SCHEMA)
        .field("srid", Schema.OPTIONAL_INT32_SCHEMA)
        .build();
  }

  @Test
  void geometriesAndVectorsAreWhatTheyAreMadeOf() throws IOException {
    Schema geometry =
        struct("geometry.Geometry")
            .field("wkb", Schema.BYTES_SCHEMA)
            .field("srid", Schema.OPTIONAL_INT32_SCHEMA)
            .field(
                "extensions",
                SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA).optional().build())
            .build();
    Schema sparse =
        struct("SparseDoubleVector")
            .field("dimensions", Schema.INT16_SCHEMA)
            .field("vector", SchemaBuilder.map(Schema.INT16_SCHEMA, Schema.FLOAT64_SCHEMA).build())
            .build();
    List<Column> columns =
        List.of(
            Column.of(
                point(),
                new Struct(point()).put("x", 1.5).put("y", -2.0).put("wkb", new byte[] {1}),
                "",
                null),
            Column.of(
                geometry,
                new Struct(geometry).put("wkb", new byte[] {1, 2}).put("srid", 4326),
                "",
                null),
            Column.of(
                sparse,
                new Struct(sparse)
                    .put("dimensions", (short) 5)
                    .put("vector", Map.of((short) 1, 2.5)),
                "",
                null),
            data(
                SchemaBuilder.array(Schema.FLOAT32_SCHEMA),
                "FloatVector",
                List.of(1f, 2f),
                "",
                null),
            data(
                SchemaBuilder.array(Schema.FLOAT64_SCHEMA),
                "DoubleVector",
                List.of(1.0),
                "",
                null));

    EnvelopeFixture sink = EnvelopeFixture.in(lake).put(row(0, columns));

    Map<String, Object> row = sink.rows().get(0);
    assertThat((Object[]) row.get("c0")).containsExactly(1.5, -2.0, new byte[] {1}, null);
    assertThat((Object[]) row.get("c1")).containsExactly(new byte[] {1, 2}, 4326, null);
    assertThat(((Object[]) row.get("c2"))[0]).isEqualTo((short) 5);
    MapEntries vector = (MapEntries) ((Object[]) row.get("c2"))[1];
    assertThat(vector.keys()).containsExactly((short) 1);
    assertThat(vector.values()).containsExactly(2.5);
    assertThat(row.get("c3")).isEqualTo(List.of(1f, 2f));
    assertThat(row.get("c4")).isEqualTo(List.of(1.0));
    long version = sink.table().version();
    sink.put(row(1, columns));
    assertThat(sink.table().version()).as("an update without effect").isEqualTo(version);
  }

  private static Column array(Schema element, List<?> values) {
    return Column.of(SchemaBuilder.array(element).optional().build(), values, "", null);
  }

  private static Schema optional(SchemaBuilder builder, String name) {
    return builder.name(name).version(1).optional().build();
  }

  @Test
  void arraysHaveElementsOfThoseTypes() throws IOException {
    List<Column> columns =
        List.of(
            array(optional(text(), "io.debezium.data.Uuid"), Arrays.asList("a", null)),
            array(optional(SchemaBuilder.int32(), "io.debezium.time.Date"), List.of(20_455)),
            array(optional(int64(), "io.debezium.time.MicroTimestamp"), List.of(AT)),
            array(
                optional(text(), "io.debezium.time.ZonedTimestamp"),
                List.of("2026-01-02T03:04:05.123456Z")),
            array(decimal(4, 2), Arrays.asList(new BigDecimal("1.50"), null)),
            array(
                variableScale(), Arrays.asList(variableScale("1.50"), null, variableScale("1E+3"))),
            array(Schema.OPTIONAL_BOOLEAN_SCHEMA, List.of()),
            array(point(), List.of(new Struct(point()).put("x", 1.0).put("y", 2.0))));

    EnvelopeFixture sink = EnvelopeFixture.in(lake).put(row(0, columns));

    Map<String, Object> row = sink.rows().get(0);
    assertThat(row)
        .containsEntry("c0", Arrays.asList("a", null))
        .containsEntry("c1", List.of(20_455))
        .containsEntry("c2", List.of(AT))
        .containsEntry("c3", List.of(AT))
        .containsEntry("c4", Arrays.asList(new BigDecimal("1.50"), null))
        .containsEntry("c5", Arrays.asList("1.5", null, "1000"))
        .containsEntry("c6", List.of());
    assertThat((Object[]) ((List<?>) row.get("c7")).get(0)).containsExactly(1.0, 2.0, null, null);
  }

  @Test
  void hstoreIsAMap() throws IOException {
    Schema hstore =
        SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA).optional().build();
    Map<String, String> value = new HashMap<>();
    value.put("b", null);

    EnvelopeFixture sink =
        EnvelopeFixture.in(lake).put(row(0, List.of(Column.of(hstore, value, "", null))));

    MapEntries entries = (MapEntries) sink.rows().get(0).get("c0");
    assertThat(entries.keys()).containsExactly("b");
    assertThat(entries.values()).containsExactly((Object) null);
  }

  // What Debezium writes of a row whose columns have defaults, and are NULL.
  @ParameterizedTest
  @ValueSource(strings = {"none", "add"})
  void explicitNullsOfEachTypeAreNotDefaults(String evolve) throws IOException {
    List<Column> columns =
        List.of(
            Column.of(decimalWithDefault(), null, "Decimal(4, 2)", null),
            time(int64().defaultValue(0L), "MicroTimestamp", null, "timestamp", null),
            time(SchemaBuilder.int32().defaultValue(7), "Date", null, "date", null),
            time(
                text().defaultValue("1970-01-01T00:00:00Z"),
                "ZonedTimestamp",
                null,
                "timestamp",
                null),
            data(text().defaultValue("x"), "Enum", null, "string", null));

    assertStored(columns, "auto.evolve", evolve);
  }

  private static Schema decimalWithDefault() {
    return Decimal.builder(2)
        .parameter("connect.decimal.precision", "4")
        .optional()
        .defaultValue(new BigDecimal("1.00"))
        .build();
  }
}
