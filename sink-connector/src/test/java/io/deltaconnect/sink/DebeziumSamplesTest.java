package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded and documented events of Debezium's connectors, through DebeziumRow and the sink. */
class DebeziumSamplesTest {
  @TempDir Path lake;

  private static long micros(String instant) {
    Instant parsed = Instant.parse(instant);
    return parsed.getEpochSecond() * 1_000_000 + parsed.getNano() / 1_000;
  }

  @Test
  void theLifeOfARowOfPostgres() throws IOException {
    List<SinkRecord> events = RecordedEvents.read("events/01-postgres-lifecycle.json");
    EnvelopeFixture sink = EnvelopeFixture.in(lake);

    sink.put(events.get(0));
    assertThat(sink.rows())
        .containsExactly(
            map(
                "parcel_id",
                41,
                "label",
                "zinc",
                "weight_kg",
                new BigDecimal("12.750"),
                "packed_at",
                1_800_000_000_654_321L,
                "seen_at",
                micros("2027-01-15T02:30:00.250Z"),
                "ext_id",
                "6f1c2f3e-0000-4000-8000-00000000a041",
                "attrs",
                "{\"fragile\": true}",
                "tags",
                sink.rows().get(0).get("tags")));
    assertThat(String.valueOf(sink.rows().get(0).get("tags"))).isEqualTo("[a, null, ]");

    sink.put(events.get(1));
    assertThat(sink.rows())
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("weight_kg", new BigDecimal("-0.005"))
                    .doesNotContainKey("label"));

