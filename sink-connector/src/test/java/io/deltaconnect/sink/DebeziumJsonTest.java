package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.structOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Debezium's events as JSON without schemas, through DebeziumRow and the sink. */
class DebeziumJsonTest {
  @TempDir Path lake;

  private static SinkRecord event(
      long offset, String op, Long id, Map<String, Object> before, Map<String, Object> after) {
    Map<String, Object> value =
        map(
            "before",
            before,
            "after",
            after,
            "source",
            map("connector", "mysql", "db", "shop", "table", "items", "pos", offset),
            "transaction",
            null,
            "op",
            op,
            "ts_ms",
            1_000L);
    return Records.json("rows", 0, offset, id == null ? null : map("id", id), value);
  }

  private static SinkRecord aboutNoRow(long offset, Object... fields) {
    return Records.json("rows", 0, offset, map("x", "y"), map(fields));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void theLifeOfRows(int batch) throws IOException {
    EnvelopeFixture sink = EnvelopeFixture.in(lake);
    List<SinkRecord> events =
        List.of(
            event(0, "r", 9L, null, map("id", 9L, "name", "gone", "note", "n")),
            event(1, "t", null, null, null),
            event(2, "c", 1L, null, map("id", 1L, "name", "a", "note", "long")),
            event(3, "c", 2L, null, map("id", 2L, "name", "b", "note", null)),
            aboutNoRow(4, "op", "m", "source", map(), "message", map("prefix", "p")),
            aboutNoRow(5, "status", "BEGIN", "id", "1", "data_collections", null),
            aboutNoRow(6, "source", map(), "databaseName", "shop", "ddl", null),
            aboutNoRow(7, "ts_ms", 1L),
            event(
                8,
                "u",
                1L,
                null,
                map("id", 1L, "name", null, "note", "__debezium_unavailable_value")),
            // The key changes.
            event(9, "d", 2L, map("id", 2L), null),
            Records.json("rows", 0, 10, map("id", 2L), null),
            event(11, "c", 3L, null, map("id", 3L, "name", "b", "note", null)),
            // Tombstones are off, and so are old rows.
            event(12, "c", 4L, null, map("id", 4L, "name", "d", "note", null)),
            event(13, "d", 4L, null, null));

    sink.put(events, batch);

    assertThat(sink.rows())
        .containsExactlyInAnyOrder(map("id", 1L, "note", "long"), map("id", 3L, "name", "b"));
  }

  // decimal.handling.mode=string, time.precision.mode=isostring, binary.handling.mode=base64
  @Test
  void textFillsATableThatHasTypes() throws IOException {
    SchemaBuilder iso = SchemaBuilder.string().name("io.debezium.time.IsoTimestamp").optional();
    Struct typed =
        structOf(
            "id",
            Schema.INT64_SCHEMA,
            1L,
            "price",
            Decimal.builder(2).optional().build(),
            new BigDecimal("1.00"),
            "made",
            iso.build(),
            "2026-01-02T03:04:05Z",
            "raw",
            Schema.OPTIONAL_BYTES_SCHEMA,
            new byte[] {1},
            "score",
            Schema.OPTIONAL_FLOAT32_SCHEMA,
            1.5f);
    EnvelopeFixture sink = EnvelopeFixture.in(lake);
    Struct key = structOf("id", Schema.INT64_SCHEMA, 1L);
    sink.put(EnvelopeFixture.event(0, "c", key, typed));

    sink.put(
        event(
            1,
            "u",
            1L,
            null,
            map(
                "id", 1L,
                "price", "-12.3",
                "made", "2026-01-02T03:04:05.123456789Z",
                "raw", "AAH/",
                "score", 2.25)));

    assertThat(sink.rows())
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("price", new BigDecimal("-12.30"))
                    .containsEntry("made", 1_767_323_045_123_456L)
                    .containsEntry("raw", new byte[] {0, 1, (byte) 0xff})
                    .containsEntry("score", 2.25f));
  }

  @Test
  void rowsCanHaveTheTransactionWhereThereIsOne() throws IOException {
    EnvelopeFixture sink =
        EnvelopeFixture.in(lake)
            .transformedWith("add.fields", "transaction.id:tx,source.pos:pos", "op.field", "_op");

    sink.put(event(5, "c", 1L, null, map("id", 1L)));

    assertThat(sink.rows()).containsExactly(map("id", 1L, "pos", 5L, "_op", "c"));
  }

  // ExtractNewRecordState with add.headers=op: rows without an envelope.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void rowsWithTheirCodeInAHeader(int batch) throws IOException {
    EnvelopeFixture sink =
        EnvelopeFixture.in(lake, "columns.exclude", "__deleted")
            .transformedWith("unknown.behavior", "pass");
    List<SinkRecord> rows =
        List.of(
            Records.json(
                "rows", 0, 0, map("id", 1L), map("id", 1L, "n", "a", "__deleted", "false")),
            Records.json(
                "rows", 0, 1, map("id", 2L), map("id", 2L, "n", "b", "__deleted", "false")),
            Records.json(
                "rows", 0, 2, map("id", 1L), map("id", 1L, "n", "c", "__deleted", "false")),
            // delete.tombstone.handling.mode=rewrite, then delete-to-tombstone
            Records.json("rows", 0, 3, map("id", 1L), map("id", 1L, "n", "c", "__deleted", "true")),
            Records.json("rows", 0, 4, map("id", 2L), null),
            Records.json(
                "rows", 0, 5, map("id", 3L), map("id", 3L, "n", "d", "__deleted", "false")));
    List<String> codes = List.of("r", "c", "u", "d", "d", "c");
    for (int i = 0; i < rows.size(); i++) {
      rows.get(i).headers().add("__op", codes.get(i), Schema.STRING_SCHEMA);
    }

    sink.put(rows, batch);

    assertThat(sink.rows()).containsExactly(map("id", 3L, "n", "d"));
  }
}
