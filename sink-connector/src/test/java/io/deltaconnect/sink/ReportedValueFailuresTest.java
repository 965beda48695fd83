package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.struct;
import static io.deltaconnect.sink.Records.structOf;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What public reports say went wrong with values and schemas in other sinks. */
@SuppressWarnings("JavaUtilDate") // how Connect represents its date and time types
class ReportedValueFailuresTest {
  private static final Schema ID = Schema.INT64_SCHEMA;
  private static final Schema VARIABLE_SCALE =
      SchemaBuilder.struct()
          .name("io.debezium.data.VariableScaleDecimal")
          .field("scale", Schema.INT32_SCHEMA)
          .field("value", Schema.BYTES_SCHEMA)
          .build();

  @TempDir Path lake;

  private RealTaskFixture task(String... keysAndValues) {
    return RealTaskFixture.in(lake, keysAndValues);
  }

  private static RealTaskFixture reporting(RealTaskFixture task) {
    task.worker.reporting = true;
    return task.start();
  }

  private static SinkRecord keyed(long offset, Struct value) {
    return struct(offset, structOf("id", ID, offset), value);
  }

  private static Schema named(SchemaBuilder builder, String name) {
    return builder.name(name).build();
  }

  private static Schema micros() {
    return named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp");
  }

  private static Struct variableScale(int scale, long unscaled) {
    return new Struct(VARIABLE_SCALE)
        .put("scale", scale)
        .put("value", BigInteger.valueOf(unscaled).toByteArray());
  }

  private static long micros(String localDateTime) {
    Instant instant = LocalDateTime.parse(localDateTime).toInstant(ZoneOffset.UTC);
    return instant.getEpochSecond() * 1_000_000L + instant.getNano() / 1000L;
  }

  // https://github.com/confluentinc/kafka-connect-bigquery/issues/345
  // https://github.com/confluentinc/kafka-connect-bigquery/issues/249
  // https://github.com/databricks/iceberg-kafka-connect/issues/309
  @Test
  void timestampsKeepAllTheDigitsTheyHave() throws IOException {
    RealTaskFixture task = task();
    Struct value =
        structOf(
            "micros",
            micros(),
            1_690_366_967_048_491L,
            "millis",
            Timestamp.SCHEMA,
            new Date(1_690_366_967_048L),
            "raw",
            Schema.INT64_SCHEMA,
            1_690_366_967_048_491L);

    task.put(keyed(0, value));

    assertThat(task.table().rows())
        .containsExactly(
            map(
                "id",
                0L,
                "micros",
                micros("2023-07-26T10:22:47.048491"),
                "millis",
                micros("2023-07-26T10:22:47.048"),
                "raw",
                1_690_366_967_048_491L));
    assertThat(type(task, "raw")).isEqualTo(LongType.LONG);
  }

  private static DataType type(RealTaskFixture task, String column) throws IOException {
    return task.table().snapshot().schema().get(column).getDataType();
  }

  static Stream<Arguments> temporals() {
    return Stream.of(
        arguments(named(SchemaBuilder.int32(), "io.debezium.time.Date"), 1, DateType.DATE, 1),
        arguments(
            named(SchemaBuilder.int64(), "io.debezium.time.Timestamp"),
            1L,
            TimestampType.TIMESTAMP,
            1_000L),
        arguments(micros(), 1L, TimestampType.TIMESTAMP, 1L),
        arguments(
            named(SchemaBuilder.int64(), "io.debezium.time.NanoTimestamp"),
            1_999L,
            TimestampType.TIMESTAMP,
            1L),
        arguments(
            named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp"),
            "1970-01-01T01:00:00.000001+01:00",
            TimestampType.TIMESTAMP,
            1L),
        arguments(
            named(SchemaBuilder.int64(), "io.debezium.time.MicroTime"),
            1L,
            StringType.STRING,
            "00:00:00.000001"));
  }

  // https://github.com/databricks/iceberg-kafka-connect/issues/326
  // https://github.com/getindata/kafka-connect-iceberg-sink/issues/8
  @ParameterizedTest(name = "{0}")
  @MethodSource("temporals")
  void datesAndTimesAreTheSameInKeyAndValue(
      Schema schema, Object value, DataType type, Object stored) throws IOException {
    RealTaskFixture task = task();

    task.put(struct(0, structOf("k", schema, value), structOf("v", schema, value)));
    task.put(struct(1, structOf("k", schema, value), structOf("v", schema, value)));

    assertThat(task.table().rows()).containsExactly(map("k", stored, "v", stored));
    assertThat(type(task, "k")).isEqualTo(type);
    assertThat(type(task, "v")).isEqualTo(type);
    task.put(struct(2, structOf("k", schema, value), null));
    assertThat(task.table().rows()).isEmpty();
  }

