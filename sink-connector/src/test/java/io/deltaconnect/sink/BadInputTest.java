package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.record;
import static io.deltaconnect.sink.Records.structOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each kind of bad record between two good ones, on a table on disk: it alone is reported, or fails
 * the task; the message says which record it is, what was expected of which column, and which key
 * would change that, where one does.
 */
class BadInputTest {
  private static final String APP = "sink:orders:0";
  private static final Schema AMOUNT =
      Decimal.builder(2).parameter("connect.decimal.precision", "5").optional().build();
  private static final Schema AT =
      SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").optional().build();
  private static final long YEAR_10000 = 253_402_300_800_000_000L;

  @TempDir Path lake;

  private static SinkRecord good(long offset) {
    return value(
        offset,
        "n",
        Schema.OPTIONAL_INT32_SCHEMA,
        (int) offset,
        "s",
        Schema.OPTIONAL_STRING_SCHEMA,
        "x",
        "amount",
        AMOUNT,
        new BigDecimal("1.00"),
        "at",
        AT,
        0L);
  }

  private static SinkRecord value(long offset, Object... namesSchemasAndValues) {
    return of(offset, structOf("id", Schema.INT64_SCHEMA, offset), structOf(namesSchemasAndValues));
  }

  private static SinkRecord of(long offset, Struct key, Struct value) {
    return record(TOPIC, 0, offset, key == null ? null : key.schema(), key, value.schema(), value);
  }

  private static SinkRecord withKey(Struct key) {
    return of(1, key, structOf("n", Schema.OPTIONAL_INT32_SCHEMA, 1));
  }

  /** A struct that may hold another one of its kind. */
  private static Struct recursive() {
    SchemaBuilder node = SchemaBuilder.struct().name("Node").optional();
    node.field("next", node);
    return new Struct(node).put("next", new Struct(node));
  }

  static Stream<Arguments> badRecords() {
    Schema optionalId = Schema.OPTIONAL_INT64_SCHEMA;
    Schema text = Schema.OPTIONAL_STRING_SCHEMA;
    Schema number = Schema.OPTIONAL_INT64_SCHEMA;
    Struct recursive = recursive();
    Schema empty = SchemaBuilder.struct().build();
    return Stream.of(
        arguments(
            "null key", withKey(null), List.of("the record has no key", "pk.mode=record_value")),
        arguments(
            "missing key column",
            withKey(structOf("code", number, 1L)),
            List.of("the table's key has 'id'", "it has code", "pk.fields")),
        arguments(
            "NULL in a key column",
            withKey(structOf("id", optionalId, null)),
            List.of("key column id is NULL")),
        arguments(
            "wrong type of a key column",
            withKey(structOf("id", text, "x")),
            List.of("column id: expected long, got String x")),
        arguments(
            "wrong type",
            value(1, "n", text, "x"),
            List.of("column n: expected integer, got String x", "columns.exclude")),
        arguments(
            "struct for a number",
            value(1, "n", structOf("a", number, 1L).schema(), structOf("a", number, 1L)),
            List.of("column n is integer, the record's field is STRUCT", "columns.exclude")),
        arguments(
            "overflow",
            value(1, "n", number, 3_000_000_000L),
            List.of(
                "column n: expected integer, got 3000000000 (out of range)", "auto.evolve=widen")),
        arguments(
            "overflow of a decimal",
            value(1, "amount", AMOUNT, new BigDecimal("1234.00")),
            List.of("column amount: expected Decimal(5, 2), got 1234.00 (too many digits)")),
        arguments(
            "year 10000",
            value(1, "at", AT, YEAR_10000),
            List.of("column at:", YEAR_10000 + " microseconds", "years 1 to 9999")),
        arguments(
            "text that UTF-8 cannot write",
            value(1, "s", text, "a\ud800b"),
            List.of("column s: expected string", "half of a surrogate pair")),
        arguments(
            "field without a column",
            value(1, "m", number, 1L),
            List.of("no column for the field 'm'", "auto.evolve=add", "columns.exclude")),
        arguments(
            "recursive schema",
            value(1, "tree", recursive.schema(), recursive),
            List.of("'tree", "contains itself", "columns.exclude")),
        arguments(
            "struct without fields",
            value(1, "e", empty, new Struct(empty)),
            List.of("'e'", "columns.exclude")),
        arguments(
            "names that differ by case",
            value(1, "n", Schema.OPTIONAL_INT32_SCHEMA, 1, "N", Schema.OPTIONAL_INT32_SCHEMA, 2),
            List.of("two fields are called 'N' but for their case", "columns.exclude")),
        arguments(
            "no row",
            record(
                TOPIC,
                0,
                1,
                Schema.INT64_SCHEMA,
                1L,
                SchemaBuilder.array(number).build(),
                List.of(1L)),
            List.of("the value must be a struct, or a map without a schema", "value.converter")));
  }

