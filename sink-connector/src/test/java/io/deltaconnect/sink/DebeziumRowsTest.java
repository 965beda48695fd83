package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.record;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that Debezium's ExtractNewRecordState made of real and documented events. */
class DebeziumRowsTest {
  @TempDir Path lake;

  /** The rows after each change of recorded envelopes. */
  private List<SinkRecord> rowsAfter(String file) throws IOException {
    List<SinkRecord> all = new ArrayList<>();
    for (SinkRecord event : RecordedEvents.read(file)) {
      Struct after = ((Struct) event.value()).getStruct("after");
      all.add(record("rows", 0, all.size(), event.keySchema(), event.key(), after.schema(), after));
    }
    return all;
  }

  private RealTaskFixture task() {
    return RealTaskFixture.in(
        lake,
        "op.field",
        "__op",
        "columns.exclude",
        "__op,__deleted,__ts_ms,__lsn,__source_ts_ms,__table");
  }

  private static void put(RealTaskFixture task, List<SinkRecord> records, int batch) {
    for (int i = 0; i < records.size(); i += batch) {
      List<SinkRecord> part = records.subList(i, Math.min(records.size(), i + batch));
      task.put(part.toArray(new SinkRecord[0]));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void rewrittenRowsWithAColumnCalledOpAreNotMisread(int batch) throws IOException {
    RealTaskFixture task = task();

    put(task, RecordedEvents.read("events/09-flattened-oplog.json"), batch);

    RealTable table = task.table("rows");
    assertThat(table.rows()).containsExactly(Records.map("sku", "A", "qty", 9, "op", "x"));
    List<String> changes = table.changesSince(1);
    assertThat(changes.get(changes.size() - 1)).startsWith("insert").contains("qty=9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pgu.inventory.customers", "pgt.inventory.customers"})
  void rowsOfPostgresFollowInsertsUpdatesKeyChangesAndDeletes(String topic) throws IOException {
    List<SinkRecord> records = RecordedEvents.read("debezium/debezium-" + topic + ".json");
    RealTaskFixture oneByOne = task();
    put(oneByOne, records, 1);

    assertThat(oneByOne.table("rows").rows())
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("id", 20L)
                    .containsEntry("name", "Bob")
                    .containsEntry("balance", new BigDecimal("5.00"))
                    .containsEntry("active", false)
                    .doesNotContainKeys("email", "__op", "__deleted"));
    assertThat(oneByOne.table("rows").changesSince(1))
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

  @Test
  void everyTypeOfPostgresHasItsColumn() throws IOException {
    RealTaskFixture task = task();

    put(
        task,
        RecordedEvents.read("debezium/debezium-pgu.inventory.customers.json").subList(0, 1),
        1);

    Map<String, Object> row = task.table("rows").rows().get(0);
    assertThat(row)
        .containsEntry("balance", new BigDecimal("12.34"))
        .containsEntry("tags", List.of("a", "b"))
        .containsEntry("doc", "{\"k\": 1}")
        .containsEntry("d", 20_455)
        .containsEntry("ts", 1_767_323_045_123_456L)
        .containsEntry("tstz", 1_767_315_845_123_456L)
        .containsEntry("uid", "11111111-2222-3333-4444-555555555555")
        .containsEntry("f4", 1.5f)
        .containsEntry("f8", 2.25)
        .containsEntry("i2", (short) 7)
        .containsEntry("i4", 8);
    assertThat((byte[]) row.get("raw"))
        .containsExactly((byte) 0xde, (byte) 0xad, (byte) 0xbe, (byte) 0xef);
    assertThat(task.table("rows").snapshot().schema().get("balance").getDataType().toString())
        .isEqualTo("Decimal(12, 2)");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 100})
  void decimalsOfVaryingScaleAreExactText(int batch) throws IOException {
    RealTaskFixture task = task();

    put(task, RecordedEvents.read("debezium/debezium-pgu.inventory.plain.json"), batch);

    assertThat(task.table("rows").rows())
        .containsExactlyInAnyOrder(
            Records.map("id", 5L, "name", "t", "amount", "1"),
            Records.map("id", 6L, "name", "t", "amount", "2"));
  }

  @Test
  void deletedMarkersAsTextDecideWhenConfigured() throws IOException {
    RealTaskFixture task =
        RealTaskFixture.in(
            lake,
            "op.field",
            "__deleted",
            "op.upsert.values",
            "false",
            "op.delete.values",
            "true",
            "columns.include",
            "id,name");

    put(task, RecordedEvents.read("debezium/debezium-pgu.inventory.customers.json"), 2);

    assertThat(task.table("rows").rows()).containsExactly(Records.map("id", 20L, "name", "Bob"));
  }

  // https://github.com/confluentinc/kafka-connect-jdbc/issues/1242
  // https://github.com/risingwavelabs/risingwave/issues/22852
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void unchangedToastedValuesAreKept(int batch) throws IOException {
    for (String strategy : List.of("deletion_vectors", "copy_on_write")) {
      RealTaskFixture task = RealTaskFixture.in(lake.resolve(strategy), "merge.strategy", strategy);

      put(task, rowsAfter("events/03-postgres-toast-placeholder.json"), batch);

      assertThat(task.table("rows").rows())
          .singleElement()
          .satisfies(
              row ->
                  assertThat(row)
                      .containsEntry("title", "v2")
                      .containsEntry("body", "changed")
                      .containsEntry("blob", new byte[] {1, 2})
                      .containsEntry("meta", "{\"k\":2}")
                      .containsEntry("marks", List.of("x")));
      assertThat(task.table("rows").changesSince(1).toString())
          .as("no image in the feed has it")
          .doesNotContain("unavailable");
    }
  }
}