  // https://github.com/snowflakedb/snowflake-kafka-connector/issues/684
  // https://github.com/confluentinc/kafka-connect-storage-cloud/issues/48
  @Test
  void bytesOfADecimalAreItsExactNumber() throws IOException {
    RealTaskFixture task = task();

    task.put(decimal(0, 3, "ITQ="), decimal(1, 3, "/w=="), decimal(2, 3, "AA=="));
    assertThat(task.table().rows())
        .extracting(row -> row.get("amount"))
        .containsExactlyInAnyOrder(
            new BigDecimal("8.500"), new BigDecimal("-0.001"), new BigDecimal("0.000"));
    assertThat(type(task, "amount")).isEqualTo(new DecimalType(38, 3));

    RealTaskFixture whole = RealTaskFixture.in(lake.resolve("whole"));
    whole.put(decimal(0, 0, "ITQ="));
    assertThat(whole.table().rows()).containsExactly(map("id", 0L, "amount", new BigDecimal(8500)));

    RealTaskFixture small = RealTaskFixture.in(lake.resolve("small"));
    small.put(decimal(0, 38, "ITQ="));
    assertThat(small.table().rows())
        .containsExactly(map("id", 0L, "amount", new BigDecimal("8500E-38")));
    RealTaskFixture tooSmall = reporting(RealTaskFixture.in(lake.resolve("too-small")));
    tooSmall.put(decimal(0, 39, "ITQ="));
    assertThat(tooSmall.worker.reported.values())
        .singleElement()
        .satisfies(e -> assertThat(e).hasMessageContaining("more than 38 digits"));
  }

