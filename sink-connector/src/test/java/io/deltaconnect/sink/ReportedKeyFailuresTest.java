package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.record;
import static io.deltaconnect.sink.Records.struct;
import static io.deltaconnect.sink.Records.structOf;
import static io.deltaconnect.sink.Records.tombstone;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What public reports say went wrong with keys, operations and order in other sinks. */
class ReportedKeyFailuresTest {
  private static final Schema UUID = SchemaBuilder.string().name("io.debezium.data.Uuid").build();

  @TempDir Path lake;

  private RealTaskFixture task(String folder, String... keysAndValues) {
    return RealTaskFixture.in(lake.resolve(folder), keysAndValues);
  }

  // https://github.com/Aiven-Open/jdbc-connector-for-apache-kafka/issues/165
  // https://github.com/confluentinc/kafka-connect-jdbc/issues/955
  @Test
  void primitiveKeyDeletesByItsColumnAndACompositeKeyOnlyTheExactCombination() throws IOException {
    RealTaskFixture primitive = task("primitive", "pk.fields", "id");
    primitive.put(
        json(TOPIC, 0, 0, 1L, map("n", 1L)),
        json(TOPIC, 0, 1, 2L, map("n", 2L)),
        json(TOPIC, 0, 2, 1L, null));
    assertThat(primitive.table().rows()).containsExactly(map("id", 2L, "n", 2L));

    RealTaskFixture composite = task("composite");
    composite.put(
        json(TOPIC, 0, 0, map("a", 1L, "b", 1L), map("n", 1L)),
        json(TOPIC, 0, 1, map("a", 1L, "b", 2L), map("n", 2L)),
        json(TOPIC, 0, 2, map("a", 2L, "b", 1L), map("n", 3L)),
        json(TOPIC, 0, 3, map("a", 1L, "b", 1L), null));
    assertThat(composite.table().rows())
        .containsExactlyInAnyOrder(map("a", 1L, "b", 2L, "n", 2L), map("a", 2L, "b", 1L, "n", 3L));
  }

  // https://github.com/Altinity/clickhouse-sink-connector/issues/1394
  // https://github.com/Altinity/clickhouse-sink-connector/issues/1401
  @Test
  void rowsWithoutAKeyNeverBecomeOneRow() throws IOException {
    Struct withoutFields = new Struct(SchemaBuilder.struct().build());
    for (Struct key : Arrays.asList(null, withoutFields)) {
      SinkRecord[] batch = new SinkRecord[3];
      for (int i = 0; i < batch.length; i++) {
        batch[i] = struct(i, key, structOf("n", Schema.INT64_SCHEMA, (long) i));
      }
      RealTaskFixture upserts = task("upserts-" + key);
      upserts.worker.reporting = true;

      upserts.start().put(batch);
      assertThat(upserts.worker.reported.values())
          .hasSize(3)
          .allSatisfy(
              e -> assertThat(e.getMessage()).containsAnyOf("has no key", "key has no fields"));
      assertThat(lake.resolve("upserts-" + key)).doesNotExist();

      RealTaskFixture appends = task("appends-" + key, "insert.mode", "append").put(batch);
      assertThat(appends.table().rows()).hasSize(3);
    }
  }

  // https://github.com/confluentinc/kafka-connect-jdbc/issues/1084
  @Test
  void deleteByUuidFindsItsRowByTheTextAsItStands() throws IOException {
    String lower = "0f8fad5b-d9cb-469f-a165-70867728950e";
    String upper = "0F8FAD5B-D9CB-469F-A165-70867728950E";
    for (String strategy : List.of("deletion_vectors", "copy_on_write")) {
      RealTaskFixture task = task(strategy, "merge.strategy", strategy);
      task.put(uuid(0, lower, true), uuid(1, upper, true));
      assertThat(task.table().rows()).as("texts that differ are keys that differ").hasSize(2);

      task.put(uuid(2, lower, false));
      assertThat(task.table().rows()).containsExactly(map("id", upper, "n", 1L));
      assertThat(task.table().changes(2)).containsExactly("delete {id=" + lower + ", n=1}");
    }
  }

  private static SinkRecord uuid(long offset, String id, boolean present) {
    return struct(
        offset,
        structOf("id", UUID, id),
        present ? structOf("id", UUID, id, "n", Schema.INT64_SCHEMA, 1L) : null);
  }

