package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.structOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Events as Debezium's connector for Oracle documents them, through DebeziumRow and the sink: keys
 * that are numbers of any scale, dates with a time, values of LOBs that Oracle does not log.
 */
class OracleEventsTest {
  private static final String UNAVAILABLE = "__debezium_unavailable_value";
  private static final Schema NUMBER =
      SchemaBuilder.struct()
          .name("io.debezium.data.VariableScaleDecimal")
          .version(1)
          .doc("Variable scaled decimal")
          .optional()
          .field("scale", Schema.INT32_SCHEMA)
          .field("value", Schema.BYTES_SCHEMA)
          .build();
  private static final Schema ROW =
      SchemaBuilder.struct()
          .name("server1.DEBEZIUM.DOCUMENTS.Value")
          .optional()
          .field("ID", NUMBER)
          .field(
              "COUNTED",
              Decimal.builder(0).optional().parameter("connect.decimal.precision", "38").build())
          .field(
              "PAID",
              Decimal.builder(2).optional().parameter("connect.decimal.precision", "10").build())
          .field("FILED", time(SchemaBuilder.int64(), "Timestamp"))
          .field("SEEN", time(SchemaBuilder.int64(), "NanoTimestamp"))
          .field("ZONED", time(SchemaBuilder.string(), "ZonedTimestamp"))
          .field("TOOK", time(SchemaBuilder.float64(), "MicroDuration"))
          .field("TEXT", Schema.OPTIONAL_STRING_SCHEMA)
          .field("SCAN", Schema.OPTIONAL_BYTES_SCHEMA)
          .field(
              "DOC",
              SchemaBuilder.string().name("io.debezium.data.Xml").version(1).optional().build())
          .build();
  private static final Schema SOURCE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.oracle.Source")
          .field("version", Schema.STRING_SCHEMA)
          .field("connector", Schema.STRING_SCHEMA)
          .field("name", Schema.STRING_SCHEMA)
          .field("ts_ms", Schema.INT64_SCHEMA)
          .field("snapshot", SchemaBuilder.string().optional().defaultValue("false").build())
          .field("db", Schema.STRING_SCHEMA)
          .field("sequence", Schema.OPTIONAL_STRING_SCHEMA)
          .field("schema", Schema.STRING_SCHEMA)
          .field("table", Schema.STRING_SCHEMA)
          .field("txId", Schema.OPTIONAL_STRING_SCHEMA)
          .field("scn", Schema.OPTIONAL_STRING_SCHEMA)
          .field("commit_scn", Schema.OPTIONAL_STRING_SCHEMA)
          .field("lcr_position", Schema.OPTIONAL_STRING_SCHEMA)
          .field("rs_id", Schema.OPTIONAL_STRING_SCHEMA)
          .field("ssn", Schema.OPTIONAL_INT64_SCHEMA)
          .field("redo_thread", Schema.OPTIONAL_INT32_SCHEMA)
          .field("user_name", Schema.OPTIONAL_STRING_SCHEMA)
          .field("redo_sql", Schema.OPTIONAL_STRING_SCHEMA)
          .field("row_id", Schema.OPTIONAL_STRING_SCHEMA)
          .field("commit_ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
          .field("start_scn", Schema.OPTIONAL_STRING_SCHEMA)
          .field("start_ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
          .build();
  private static final Schema ENVELOPE =
      SchemaBuilder.struct()
          .name("server1.DEBEZIUM.DOCUMENTS.Envelope")
          .version(1)
          .field("before", ROW)
          .field("after", ROW)
          .field("source", SOURCE)
          .field("op", Schema.STRING_SCHEMA)
          .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
          .field(
              "transaction",
              SchemaBuilder.struct().optional().field("id", Schema.STRING_SCHEMA).build())
          .build();

  @TempDir Path lake;

  private static Schema time(SchemaBuilder builder, String name) {
    return builder.name("io.debezium.time." + name).version(1).optional().build();
  }

  private static Struct number(String text) {
    BigDecimal decimal = new BigDecimal(text);
    return new Struct(NUMBER)
        .put("scale", decimal.scale())
        .put("value", decimal.unscaledValue().toByteArray());
  }

  private static Struct row(String id, String text, byte[] scan, String doc) {
    return new Struct(ROW)
        .put("ID", number(id))
        .put("COUNTED", new BigDecimal("12345678901234567890123456789012345678"))
        .put("PAID", new BigDecimal("-0.50"))
        .put("FILED", 1_767_323_045_000L)
        .put("SEEN", 1_767_323_045_123_456_789L)
        .put("ZONED", "2026-01-02T03:04:05.123456789Z")
        .put("TOOK", 2.5e9)
        .put("TEXT", text)
        .put("SCAN", scan)
        .put("DOC", doc);
  }

  /** A row of which the LOBs have not changed. */
  private static Struct withoutLobs(String id) {
    return row(id, UNAVAILABLE, UNAVAILABLE.getBytes(StandardCharsets.UTF_8), UNAVAILABLE);
  }

  private static SinkRecord event(long offset, String op, String id, Struct before, Struct after) {
    Struct source =
        new Struct(SOURCE)
            .put("version", "3.6.1.Final")
            .put("connector", "oracle")
            .put("name", "server1")
            .put("ts_ms", 1_638_974_535_000L)
            .put("db", "ORCLPDB1")
            .put("schema", "DEBEZIUM")
            .put("table", "DOCUMENTS")
            .put("txId", "02000a0037030000")
            .put("scn", "" + (2_122_184 + offset))
            .put("commit_scn", "18446744073709551615")
            .put("rs_id", "001234.00012345.0124")
            .put("ssn", 1L)
            .put("redo_thread", 1)
            .put("user_name", "user")
            .put("row_id", "AAASgjAAMAAAACnAAA");
    Struct value =
        new Struct(ENVELOPE)
            .put("before", before)
            .put("after", after)
            .put("source", source)
            .put("op", op)
            .put("ts_ms", 1_638_974_558_961L);
    Struct key = id == null ? null : structOf("ID", NUMBER, number(id));
    return Records.record(
        "rows", 0, offset, key == null ? null : key.schema(), key, value.schema(), value);
  }

  private static SinkRecord tombstone(long offset, String id) {
    Struct key = structOf("ID", NUMBER, number(id));
    return Records.record("rows", 0, offset, key.schema(), key, null, null);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void theLifeOfRowsWithLobs(int batch) throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);
    byte[] scan = {1, 2};
    List<SinkRecord> events =
        List.of(
            event(0, "r", "1", null, row("1", "one", scan, "<a/>")),
            event(1, "c", "2.50", null, row("2.50", "two", null, null)),
            event(2, "u", "1", withoutLobs("1"), withoutLobs("1").put("PAID", null)),
            event(3, "u", "1", withoutLobs("1"), row("1", "new", scan, UNAVAILABLE)),
            event(4, "d", "2.50", withoutLobs("2.50"), null),
            tombstone(5, "2.50"));

    sink.put(events, batch);

    assertThat(sink.rows())
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("ID", "1")
                    .containsEntry(
                        "COUNTED", new BigDecimal("12345678901234567890123456789012345678"))
                    .containsEntry("PAID", new BigDecimal("-0.50"))
                    .containsEntry("FILED", 1_767_323_045_000_000L)
                    .containsEntry("SEEN", 1_767_323_045_123_456L)
                    .containsEntry("ZONED", 1_767_323_045_123_456L)
                    .containsEntry("TOOK", 2.5e9)
                    .containsEntry("TEXT", "new")
                    .containsEntry("SCAN", scan)
                    .containsEntry("DOC", "<a/>"));
    assertThat(sink.table().changesSince(1).toString()).doesNotContain("unavailable");
  }