  private static SinkRecord decimal(long offset, int scale, String base64) throws IOException {
    String json =
        """
        {"schema": {"type": "struct", "fields": [{"field": "amount", "type": "bytes",
          "name": "org.apache.kafka.connect.data.Decimal", "version": 1,
          "parameters": {"scale": "%d"}}]}, "payload": {"amount": "%s"}}
        """
            .formatted(scale, base64);
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("schemas.enable", "true"), false);
      SchemaAndValue value = converter.toConnectData(TOPIC, json.getBytes(StandardCharsets.UTF_8));
      return keyed(offset, (Struct) value.value());
    }
  }

  // https://github.com/spiceai/spiceai/issues/6264
  // https://github.com/risingwavelabs/risingwave/issues/10247
  // https://github.com/confluentinc/kafka-connect-bigquery/issues/247
  @Test
  void decimalsOfVaryingScaleAreExactInKeyAndValue() throws IOException {
    List<Struct> numbers =
        List.of(
            variableScale(0, 15),
            variableScale(3, -8500),
            variableScale(-2, 12),
            variableScale(1, 0));
    for (String type : List.of("string", "decimal(20,4)")) {
      RealTaskFixture task = RealTaskFixture.in(lake.resolve(type), "variable.scale.decimal", type);
      for (int i = 0; i < numbers.size(); i++) {
        task.put(
            struct(
                i,
                structOf("k", VARIABLE_SCALE, numbers.get(i)),
                structOf("v", VARIABLE_SCALE, numbers.get(i))));
      }
      assertThat(task.table().rows())
          .allSatisfy(row -> assertThat(row.get("k")).isEqualTo(row.get("v")))
          .extracting(row -> new BigDecimal(row.get("v").toString()).stripTrailingZeros())
          .containsExactlyInAnyOrder(
              new BigDecimal("15"),
              new BigDecimal("-8.5"),
              new BigDecimal("1.2E+3"),
              new BigDecimal("0"));

      task.put(struct(9, structOf("k", VARIABLE_SCALE, variableScale(2, 1500)), null));
      assertThat(task.table().rows()).as("15.00 is 15").hasSize(3);
    }
  }

  // https://github.com/debezium/debezium/pull/7529
  // https://github.com/debezium/debezium/pull/7382
  // https://github.com/debezium/debezium/pull/7435
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void timesOutOfRangeAreRefusedWhereverTheyStandAndTheOutermostOnesAreExact(int position)
      throws IOException {
    List<Long> exact = List.of(micros("0001-01-01T00:00:00"), micros("9999-12-31T23:59:59.999999"));
    List<Long> infinite = List.of(9_223_372_036_825_200_000L, -9_223_372_036_832_400_000L);
    List<Long> times = new ArrayList<>(exact);
    times.addAll(position, infinite);
    RealTaskFixture task = reporting(task());
    SinkRecord[] batch = new SinkRecord[times.size()];
    for (int i = 0; i < batch.length; i++) {
      batch[i] = keyed(i, structOf("at", micros(), times.get(i)));
    }

    task.put(batch);

    assertThat(task.worker.reported.keySet())
        .extracting(bad -> ((Struct) bad.value()).getInt64("at"))
        .containsExactlyInAnyOrderElementsOf(infinite);
    assertThat(task.table().rows())
        .extracting(row -> row.get("at"))
        .containsExactlyInAnyOrderElementsOf(exact);
  }

  // https://github.com/debezium/debezium/pull/7382
  @Test
  void largestNanosecondsAreExactToTheMicrosecond() throws IOException {
    Schema nanos = named(SchemaBuilder.int64(), "io.debezium.time.NanoTimestamp");
    RealTaskFixture task = task();

    task.put(
        keyed(0, structOf("at", nanos, Long.MAX_VALUE)),
        keyed(1, structOf("at", nanos, Long.MIN_VALUE)));

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(
            map("id", 0L, "at", micros("2262-04-11T23:47:16.854775")),
            map("id", 1L, "at", micros("1677-09-21T00:12:43.145224")));
  }

  // https://github.com/databricks/iceberg-kafka-connect/issues/163
  // https://github.com/databricks/iceberg-kafka-connect/issues/348
  @ParameterizedTest
  @ValueSource(strings = {"none", "add"})
  void fieldOfAnotherCaseFillsTheOneColumn(String evolve) throws IOException {
    RealTaskFixture task = task("auto.evolve", evolve);
    task.put(upsert(0, 1L, "vbeln", "a"));

    task.put(
        upsert(1, 1L, "VBELN", "b"),
        keyed(2, structOf("Vbeln", Schema.STRING_SCHEMA, "c")),
        Records.json(TOPIC, 0, 3, map("ID", 3L), map("vBeln", "d")));

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(
            map("id", 1L, "vbeln", "b"), map("id", 2L, "vbeln", "c"), map("id", 3L, "vbeln", "d"));
  }

  // https://github.com/delta-io/delta/issues/126
  // https://github.com/delta-io/delta/issues/5239
  // https://github.com/duckdb/duckdb-delta/issues/177
  @Test
  void namesThatDifferByCaseOnlyNeverGetIntoATable() throws IOException {
    RealTaskFixture task = reporting(task("auto.evolve", "add"));
    Struct twice = structOf("Val", ID, 1L, "val", ID, 2L);
    SinkRecord first = keyed(0, twice);

    task.put(first);
    assertThat(task.worker.reported).containsOnlyKeys(first);
    assertThat(lake.resolve("orders")).doesNotExist();

    SinkRecord nested = keyed(2, structOf("o", twice.schema(), twice));
    task.put(keyed(1, structOf("n", ID, 1L)), nested);
    assertThat(task.worker.reported).containsOnlyKeys(first, nested);
    assertThat(task.table().snapshot().schema().fieldNames()).containsExactly("id", "n");
  }

  // https://github.com/delta-io/delta/issues/1744
  // https://github.com/delta-io/delta-kernel-rs/issues/2309
  @ParameterizedTest
  @ValueSource(
      strings = {"order id", "a,b", "a;b", "a{b", "a}b", "a(b", "a)b", "a\nb", "a\tb", "x=y"})
  void forbiddenCharactersNeedColumnMapping(String name) throws IOException {
    Struct value =
        structOf(name, ID, 1L, "o", structOf(name, ID, 2L).schema(), structOf(name, ID, 2L));
    RealTaskFixture refused = reporting(task());
    refused.put(keyed(0, value));
    assertThat(refused.worker.reported.values())
        .singleElement()
        .satisfies(e -> assertThat(e.getMessage()).contains(name, "columnMapping.mode=name"));
    assertThat(lake.resolve("orders")).doesNotExist();

    RealTaskFixture mapped = task("table.properties.delta.columnMapping.mode", "name");
    mapped.put(keyed(0, value)).put(keyed(1, value));
    assertThat(mapped.table().rows())
        .extracting(row -> row.get(name))
        .containsExactlyInAnyOrder(1L, 1L);
    assertThat(mapped.table().changes(2)).hasSize(1);
  }

  // https://github.com/delta-io/delta/issues/1744
  @Test
  void dotInANameIsNoPath() throws IOException {
    Struct inner = structOf("b", ID, 2L);
    RealTaskFixture task = task("auto.evolve", "add");
    task.put(keyed(0, structOf("a.b", ID, 1L)));

    task.put(keyed(1, structOf("a.b", ID, 3L, "a", inner.schema(), inner)));

    assertThat(task.table().snapshot().schema().fieldNames()).containsExactly("id", "a.b", "a");
    assertThat(task.table().rows())
        .extracting(row -> row.get("a.b"))
        .containsExactlyInAnyOrder(1L, 3L);
  }

  // https://github.com/apache/iceberg/pull/16826
  // https://github.com/apache/iceberg/issues/16212
  @Test
  void fieldsNewInsideStructsListsAndMapsAreAddedThoughTheRecordHasNoneOfThem() throws IOException {
    RealTaskFixture task = task("auto.evolve", "add");
    task.put(keyed(0, nested(SchemaBuilder.struct().field("x", ID).optional().build())));

    Schema more =
        SchemaBuilder.struct()
            .field("x", ID)
            .field("y", Schema.OPTIONAL_STRING_SCHEMA)
            .optional()
            .build();
    task.put(keyed(1, nested(more)));

    StructType schema = task.table().snapshot().schema();
    for (String column : List.of("s", "l", "m")) {
      assertThat(schema.get(column).getDataType().toString()).as(column).contains("y");
    }
    assertThat(task.table().rows()).hasSize(2);
  }

  /** A struct, a list and a map of structs of that schema, of which there is none. */
  private static Struct nested(Schema struct) {
    return structOf(
        "s",
        struct,
        null,
        "l",
        SchemaBuilder.array(struct).optional().build(),
        null,
        "m",
        SchemaBuilder.map(Schema.STRING_SCHEMA, struct).optional().build(),
        null);
  }

  // https://github.com/databricks/iceberg-kafka-connect/issues/106
  // https://github.com/redpanda-data/redpanda/issues/24561
  @Test
  void widerNumbersAreNeverCutOff() throws IOException {
    Struct narrow = structOf("n", Schema.INT32_SCHEMA, 1, "f", Schema.FLOAT32_SCHEMA, 1.5f);
    Struct wide = structOf("n", Schema.INT64_SCHEMA, 1L << 40, "f", Schema.FLOAT64_SCHEMA, 0.1);

    RealTaskFixture strict = reporting(RealTaskFixture.in(lake.resolve("strict")));
    strict.put(keyed(0, narrow), keyed(1, wide), keyed(2, narrow));
    assertThat(strict.worker.reported.keySet())
        .extracting(SinkRecord::originalKafkaOffset)
        .containsExactly(1L);
    assertThat(strict.table().rows())
        .containsExactlyInAnyOrder(
            map("id", 0L, "n", 1, "f", 1.5f), map("id", 2L, "n", 1, "f", 1.5f));

    RealTaskFixture widening = RealTaskFixture.in(lake.resolve("wide"), "auto.evolve", "widen");
    widening.put(keyed(0, narrow), keyed(1, wide), keyed(2, narrow));
    assertThat(widening.table().rows())
        .containsExactlyInAnyOrder(
            map("id", 0L, "n", 1L, "f", 1.5),
            map("id", 1L, "n", 1L << 40, "f", 0.1),
            map("id", 2L, "n", 1L, "f", 1.5));
    assertThat(type(widening, "n")).isEqualTo(LongType.LONG);
    assertThat(type(widening, "f")).isEqualTo(DoubleType.DOUBLE);
  }

  // https://github.com/confluentinc/schema-registry/issues/393
  // https://github.com/confluentinc/kafka-connect-hdfs/issues/97
  // https://github.com/apache/iceberg/pull/14834
  @Test
  void unionsAreStructsEnumsTextAndWhatHasNoEndIsRefusedByName() throws IOException {
    Schema color =
        SchemaBuilder.string()
            .name("Color")
            .parameter("io.confluent.connect.avro.Enum", "Color")
            .optional()
            .build();
    Schema union =
        SchemaBuilder.struct()
            .name("io.confluent.connect.avro.Union")
            .field("string", Schema.OPTIONAL_STRING_SCHEMA)
            .field("int", Schema.OPTIONAL_INT32_SCHEMA)
            .optional()
            .build();
    SchemaBuilder tree = SchemaBuilder.struct().name("Tree").optional();
    tree.field("children", SchemaBuilder.array(tree).optional().build());
    Schema empty = SchemaBuilder.struct().name("Empty").optional().build();
    RealTaskFixture task = reporting(task());

    task.put(
        keyed(0, structOf("c", color, "RED", "u", union, new Struct(union).put("int", 5))),
        keyed(1, structOf("t", tree, null)),
        keyed(2, structOf("e", empty, null)));

    assertThat(type(task, "c")).isEqualTo(StringType.STRING);
    assertThat(type(task, "u"))
        .isEqualTo(
            new StructType().add("string", StringType.STRING).add("int", IntegerType.INTEGER));
    assertThat(task.table().rows())
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("c", "RED"));
    assertThat(task.worker.reported.values())
        .extracting(Throwable::getMessage)
        .satisfiesExactly(m -> assertThat(m).contains("'t"), m -> assertThat(m).contains("'e'"));
  }
}