  // https://github.com/Altinity/clickhouse-sink-connector/issues/9
  // https://github.com/debezium/debezium/pull/1343
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 100})
  void changedKeyLeavesNoOldRowWhereverTheBatchEnds(int batch) throws IOException {
    List<SinkRecord> records =
        List.of(
            upsert(0, 1L, "op", "c", "n", 7L),
            upsert(1, 1L, "op", "d", "n", 7L),
            tombstone(2, 1L),
            upsert(3, 2L, "op", "c", "n", 7L));
    for (String strategy : List.of("deletion_vectors", "copy_on_write")) {
      RealTaskFixture task =
          task(strategy, "merge.strategy", strategy, "op.field", "op", "columns.exclude", "op");
      for (int from = 0; from < records.size(); from += batch) {
        SinkRecord[] part =
            records
                .subList(from, Math.min(records.size(), from + batch))
                .toArray(SinkRecord[]::new);
        task.put(part);
        task = task.restarted().put(part);
      }

      assertThat(task.table().rows()).containsExactly(map("id", 2L, "n", 7L));
      assertThat(task.table().changesSince(1))
          .filteredOn(change -> change.contains("id=2"))
          .containsExactly("insert {id=2, n=7}");
      assertThat(task.table().changesSince(1))
          .filteredOn(change -> change.contains("id=1"))
          .isIn(List.of(), List.of("insert {id=1, n=7}", "delete {id=1, n=7}"));
    }
  }

  // https://github.com/confluentinc/kafka-connect-jdbc/issues/1328
  // https://github.com/debezium/debezium-connector-jdbc/pull/40
  // https://github.com/airbytehq/airbyte/issues/41647
  @Test
  void recordsThatAreNoRowsMakeNoTableAndNoRow() throws IOException {
    Struct heartbeat = structOf("ts_ms", Schema.INT64_SCHEMA, 1L);
    Struct schemaChange =
        structOf("databaseName", Schema.STRING_SCHEMA, "inv", "ddl", Schema.STRING_SCHEMA, "X");
    Struct message = structOf("op", Schema.STRING_SCHEMA, "m", "ts_ms", Schema.INT64_SCHEMA, 1L);
    SinkRecord[] batch = new SinkRecord[3];
    List<Struct> values = List.of(heartbeat, schemaChange, message);
    for (int i = 0; i < batch.length; i++) {
      Struct key = structOf("serverName", Schema.STRING_SCHEMA, "s");
      batch[i] = record("other", 0, i, key.schema(), key, values.get(i).schema(), values.get(i));
    }

    RealTaskFixture ignoring = task("a", "op.field", "op", "op.unknown.behavior", "ignore");
    ignoring.put(batch);
    assertThat(lake.resolve("a")).doesNotExist();
    assertThat(ignoring.preCommit("other", 0, 3)).isEqualTo(3);

    RealTaskFixture failing = task("b", "op.field", "op");
    failing.worker.reporting = true;
    failing.start().put(batch);
    assertThat(failing.worker.reported).containsOnlyKeys(batch);
    assertThat(failing.worker.reported.values())
        .extracting(Throwable::getMessage)
        .satisfiesExactly(
            m -> assertThat(m).contains("the value has no field 'op'"),
            m -> assertThat(m).contains("the value has no field 'op'"),
            m -> assertThat(m).contains("'m' is in none of the op.*.values lists"));
    assertThat(lake.resolve("b")).doesNotExist();
  }

  // https://github.com/memiiso/debezium-server-iceberg/issues/544
  // https://github.com/memiiso/debezium-server-iceberg/issues/126
  @Test
  void offsetDecidesWhichChangeOfAKeyIsTheLastWhateverTheRecordsSay() throws IOException {
    for (String batch : List.of("one", "two")) {
      RealTaskFixture task = task(batch, "op.field", "op", "columns.exclude", "op");
      SinkRecord update = upsert(0, 1L, "op", "u", "lsn", 20L);
      SinkRecord read = upsert(1, 1L, "op", "r", "lsn", 10L);

      if (batch.equals("one")) {
        task.put(update, read);
      } else {
        task.put(update).put(read);
      }

      assertThat(task.table().rows()).containsExactly(map("id", 1L, "lsn", 10L));
    }
  }
}