  // NUMBER without precision: 1, 1.0 and 1E+0 are one key.
  @Test
  void keysAreTheirNumbersWhateverTheirScale() throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);

    sink.put(event(0, "c", "100", null, row("100", "a", null, null)));
    sink.put(event(1, "u", "1E+2", null, row("1E+2", "b", null, null)));
    assertThat(sink.rows())
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("ID", "100").containsEntry("TEXT", "b"));

    sink.put(event(2, "d", "100.00", null, null));
    assertThat(sink.rows()).isEmpty();
  }

  @Test
  void numbersCanBeDecimals() throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake, "variable.scale.decimal", "decimal(38,10)");

    sink.put(event(0, "c", "2.5", null, row("2.5", "a", null, null)));
    sink.put(event(1, "u", "2.50", null, row("2.50", "b", null, null)));

    assertThat(sink.rows())
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("ID", new BigDecimal("2.5000000000")));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aChangedKeyMovesTheRowWithTheLobsThatDebeziumReadAgain(int batch) throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);
    sink.put(event(0, "c", "1", null, row("1", "one", new byte[] {1}, "<a/>")));
    SinkRecord delete = event(1, "d", "1", withoutLobs("1"), null);
    delete.headers().add("__debezium.newkey", structOf("ID", NUMBER, number("2")), null);
    SinkRecord create = event(3, "c", "2", null, row("2", "one", new byte[] {1}, "<a/>"));
    create.headers().add("__debezium.oldkey", structOf("ID", NUMBER, number("1")), null);

    sink.put(List.of(delete, tombstone(2, "1"), create), batch);

    assertThat(sink.rows())
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("ID", "2").containsEntry("TEXT", "one"));
  }

  @Test
  void aLobOfWhichNobodyKnowsTheValueIsABadRecordUnlessConfigured() throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);
    sink.task.worker.reporting = true;
    sink.task.start();

    sink.put(
        event(0, "c", "1", null, withoutLobs("1")),
        event(1, "c", "2", null, row("2", "a", null, null)));

    assertThat(sink.rows()).hasSize(1);
    assertThat(sink.task.worker.reported).hasSize(1);
    assertThat(sink.task.worker.reported.values())
        .allSatisfy(error -> assertThat(error).isInstanceOf(DataException.class));

    EnvelopeFixture lenient =
        EnvelopeFixture.in(lake.resolve("lenient"), "unavailable.value.on.missing.row", "null");
    lenient.put(event(0, "c", "1", null, withoutLobs("1")));
    assertThat(lenient.rows())
        .singleElement()
        .satisfies(row -> assertThat(row).doesNotContainKeys("TEXT", "SCAN", "DOC"));
  }

  @Test
  void anotherPlaceholderIsKnownInItsForms() throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake, "unavailable.value.placeholder", "hex:00ff61");
    byte[] placeholder = {0, (byte) 0xff, 'a'};
    sink.put(event(0, "c", "1", null, row("1", "one", new byte[] {1}, "<a/>")));

    sink.put(event(1, "u", "1", null, row("1", "two", placeholder, "AP9h")));

    assertThat(sink.rows())
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("TEXT", "two")
                    .containsEntry("SCAN", new byte[] {1})
                    .containsEntry("DOC", "<a/>"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void truncatesAndTheOrderOfChanges(int batch) throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);

    sink.put(
        List.of(
            event(0, "c", "1", null, row("1", "a", null, null)),
            event(1, "t", null, null, null),
            event(2, "c", "2", null, row("2", "b", null, null))),
        batch);

    assertThat(sink.rows())
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("ID", "2"));
  }

  @Test
  void thePositionInTheRedoLogCanBeColumns() throws IOException {
    EnvelopeFixture sink =
        EnvelopeFixture.in(lake, "columns.exclude", "SCAN,DOC")
            .transformedWith(
                "add.fields",
                "source.scn:_scn,commit_scn:_commit_scn,txId:_txid,ssn:_seq,row_id:_rowid,redo_thread,transaction.id");

    sink.put(event(0, "c", "1", null, row("1", "a", null, null)));

    assertThat(sink.rows())
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("_scn", "2122184")
                    .containsEntry("_commit_scn", "18446744073709551615")
                    .containsEntry("_txid", "02000a0037030000")
                    .containsEntry("_seq", 1L)
                    .containsEntry("_rowid", "AAASgjAAMAAAACnAAA")
                    .containsEntry("__redo_thread", 1)
                    .doesNotContainKeys("__transaction_id", "SCAN"));
  }

  // With lob.enabled=false an insert has NULL, and an update of its LOBs comes by itself.
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void lobsThatComeAfterTheirRow(int batch) throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);
    List<SinkRecord> events = new ArrayList<>();
    events.add(event(0, "c", "3", null, row("3", null, null, null)));
    events.add(
        event(
            1,
            "u",
            "3",
            withoutLobs("3"),
            row("3", "Test3", UNAVAILABLE.getBytes(StandardCharsets.UTF_8), UNAVAILABLE)));

    sink.put(events, batch);

    Map<String, Object> row = sink.rows().get(0);
    assertThat(row).containsEntry("TEXT", "Test3").doesNotContainKeys("SCAN", "DOC");
  }
}
