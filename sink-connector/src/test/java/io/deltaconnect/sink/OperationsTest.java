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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationsTest {
  private static SinkRecord withHeader(SinkRecord record, Object op) {
    record.headers().add("__op", op, null);
    return record;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c",
        "r",
        "u",
        "i",
        "I",
        "U",
        "+I",
        "+U",
        "insert",
        "update",
        "update_postimage",
        "read",
        "load",
        "INSERT",
        "UPDATE"
      })
  void upsertWordsOfCommonConventions(String op) {
    TaskFixture task = TaskFixture.with("op.field", "op");

    task.put(upsert(0, 1L, "op", op)).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "op", op));
  }

  @ParameterizedTest
  @ValueSource(strings = {"d", "D", "-D", "delete", "DELETE"})
  void deleteWordsOfCommonConventions(String op) {
    TaskFixture task = TaskFixture.with("op.field", "op");

    task.put(upsert(0, 1L, "op", "c"), upsert(1, 2L, "op", "c"), upsert(2, 1L, "op", op)).commit();

    assertThat(task.rows()).containsExactly(map("id", 2L, "op", "c"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"t", "T", "truncate", "TRUNCATE"})
  void truncateCommitsWhatWasBeforeAndGoesOnAfter(String op) {
    TaskFixture task = TaskFixture.with("op.field", "op");
    task.put(
        upsert(0, 1L, "op", "c"), json(TOPIC, 0, 1, null, map("op", op)), upsert(2, 2L, "op", "c"));

    assertThat(task.rows()).as("after the truncate").isEmpty();
    assertThat(task.table().version()).isEqualTo(2);
    assertThat(task.table().txn("sink:orders:0").version()).isEqualTo(1);
    assertThat(task.preCommit(TOPIC, 0, 3)).isEqualTo(2);

    task.commit();
    assertThat(task.rows()).containsExactly(map("id", 2L, "op", "c"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"update_preimage", "-U"})
  void oldImagesAreIgnored(String op) {
    TaskFixture task = TaskFixture.with("op.field", "op");

    task.put(upsert(0, 1L, "op", "c", "n", 1L), upsert(1, 1L, "op", op, "n", 2L)).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "op", "c", "n", 1L));
    assertThat(task.table().txn("sink:orders:0").version()).isEqualTo(1);
  }

  @Test
  void truncateOfAnEmptyTableMakesNoCommitAndHoldsItsOffset() {
    TaskFixture task = TaskFixture.with("op.field", "op");
    task.put(upsert(0, 1L, "op", "c"), upsert(1, 1L, "op", "d")).commit();
    long version = task.table().version();

    task.put(json(TOPIC, 0, 2, null, map("op", "t")));

    assertThat(task.table().version()).isEqualTo(version);
    assertThat(task.preCommit(TOPIC, 0, 3)).isZero();
  }

  @Test
  void headerDecidesBeforeTheField() {
    TaskFixture task = TaskFixture.with("op.field", "op", "op.header", "__op");
    task.put(upsert(0, 1L, "op", "c")).commit();

    task.put(
            withHeader(upsert(1, 1L, "op", "u", "n", 5L), "d"),
            withHeader(upsert(2, 2L, "op", "d"), "c".getBytes(StandardCharsets.UTF_8)))
        .commit();

    assertThat(task.rows()).containsExactly(map("id", 2L, "op", "d"));
  }

  @Test
  void headerOfARecordWithoutValueCounts() {
    TaskFixture task = TaskFixture.with("op.header", "__op");
    task.put(withHeader(upsert(0, 1L, "n", 1L), "c"), withHeader(upsert(1, 2L, "n", 1L), "c"));

    task.put(withHeader(tombstone(2, 1L), "d"), withHeader(tombstone(3, 2L), "-U")).commit();
    assertThat(task.rows()).containsExactly(map("id", 2L, "n", 1L));

    task.put(withHeader(json(TOPIC, 0, 4, null, null), "t"));
    assertThat(task.rows()).isEmpty();
    assertThatThrownBy(() -> task.put(withHeader(tombstone(5, 1L), "u")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("'u' needs a value");
  }

  @Test
  void nullValueWithoutAnOperationDeletes() {
    TaskFixture task = TaskFixture.with("op.header", "__op");
    task.put(withHeader(upsert(0, 1L, "n", 1L), "c"), tombstone(1, 1L)).commit();

    assertThat(task.rows()).isEmpty();
  }

  // https://github.com/apache/iceberg/issues/17652
  @Test
  void explicitNullIsNotTheOperationThatIsTheFieldsDefault() {
    Schema op = SchemaBuilder.string().optional().defaultValue("d").build();
    TaskFixture task = TaskFixture.with("op.field", "op", "op.unknown.behavior", "upsert");
    Struct key = Records.structOf("id", Schema.INT64_SCHEMA, 1L);

    task.put(Records.struct(0, key, Records.structOf("op", op, null))).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L));
  }

  @Test
  void unknownAndMissingOperationsAreBadRecordsUnlessConfigured() {
    SinkRecord unknown = upsert(0, 1L, "op", "x");
    SinkRecord missing = upsert(1, 2L, "op", null);

    assertThatThrownBy(() -> TaskFixture.with("op.field", "op").put(unknown))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("'x'")
        .hasMessageContaining("op.unknown.behavior");
    assertThatThrownBy(() -> TaskFixture.with("op.field", "op").put(missing))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("says no operation");

    TaskFixture upserting = TaskFixture.with("op.field", "op", "op.unknown.behavior", "upsert");
    upserting.put(unknown, missing).commit();
    assertThat(upserting.rows()).hasSize(2);

    TaskFixture ignoring = TaskFixture.with("op.field", "op", "op.unknown.behavior", "IGNORE");
    ignoring.put(unknown, missing).commit();
    assertThat(ignoring.table()).isNull();
  }

  @Test
  void operationFieldStaysAColumnUnlessExcluded() {
    TaskFixture task = TaskFixture.with("op.field", "op", "columns.exclude", "OP,x");

    task.put(upsert(0, 1L, "op", "c", "x", 1L, "y", 2L)).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "y", 2L));
  }

  @Test
  void onlyIncludedColumnsAreTaken() {
    TaskFixture task = TaskFixture.with("columns.include", "Y");

    task.put(upsert(0, 1L, "x", 1L, "y", 2L)).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "y", 2L));
  }

  @Test
  void excludedFieldsNeverBecomeColumnsWhateverTheyAre() {
    TaskFixture task = TaskFixture.with("columns.exclude", "Secret,a b", "auto.evolve", "widen");
    Schema empty = SchemaBuilder.struct().build();

    task.put(upsert(0, 1L, "n", 1L, "secret", "x"));
    task.put(upsert(1, 2L, "n", 2L, "SECRET", map("deep", 1L), "a b", 5L));
    task.put(
        struct(
            2,
            structOf("id", Schema.INT64_SCHEMA, 3L),
            structOf("n", Schema.INT64_SCHEMA, 3L, "secret", empty, new Struct(empty))));
    task.commit();

    assertThat(task.rows())
        .containsExactlyInAnyOrder(
            map("id", 1L, "n", 1L), map("id", 2L, "n", 2L), map("id", 3L, "n", 3L));
    assertThat(task.table().schema().fieldNames()).containsExactly("id", "n");
  }

  @Test
  void includedColumnsCanDifferByTable() {
    TaskFixture task =
        TaskFixture.with("columns.include", "x", "table.orders.columns.include", "y");

    task.put(upsert(0, 1L, "x", 1L, "y", 2L, "z", 3L)).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "y", 2L));
  }

  @Test
  void nullValueWithOrWithoutAValueSchemaDeletes() {
    TaskFixture task = TaskFixture.with();
    Schema value = structOf("n", Schema.INT64_SCHEMA, 0L).schema();
    task.put(upsert(0, 1L, "n", 1L), upsert(1, 2L, "n", 1L));

    task.put(record(TOPIC, 0, 2, null, map("id", 1L), value, null), tombstone(3, 2L)).commit();

    assertThat(task.rows()).isEmpty();
  }

  @Test
  void disabledDeletesAreErrorsNeverSkipped() {
    TaskFixture task = TaskFixture.with("delete.enabled", "false");
    task.put(upsert(0, 1L, "n", 1L));

    assertThatThrownBy(() -> task.put(tombstone(1, 1L)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("delete.enabled=false");
  }

  @Test
  void appendAddsEveryRecordAndRefusesDeletes() {
    TaskFixture task = TaskFixture.with("insert.mode", "append");

    task.put(json(TOPIC, 0, 0, null, map("n", 1L)), json(TOPIC, 0, 1, null, map("n", 1L))).commit();

    assertThat(task.rows()).containsExactly(map("n", 1L), map("n", 1L));
    assertThatThrownBy(() -> task.put(tombstone(2, 1L)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("insert.mode=append");
  }

  @Test
  void misspelledOperationFieldIsNamedWithTheFieldsThereAre() {
    TaskFixture task = TaskFixture.with("op.field", "opp");

    assertThatThrownBy(() -> task.put(upsert(0, 1L, "op", "c", "n", 1L)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("the value has no field 'opp' (op.field); its fields are n, op");
  }
}
