package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.struct;
import static io.deltaconnect.sink.Records.structOf;
import static io.deltaconnect.sink.Records.tombstone;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.kernel.TableDefinition;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Records that leave columns of the stored row as they are. */
class PartialUpdatesTest {
  private static final String UNAVAILABLE = "__debezium_unavailable_value";

  /** A table with the row 1 of a, b and c, made by offset 0. */
  private static TaskFixture task(String... config) {
    TaskFixture task = TaskFixture.with();
    task.worker.reporting = true;
    return task.start(config).put(upsert(0, 1L, "a", "a1", "b", "b1", "c", "c1")).commit();
  }

  private static TaskFixture keeping(String... config) {
    return task(config).start("missing.columns", "keep");
  }

  @Test
  void missingColumnsAreNullUnlessTheyAreToBeKept() {
    SinkRecord update = upsert(1, 1L, "b", "b2");

    assertThat(task().put(update).commit().rows()).containsExactly(map("id", 1L, "b", "b2"));
    assertThat(keeping().put(update).commit().rows())
        .containsExactly(map("id", 1L, "a", "a1", "b", "b2", "c", "c1"));
  }

  @Test
  void missingColumnsOfAnInsertAreNull() {
    TaskFixture task = keeping().put(upsert(1, 2L, "b", "b2")).commit();

    assertThat(task.rows()).contains(map("id", 2L, "b", "b2"));
  }

