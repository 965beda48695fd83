package io.deltaconnect.sink;

import static io.deltaconnect.sink.EnvelopeFixture.event;
import static io.deltaconnect.sink.EnvelopeFixture.tombstone;
import static io.deltaconnect.sink.EnvelopeFixture.truncate;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.structOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What others have got wrong with Debezium's events, through DebeziumRow and the sink. */
class DebeziumEnvelopesTest {
  @TempDir Path lake;

  private EnvelopeFixture sink() {
    return EnvelopeFixture.in(lake);
  }

  // https://github.com/databricks/iceberg-kafka-connect/issues/318
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void rowsReadBySnapshotsAreUpserts(int batch) throws IOException {
    EnvelopeFixture sink =
        sink()
            .put(
                List.of(event(0, "r", 1, "a"), event(1, "c", 1, "b"), event(2, "u", 1, "c")),
                batch);

    assertThat(sink.rows()).containsExactly(map("id", 1L, "name", "c"));
  }

  // https://github.com/debezium/debezium/pull/6188
  // https://github.com/debezium/debezium-connector-jdbc/pull/32
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void aTombstoneAfterADeleteDeletesNothingTwice(int batch) throws IOException {
    EnvelopeFixture sink = sink();
    sink.put(event(0, "c", 1, "a"), event(1, "c", 2, "b"));

    sink.put(
        List.of(
            event(2, "d", 1, "a"),
            tombstone(3, 1),
            tombstone(4, 2),
            tombstone(5, 3),
            tombstone(6, 1)),
        batch);

    assertThat(sink.rows()).isEmpty();
    assertThat(sink.table().changesSince(2))
        .containsExactlyInAnyOrder("delete {id=1, name=a}", "delete {id=2, name=b}");
    assertThat(sink.table().version()).as("no commits without effect").isLessThanOrEqualTo(3);
  }

  // https://github.com/confluentinc/kafka-connect-jdbc/issues/1282
  // https://github.com/debezium/debezium-connector-jdbc/pull/37
  @ParameterizedTest
  @CsvSource({"1, true", "3, true", "1, false", "3, false"})
  void aTruncateLeavesOnlyWhatComesAfterIt(int batch, boolean withImages) throws IOException {
    EnvelopeFixture sink = sink();
    sink.put(List.of(event(0, "c", 1, "a"), truncate(1, withImages), event(2, "c", 2, "b")), batch);

    assertThat(sink.rows()).containsExactly(map("id", 2L, "name", "b"));
  }

  // https://github.com/Altinity/clickhouse-sink-connector/issues/733
  @Test
  void aTruncateIsDoneOnceAndItsOffsetPasses() throws IOException {
    EnvelopeFixture sink = sink();
    sink.put(event(0, "c", 1, "a"), truncate(1, false), event(2, "c", 2, "b"));
    assertThat(sink.task.preCommit("rows", 0, 3)).isEqualTo(3);
    assertThat(sink.table().changesSince(1))
        .containsExactly("insert {id=1, name=a}", "delete {id=1, name=a}", "insert {id=2, name=b}");

    sink.task = sink.task.restarted();
    sink.put(event(0, "c", 1, "a"), truncate(1, false), event(2, "c", 2, "b"));

    assertThat(sink.rows()).containsExactly(map("id", 2L, "name", "b"));
    assertThat(sink.table().changesSince(1)).hasSize(3);
  }

  @Test
  void aTruncateOfAnEmptyOrMissingTableIsNothing() throws IOException {
    EnvelopeFixture sink = sink().put(truncate(0, true));
    assertThat(sink.hasTable()).isFalse();

    sink.put(event(1, "c", 1, "a"), event(2, "d", 1, "a"));
    long version = sink.table().version();
    sink.put(truncate(3, true));
    assertThat(sink.table().version()).isEqualTo(version);
  }

  @Test
  void truncatesCanBeLeftOut() throws IOException {
    EnvelopeFixture sink = sink().transformedWith("truncate.behavior", "drop");

    sink.put(event(0, "c", 1, "a"), truncate(1, true), event(2, "c", 2, "b"));

    assertThat(sink.rows()).hasSize(2);
  }

  // https://github.com/confluentinc/kafka-connect-jdbc/issues/1328
  // https://github.com/debezium/debezium-connector-jdbc/pull/40
  // https://github.com/airbytehq/airbyte/issues/41647
  @Test
  void eventsAboutNoRowMakeNoRowAndNoTable() throws IOException {
    Struct source = new Struct(EnvelopeFixture.SOURCE).put("table", "");
    Struct message = structOf("op", Schema.STRING_SCHEMA, "m", "source", source.schema(), source);
    Struct schemaChange =
        structOf("databaseName", Schema.STRING_SCHEMA, "shop", "ddl", Schema.STRING_SCHEMA, "DROP");
    Struct heartbeat = structOf("ts_ms", Schema.INT64_SCHEMA, 1L);
    List<SinkRecord> events = new ArrayList<>();
    for (Struct value : List.of(message, schemaChange, heartbeat)) {
      events.add(
          Records.record(
              "rows", 0, events.size(), Schema.STRING_SCHEMA, "key", value.schema(), value));
    }
    EnvelopeFixture sink = sink().put(events, 1);
    assertThat(sink.hasTable()).isFalse();

    sink.put(event(3, "c", 1, "a"));
    assertThat(sink.rows()).hasSize(1);
  }

  // https://github.com/memiiso/debezium-server-iceberg/issues/544
  // https://github.com/memiiso/debezium-server-iceberg/issues/126
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatComesLastInItsPartitionCounts(int batch) throws IOException {
    EnvelopeFixture sink = sink();

    sink.put(List.of(event(0, "u", 1, "newer"), event(1, "r", 1, "read before")), batch);

    assertThat(sink.rows()).containsExactly(map("id", 1L, "name", "read before"));
  }