  /** Those that come to light when the table is to have columns for them. */
  static Stream<Arguments> badColumns() {
    Schema number = Schema.OPTIONAL_INT64_SCHEMA;
    Struct recursive = recursive();
    Schema empty = SchemaBuilder.struct().build();
    return Stream.of(
        arguments(
            "forbidden name",
            value(1, "order id", number, 1L),
            List.of("'order id'", "delta.columnMapping.mode", "columns.exclude")),
        arguments(
            "forbidden nested name",
            value(1, "o", structOf("a=b", number, 1L).schema(), structOf("a=b", number, 1L)),
            List.of("'o.a=b'", "delta.columnMapping.mode", "columns.exclude")),
        arguments(
            "name of the feed",
            value(1, "_Change_Type", number, 1L),
            List.of("'_Change_Type'", "columns.exclude")),
        arguments(
            "new names that differ by case",
            value(1, "m", number, 1L, "M", number, 1L),
            List.of("'m' and 'M' differ by case only", "columns.exclude")),
        arguments(
            "recursive schema",
            value(1, "tree", recursive.schema(), recursive),
            List.of("'tree", "contains itself", "columns.exclude")),
        arguments(
            "struct without fields",
            value(1, "e", empty, new Struct(empty)),
            List.of("'e'", "without fields", "columns.exclude")));
  }

  private RealTaskFixture task(boolean reporting, String... keysAndValues) {
    RealTaskFixture task = RealTaskFixture.in(lake, keysAndValues);
    task.worker.reporting = reporting;
    return task.start();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badRecords")
  void badRecordGoesAloneOrFailsTheTask(String kind, SinkRecord bad, List<String> said)
      throws IOException {
    check(bad, said);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badColumns")
  void badColumnGoesAloneOrFailsTheTask(String kind, SinkRecord bad, List<String> said)
      throws IOException {
    check(bad, said, "auto.evolve", "widen");
  }

  private void check(SinkRecord bad, List<String> said, String... keysAndValues)
      throws IOException {
    List<String> all = new ArrayList<>(said);
    all.add("record orders-0@1 for table orders: ");

    RealTaskFixture strict = task(false, keysAndValues);
    assertThatThrownBy(() -> strict.put(good(0), bad, good(2)))
        .isInstanceOf(DataException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(all));
    assertThat(strict.preCommit(TOPIC, 0, 3)).isLessThanOrEqualTo(1);

    RealTaskFixture task = task(true, keysAndValues);
    task.put(good(0), bad, good(2));
    assertThat(task.worker.reported).containsOnlyKeys(bad);
    assertThat(task.worker.reported.get(bad).getMessage()).contains(all);
    assertThat(task.table().rows()).extracting(row -> row.get("id")).containsExactly(0L, 2L);
    assertThat(task.table().changesSince(1)).hasSize(2);
    assertThat(task.table().txn(APP)).isEqualTo(2);
    assertThat(task.preCommit(TOPIC, 0, 3)).isEqualTo(3);
  }

  @Test
  void manyBadRecordsOfAllKindsInOneBatchLeaveTheGoodOnes() throws IOException {
    RealTaskFixture task = task(true);
    List<SinkRecord> bad = badRecords().map(arguments -> (SinkRecord) arguments.get()[1]).toList();
    List<SinkRecord> batch = new ArrayList<>();
    for (SinkRecord record : bad) {
      batch.add(good(batch.size()));
      batch.add(at(record, batch.size()));
    }
    batch.add(good(batch.size()));

    task.put(batch.toArray(new SinkRecord[0]));

    assertThat(task.worker.reported.keySet())
        .extracting(SinkRecord::originalKafkaOffset)
        .containsExactlyElementsOf(Stream.iterate(1L, o -> o + 2).limit(bad.size()).toList());
    assertThat(task.table().rows())
        .extracting(row -> row.get("n"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.iterate(0, n -> n + 2).limit(bad.size() + 1L).toList());
    assertThat(task.table().txn(APP)).isEqualTo(batch.size() - 1L);
  }

  private static SinkRecord at(SinkRecord record, long offset) {
    return record(
        TOPIC, 0, offset, record.keySchema(), record.key(), record.valueSchema(), record.value());
  }

  @Test
  void bytesThatAreNoTextStayAsTheyAreInABinaryColumn() throws IOException {
    RealTaskFixture task = task(false);

    task.put(value(0, "b", Schema.BYTES_SCHEMA, new byte[] {(byte) 0xff, (byte) 0xfe}));

    assertThat(task.table().rows())
        .singleElement()
        .extracting(row -> row.get("b"))
        .isEqualTo(new byte[] {(byte) 0xff, (byte) 0xfe});
  }

  @Test
  void recursiveFieldCanBeLeftOut() throws IOException {
    Struct recursive = recursive();
    RealTaskFixture task = task(false, "columns.exclude", "tree");

    task.put(
        value(0, "n", Schema.INT32_SCHEMA, 0, "tree", recursive.schema(), recursive),
        value(1, "n", Schema.INT32_SCHEMA, 1, "tree", recursive.schema(), recursive));

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(map("id", 0L, "n", 0), map("id", 1L, "n", 1));
  }
}