  @Test
  void fieldsThatASchemaLacksAreKeptAndItsNullsAreNot() {
    Schema text = Schema.OPTIONAL_STRING_SCHEMA;
    TaskFixture task = keeping();

    task.put(
            struct(
                1,
                structOf("id", Schema.INT64_SCHEMA, 1L),
                structOf("a", text, null, "b", text, "b2")))
        .commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "b", "b2", "c", "c1"));
  }

  @Test
  void excludedColumnsAreKept() {
    TaskFixture task = keeping().start("columns.exclude", "c");

    task.put(upsert(1, 1L, "a", "a2", "c", "unwanted")).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "a", "a2", "b", "b1", "c", "c1"));
  }

  @Test
  void nullsOfUpdatesKeepTheValueIfAskedFor() {
    TaskFixture task = task("ignore.null.updates", "true");

    task.put(upsert(1, 1L, "a", null, "b", "b2"), upsert(2, 2L, "a", null, "b", "x")).commit();

    assertThat(task.rows())
        .as("b was given, c was missing")
        .containsExactly(map("id", 1L, "a", "a1", "b", "b2"), map("id", 2L, "b", "x"));
  }

  @Test
  void aTableOfItsOwnCanKeepWhatOthersDoNot() {
    TaskFixture task = task("table.orders.missing.columns", "keep");

    task.put(upsert(1, 1L, "b", "b2")).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "a", "a1", "b", "b2", "c", "c1"));
  }

  @Test
  void unavailableValuesKeepWhatTheTableHas() {
    TaskFixture task = task();

    task.put(upsert(1, 1L, "a", UNAVAILABLE, "b", "b2", "c", null)).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "a", "a1", "b", "b2"));
  }

  @Test
  void unavailableValuesKeepWhatIsBuffered() {
    TaskFixture task = task();

    task.put(
            upsert(1, 2L, "a", "a", "b", "b", "c", "c"),
            upsert(2, 2L, "a", UNAVAILABLE, "b", "b2", "c", UNAVAILABLE),
            upsert(3, 2L, "a", "a3", "b", UNAVAILABLE, "c", UNAVAILABLE))
        .commit();

    assertThat(task.rows()).contains(map("id", 2L, "a", "a3", "b", "b2", "c", "c"));
    assertThat(task.worker.reported).isEmpty();
  }

  @Test
  void anotherPlaceholderCanBeConfiguredAndNoneToo() {
    SinkRecord update = upsert(1, 1L, "a", "?", "b", UNAVAILABLE, "c", "c1");

    assertThat(task("unavailable.value.placeholder", "?").put(update).commit().rows())
        .containsExactly(map("id", 1L, "a", "a1", "b", UNAVAILABLE, "c", "c1"));
    assertThat(task("unavailable.value.placeholder", "hex:3f").put(update).commit().rows())
        .containsExactly(map("id", 1L, "a", "a1", "b", UNAVAILABLE, "c", "c1"));
    assertThat(task("unavailable.value.placeholder", "").put(update).commit().rows())
        .containsExactly(map("id", 1L, "a", "?", "b", UNAVAILABLE, "c", "c1"));
  }

  @Test
  void onlyWholeColumnsAreKept() {
    TaskFixture task = keeping("auto.evolve", "add");
    task.put(upsert(1, 3L, "s", map("x", "x1", "y", "y1"))).commit();

    task.put(upsert(2, 3L, "s", map("x", UNAVAILABLE))).commit();

    assertThat(task.rows().get(1).get("s")).isEqualTo(new Object[] {UNAVAILABLE, null});
  }

  @Test
  void recordWithAnUnavailableValueAndNoRowIsReportedAloneAndTheCommitCoversIt() {
    TaskFixture task = task();
    SinkRecord bad = upsert(2, 9L, "a", UNAVAILABLE, "b", "b9");

    task.put(upsert(1, 2L, "a", "a2"), bad, upsert(3, 1L, "a", UNAVAILABLE, "b", "b2")).commit();

    assertThat(task.worker.reported).containsOnlyKeys(bad);
    assertThat(task.worker.reported.get(bad))
        .hasMessageContaining("orders-0@2")
        .hasMessageContaining("table orders")
        .hasMessageContaining("column a:")
        .hasMessageContaining("unavailable.value.on.missing.row=null");
    assertThat(task.rows())
        .containsExactly(map("id", 1L, "a", "a1", "b", "b2"), map("id", 2L, "a", "a2"));
    assertThat(task.table().txn("sink:orders:0").version()).isEqualTo(3);
    assertThat(task.preCommit(TOPIC, 0, 4)).isEqualTo(4);
  }

  @Test
  void withoutAReporterItFailsTheTaskAndItsOffsetIsNotPassedAlsoAfterARestart() {
    TaskFixture task = task();
    task.worker.reporting = false;
    task.start();
    SinkRecord[] batch = {upsert(1, 2L, "a", "a2"), upsert(2, 9L, "a", UNAVAILABLE)};
    task.put(batch);

    assertThatThrownBy(task::commit)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("orders-0@2 for table orders: column a:");
    assertThat(task.preCommit(TOPIC, 0, 3)).isEqualTo(1);
    assertThat(task.rows()).hasSize(1);

    TaskFixture restarted = task.restarted();
    restarted.worker.reporting = true;
    restarted.start().put(batch).commit();
    assertThat(restarted.worker.reported).containsOnlyKeys(batch[1]);
    assertThat(restarted.rows()).hasSize(2);
  }

  @Test
  void theRecordThatMakesTheCommitNecessaryIsNotTakenForTheBadOne() {
    TaskFixture task = task("auto.evolve", "add");
    task.worker.reporting = false;
    task.start().put(upsert(1, 9L, "a", UNAVAILABLE));

    assertThatThrownBy(() -> task.put(upsert(2, 8L, "new", "n")))
        .isInstanceOf(ConnectException.class)
        .hasMessageStartingWith("record orders-0@1 for table orders: column a:");
  }

  @Test
  void unavailableValuesAreNullWithoutARowIfAskedFor() {
    TaskFixture task = task("unavailable.value.on.missing.row", "null");

    task.put(upsert(1, 9L, "a", UNAVAILABLE, "b", "b9")).commit();

    assertThat(task.rows()).contains(map("id", 9L, "b", "b9"));
    assertThat(task.worker.reported).isEmpty();
  }

  @Test
  void nothingIsLeftToBeKeptAfterADelete() {
    TaskFixture task = keeping();
    SinkRecord bad = upsert(2, 1L, "a", UNAVAILABLE, "b", "b2");

    task.put(tombstone(1, 1L), bad, upsert(3, 1L, "c", "c3"), upsert(4, 1L, "b", "b4")).commit();

    assertThat(task.worker.reported).containsOnlyKeys(bad);
    assertThat(task.rows()).containsExactly(map("id", 1L, "b", "b4", "c", "c3"));
    assertThat(task.table().merges()).as("known before the commit").hasSize(2);
  }

  @Test
  void everyRecordOfAKeyUntilItHasARowIsBadButNoOther() {
    TaskFixture task = keeping();
    SinkRecord first = upsert(1, 9L, "a", UNAVAILABLE, "b", "b1");
    SinkRecord second = upsert(2, 9L, "b", UNAVAILABLE);

    task.put(first, second, upsert(3, 9L, "c", "c3"), upsert(4, 9L, "a", UNAVAILABLE, "b", "b4"))
        .commit();

    assertThat(task.worker.reported).containsOnlyKeys(first, second);
    assertThat(task.rows()).contains(map("id", 9L, "b", "b4", "c", "c3"));
  }

  @Test
  void recordThatALaterOneOverwritesIsBadAllTheSame() {
    TaskFixture task = task();
    SinkRecord bad = upsert(1, 9L, "a", UNAVAILABLE);
    SinkRecord alsoBad = upsert(3, 8L, "a", UNAVAILABLE);

    task.put(bad, upsert(2, 9L, "a", "a2"), alsoBad, tombstone(4, 8L)).commit();

    assertThat(task.worker.reported).containsOnlyKeys(bad, alsoBad);
    assertThat(task.rows()).hasSize(2).contains(map("id", 9L, "a", "a2"));
  }

  @Test
  void aRecordIsBadAlsoIfOnlyATakeoverLeavesADeleteBeforeIt() {
    TaskFixture task = task();
    SinkRecord bad = json(TOPIC, 1, 1, map("id", 1L), map("a", UNAVAILABLE, "b", "b3"));
    task.put(json(TOPIC, 1, 0, map("id", 1L), null), upsert(1, 1L, "a", "a2"), bad);
    task.table().setTxn("sink:orders:0", 1L);

    task.commit();

    assertThat(task.worker.reported).containsOnlyKeys(bad);
    assertThat(task.rows()).isEmpty();
    assertThat(task.table().txn("sink:orders:1").version()).isEqualTo(1);
  }

  @Test
  void onlyRecordsWithoutARowHoldTheirOffsetsForACommitOfOffsets() {
    TaskFixture task = task();

    task.put(upsert(1, 9L, "a", UNAVAILABLE)).commit();
    assertThat(task.preCommit(TOPIC, 0, 2)).isEqualTo(1);

    task.now += 600_000;
    task.put();
    assertThat(task.preCommit(TOPIC, 0, 2)).isEqualTo(2);
    assertThat(task.table().txn("sink:orders:0").version()).isEqualTo(1);
    assertThat(task.worker.reports).hasSize(1);
  }

  @Test
  void recordThatLacksANotNullColumnNeedsTheRow() throws IOException {
    StructType schema =
        new StructType()
            .add("id", LongType.LONG, false)
            .add("kind", StringType.STRING, false)
            .add("a", StringType.STRING);
    TaskFixture task = TaskFixture.with("missing.columns", "keep");
    task.worker.reporting = true;
    task.tables.create(
        TaskFixture.PATH,
        new TableDefinition(
            schema, List.of(), List.of(), Map.of("deltaconnect.key.columns", "[\"id\"]")),
        TableOptions.defaults());
    SinkRecord bad = upsert(0, 1L, "a", "a1");

    task.start().put(bad, upsert(1, 2L, "kind", "k", "a", "a2"), upsert(2, 2L, "a", "a3")).commit();

    assertThat(task.worker.reported).containsOnlyKeys(bad);
    assertThat(task.worker.reported.get(bad)).hasMessageContaining("column kind is NOT NULL");
    assertThat(task.rows()).containsExactly(map("id", 2L, "kind", "k", "a", "a3"));
  }

  @Test
  void unavailableValueInAKeyColumnIsNoKey() {
    TaskFixture task = TaskFixture.with("pk.mode", "record_value", "pk.fields", "k");
    task.worker.reporting = true;
    task.start().put(upsert(0, 1L, "k", "k1", "a", "a1")).commit();
    SinkRecord bad = upsert(1, 1L, "k", UNAVAILABLE, "a", "a2");

    task.put(bad).commit();

    assertThat(task.worker.reported.get(bad)).hasMessageContaining("key column k is NULL");
  }

  @Test
  void noTableIsMadeOfARecordThatHasNoRowToKeepValuesOf() {
    TaskFixture task = TaskFixture.with();
    task.worker.reporting = true;
    Schema text = Schema.OPTIONAL_STRING_SCHEMA;
    SinkRecord bad =
        struct(
            0,
            structOf("id", Schema.INT64_SCHEMA, 1L),
            structOf("a", text, UNAVAILABLE, "b", text, "b"));

    task.start().put(bad).commit();

    assertThat(task.worker.reported).containsOnlyKeys(bad);
    assertThat(task.table()).isNull();
  }

  @Test
  void anUnavailableValueWithoutASchemaMakesNoColumn() {
    TaskFixture task = task("auto.evolve", "add");

    task.put(upsert(1, 1L, "a", "a2", "d", UNAVAILABLE), upsert(2, 1L, "d", List.of(1L))).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "d", List.of(1L)));
    assertThat(task.worker.reported).isEmpty();
  }

  @Test
  void appendedRecordsHaveNoRowToKeepValuesOf() {
    TaskFixture task = TaskFixture.with("insert.mode", "append");
    task.worker.reporting = true;
    task.start().put(upsert(0, 1L, "a", "a1")).commit();
    SinkRecord bad = upsert(1, 1L, "a", UNAVAILABLE);

    task.put(bad, upsert(2, 1L, "a", "a2")).commit();
    assertThat(task.worker.reported).containsOnlyKeys(bad);
    assertThat(task.rows()).hasSize(2);

    task.start("unavailable.value.on.missing.row", "null");
    task.put(upsert(3, 1L, "a", UNAVAILABLE)).commit();
    assertThat(task.rows()).hasSize(3).last().isEqualTo(map());
  }

  @Test
  void placeholdersOfTypedFieldsAreKnownInTheirForms() {
    byte[] bytes = UNAVAILABLE.getBytes(StandardCharsets.UTF_8);
    List<Integer> numbers = new ArrayList<>();
    List<BigDecimal> decimals = new ArrayList<>();
    for (byte b : bytes) {
      numbers.add((int) b);
      decimals.add(BigDecimal.valueOf(b, 2));
    }
    String uuid = UUID.nameUUIDFromBytes(bytes).toString();
    TaskFixture task = TaskFixture.with();
    task.put(typed(0, new byte[] {1}, List.of(5), List.of(BigDecimal.TEN), List.of("u"), "v"))
        .commit();
    Map<String, Object> stored = task.rows().get(0);

    task.put(typed(1, bytes, numbers, decimals, List.of(uuid), UNAVAILABLE)).commit();

    assertThat(task.rows()).containsExactly(stored);
    assertThat(task.table().version()).as("nothing has changed").isEqualTo(1);
  }

  private static SinkRecord typed(
      long offset,
      byte[] blob,
      List<Integer> numbers,
      List<BigDecimal> decimals,
      List<String> uuids,
      String pair) {
    Schema uuid = SchemaBuilder.string().name("io.debezium.data.Uuid").build();
    List<BigDecimal> scaled = decimals.stream().map(decimal -> decimal.setScale(2)).toList();
    return struct(
        offset,
        structOf("id", Schema.INT64_SCHEMA, 1L),
        structOf(
            "blob",
            Schema.OPTIONAL_BYTES_SCHEMA,
            blob,
            "numbers",
            SchemaBuilder.array(Schema.INT32_SCHEMA).build(),
            numbers,
            "decimals",
            SchemaBuilder.array(Decimal.schema(2)).build(),
            scaled,
            "uuids",
            SchemaBuilder.array(uuid).build(),
            uuids,
            "pairs",
            SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA).build(),
            Map.of(pair, pair)));
  }
}