  private static Schema named(SchemaBuilder builder, String name) {
    return builder.name(name).version(1).optional().build();
  }

  // https://github.com/databricks/iceberg-kafka-connect/issues/326
  // https://github.com/getindata/kafka-connect-iceberg-sink/issues/8
  @Test
  void timesHaveTheSameTypesInKeysAndValues() throws IOException {
    String time = "io.debezium.time.";
    Object[] cells = {
      "d", named(SchemaBuilder.int32(), time + "Date"), 20_455,
      "ms", named(SchemaBuilder.int64(), time + "Timestamp"), 1_767_323_045_123L,
      "us", named(SchemaBuilder.int64(), time + "MicroTimestamp"), 1_767_323_045_123_456L,
      "ns", named(SchemaBuilder.int64(), time + "NanoTimestamp"), 1_767_323_045_123_456_789L,
      "z", named(SchemaBuilder.string(), time + "ZonedTimestamp"),
          "2026-01-02T04:04:05.123456+01:00",
      "t", named(SchemaBuilder.int64(), time + "MicroTime"), 3_600_000_001L
    };
    Struct key = structOf(cells);
    EnvelopeFixture sink = sink().put(event(0, "c", key, structOf(cells)));
    String types = "date timestamp timestamp timestamp timestamp string";
    List<String> found = new ArrayList<>();
    for (String name : List.of("d", "ms", "us", "ns", "z", "t")) {
      found.add(sink.table().snapshot().schema().get(name).getDataType().toString());
    }
    assertThat(String.join(" ", found)).isEqualTo(types);
    assertThat(sink.rows())
        .containsExactly(
            map(
                "d", 20_455,
                "ms", 1_767_323_045_123_000L,
                "us", 1_767_323_045_123_456L,
                "ns", 1_767_323_045_123_456L,
                "z", 1_767_323_045_123_456L,
                "t", "01:00:00.000001"));

    sink.put(event(1, "d", key, structOf(cells)));
    assertThat(sink.rows()).isEmpty();
  }

  private static Object[] variable(String name, String number) {
    Schema schema =
        SchemaBuilder.struct()
            .name("io.debezium.data.VariableScaleDecimal")
            .version(1)
            .optional()
            .field("scale", Schema.INT32_SCHEMA)
            .field("value", Schema.BYTES_SCHEMA)
            .build();
    BigDecimal decimal = new BigDecimal(number);
    return new Object[] {
      name,
      schema,
      new Struct(schema)
          .put("scale", decimal.scale())
          .put("value", decimal.unscaledValue().toByteArray())
    };
  }

  // https://github.com/spiceai/spiceai/issues/6264
  // https://github.com/risingwavelabs/risingwave/issues/10247
  // https://github.com/confluentinc/kafka-connect-bigquery/issues/247
  @ParameterizedTest
  @CsvSource({
    "15E+3, 15000",
    "-0.0050, -0.005",
    "123456789012345678901234567890.5, 123456789012345678901234567890.5"
  })
  void decimalsOfVaryingScaleAreExactInKeysAndValues(String number, String text)
      throws IOException {
    Struct key = structOf(variable("k", number));
    EnvelopeFixture sink = sink().put(event(0, "c", key, structOf(variable("k", number))));

    assertThat(sink.rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.get("k")).isInstanceOf(String.class);
              assertThat(new BigDecimal((String) row.get("k"))).isEqualByComparingTo(text);
            });
    sink.put(event(1, "d", key, structOf(variable("k", number))));
    assertThat(sink.rows()).isEmpty();
  }

  // https://github.com/debezium/debezium/pull/7529
  // https://github.com/debezium/debezium/pull/7382
  // https://github.com/debezium/debezium/pull/7435
  @ParameterizedTest
  @CsvSource({
    "NanoTimestamp, 9223372036854775807, 9223372036854775",
    "NanoTimestamp, -9223372036854775808, -9223372036854776",
    "MicroTimestamp, 9223372036825200000, ",
    "MicroTimestamp, -9223372036832400000, ",
    "MicroTimestamp, -62135596800000000, -62135596800000000",
    "MicroTimestamp, 253402300799999999, 253402300799999999",
    "Timestamp, 9223372036854775807, ",
    "Timestamp, 253402300799999, 253402300799999000"
  })
  void extremeTimesAreExactOrBadRecordsWhereverTheyStand(String type, long time, Long micros)
      throws IOException {
    Schema schema = named(SchemaBuilder.int64(), "io.debezium.time." + type);
    for (int position = 0; position < 3; position++) {
      EnvelopeFixture sink = EnvelopeFixture.in(lake.resolve("at" + position));
      sink.task.worker.reporting = true;
      sink.task.start();
      List<SinkRecord> events = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Struct key = structOf("id", Schema.INT64_SCHEMA, (long) i);
        Struct row =
            structOf("id", Schema.INT64_SCHEMA, (long) i, "at", schema, i == position ? time : 0L);
        events.add(event(i, "c", key, row));
      }

      sink.put(events, 3);

      assertThat(sink.task.worker.reported).hasSize(micros == null ? 1 : 0);
      assertThat(sink.task.worker.reported.values())
          .allSatisfy(error -> assertThat(error).isInstanceOf(DataException.class));
      assertThat(sink.rows()).hasSize(micros == null ? 2 : 3);
      if (micros != null) {
        assertThat(sink.rows()).contains(map("id", (long) position, "at", micros));
      }
    }
  }
}