    sink.put(events.get(2));
    assertThat(sink.rows()).isEmpty();
    long version = sink.table().version();
    sink.put(events.get(3));
    assertThat(sink.table().version()).as("the tombstone has nothing to delete").isEqualTo(version);
  }

  // https://github.com/Altinity/clickhouse-sink-connector/issues/9
  // https://github.com/debezium/debezium/pull/1343
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aChangeOfTheKeyMovesTheRow(int batch) throws IOException {
    List<SinkRecord> change = RecordedEvents.read("events/02-postgres-pk-change.json");
    SinkRecord old = RecordedEvents.read("events/01-postgres-lifecycle.json").get(0);
    EnvelopeFixture sink = EnvelopeFixture.in(lake, "auto.evolve", "none");
    // The row that is there before, under the old key.
    sink.put(rekeyed(old, change.get(0)));
    List<SinkRecord> events = new ArrayList<>();
    for (SinkRecord record : change) {
      events.add(at(record, 1 + events.size()));
    }

    sink.put(events, batch);
    sink.task = sink.task.restarted();
    sink.put(events, batch);

    assertThat(sink.rows())
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("parcel_id", 8));
    assertThat(sink.table().changesSince(2))
        .extracting(row -> row.substring(0, row.indexOf(", label")))
        .containsExactlyInAnyOrder("delete {parcel_id=7", "insert {parcel_id=8");
  }

  /** The image of a delete as the row of a create. */
  private static SinkRecord rekeyed(SinkRecord create, SinkRecord delete) {
    Struct gone = (Struct) delete.value();
    Struct value =
        new Struct(gone.schema())
            .put("after", gone.get("before"))
            .put("source", gone.get("source"))
            .put("op", "c");
    return Records.record("rows", 0, 0, create.keySchema(), delete.key(), value.schema(), value);
  }

  private static SinkRecord at(SinkRecord record, long offset) {
    SinkRecord moved =
        Records.record(
            record.topic(),
            0,
            offset,
            record.keySchema(),
            record.key(),
            record.valueSchema(),
            record.value());
    record.headers().forEach(moved.headers()::add);
    return moved;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void valuesThatPostgresDidNotLogAreKept(int batch) throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);

    sink.put(RecordedEvents.read("events/03-postgres-toast-placeholder.json"), batch);

    assertThat(sink.rows())
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("title", "v2")
                    .containsEntry("body", "changed")
                    .containsEntry("blob", new byte[] {1, 2})
                    .containsEntry("meta", "{\"k\":2}")
                    .containsEntry("marks", List.of("x")));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aTruncateDeletesWhatWasBeforeItAndAMessageIsNoRow(int batch) throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);

    sink.put(RecordedEvents.read("events/04-postgres-truncate-and-message.json"), batch);

    assertThat(sink.rows())
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("parcel_id", 2));
  }

  @Test
  void anExplicitNullOfMysqlStaysNullAndExtremesAreExact() throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);

    sink.put(RecordedEvents.read("events/05-mysql-defaults-and-types.json"), 1);

    assertThat(sink.rows())
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .doesNotContainKeys("nick", "score")
                    .containsEntry("credit", new BigDecimal("18446744073709551615"))
                    .containsEntry("born", (int) LocalDate.of(1, 1, 1).toEpochDay())
                    .containsEntry("made", micros("9999-12-31T23:59:59.999Z"))
                    .containsEntry("clock", "-01:00:00")
                    .containsEntry("since", 1999)
                    .containsEntry("tier", "mid")
                    .containsEntry("perks", "p,r"));
  }

  @Test
  void hundredsOfNanosecondsOfSqlServerAreCutTowardThePast() throws IOException {
    List<SinkRecord> events = RecordedEvents.read("events/06-sqlserver-nanos-and-update.json");
    EnvelopeFixture sink = EnvelopeFixture.in(lake);

    sink.put(events.get(0));
    assertThat(sink.rows())
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("PlacedAt", 1_800_000_000_123_456L)
                    .containsEntry("Amount", new BigDecimal("9999999.9999"))
                    .containsEntry("Zone", micros("2027-06-02T11:59:59.999999Z")));

    sink.put(events.get(1));
    assertThat(sink.rows())
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("PlacedAt", -1L)
                    .containsEntry("Amount", new BigDecimal("0.0000"))
                    .doesNotContainKey("Zone"));
  }

  @Test
  void documentsOfMongoAreRefusedWithTheTransformThatReadsThem() throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);

    for (SinkRecord event : RecordedEvents.read("events/08-mongodb-envelope.json")) {
      assertThatThrownBy(() -> sink.put(event))
          .isInstanceOf(DataException.class)
          .hasMessageStartingWith("rows-0@" + event.kafkaOffset())
          .hasMessageContaining("ExtractNewDocumentState");
    }
    assertThat(sink.hasTable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "events/09-flattened-oplog",
        "debezium/debezium-pgu.inventory.customers",
        "debezium/debezium-pgt.inventory.customers",
        "debezium/debezium-pgu.inventory.plain"
      })
  void rowsThatAreRowsAlreadyAreNamedOrPass(String file) throws IOException {
    List<SinkRecord> rows = RecordedEvents.read(file + ".json");
    EnvelopeFixture sink =
        EnvelopeFixture.in(lake, "op.field", "__op", "columns.exclude", "__op,__deleted");

    assertThatThrownBy(() -> sink.put(rows.get(0)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("__op")
        .hasMessageContaining("unknown.behavior=pass");
    sink.transformedWith("unknown.behavior", "pass").put(rows, 3);

    assertThat(sink.rows()).hasSize(file.endsWith("plain") ? 2 : 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void recordedEventsOfPostgres(int batch) throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);

    sink.put(RecordedEvents.read("debezium/debezium-pg.inventory.customers.json"), batch);

    assertThat(sink.rows())
        .containsExactly(
            map("id", 20L, "name", "Bob", "balance", new BigDecimal("5.00"), "active", false));
    if (batch == 1) {
      assertThat(sink.table().changesSince(1))
          .extracting(change -> change.substring(0, change.indexOf(", name")))
          .containsExactlyInAnyOrder(
              "insert {id=1",
              "insert {id=2",
              "update_preimage {id=1",
              "update_postimage {id=1",
              "delete {id=2",
              "insert {id=20",
              "delete {id=1");
    }
  }

  @Test
  void everyTypeOfARecordedRowOfPostgres() throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);

    sink.put(RecordedEvents.read("debezium/debezium-pg.inventory.customers.json").get(0));

    Map<String, Object> row = sink.rows().get(0);
    assertThat(row)
        .containsEntry("balance", new BigDecimal("12.34"))
        .containsEntry("d", 20_455)
        .containsEntry("ts", 1_767_323_045_123_456L)
        .containsEntry("tstz", micros("2026-01-02T01:04:05.123456Z"))
        .containsEntry("uid", "11111111-2222-3333-4444-555555555555")
        .containsEntry("f4", 1.5f)
        .containsEntry("i2", (short) 7);
    assertThat(sink.table().snapshot().schema().get("d").getDataType().toString())
        .isEqualTo("date");
    assertThat(sink.table().snapshot().schema().get("ts").getDataType().toString())
        .isEqualTo("timestamp");
    assertThat(sink.table().snapshot().schema().get("tstz").getDataType().toString())
        .isEqualTo("timestamp");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 100})
  void recordedEventsWithKeysOnlyInOldRows(int batch) throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);

    sink.put(RecordedEvents.read("debezium/debezium-pg.inventory.plain.json"), batch);

    assertThat(sink.rows())
        .containsExactlyInAnyOrder(
            map("id", 5L, "name", "t", "amount", "1"), map("id", 6L, "name", "t", "amount", "2"));
  }

  @Test
  void recordedTransactionsMakeNoTable() throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);

    sink.put(RecordedEvents.read("debezium/debezium-pg.transaction.json"), 100);

    assertThat(sink.hasTable()).isFalse();
  }
}
