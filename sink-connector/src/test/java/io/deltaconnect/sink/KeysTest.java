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

import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.kernel.TableDefinition;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class KeysTest {
  private static final Schema KEY = Schema.STRING_SCHEMA;

  @Test
  void primitiveKeyTakesTheOneConfiguredName() {
    TaskFixture task = TaskFixture.with("pk.fields", "id");

    task.put(record(TOPIC, 0, 0, KEY, "a", null, map("n", 1L))).commit();
    task.put(record(TOPIC, 0, 1, KEY, "a", null, map("n", 2L))).commit();

    assertThat(task.rows()).containsExactly(map("id", "a", "n", 2L));
  }

  @Test
  void primitiveKeyWithoutOneNameIsABadRecord() {
    SinkRecord record = record(TOPIC, 3, 17, KEY, "a", null, map("n", 1L));

    assertThatThrownBy(() -> TaskFixture.with().put(record))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("orders-3@17")
        .hasMessageContaining("pk.fields");
    assertThatThrownBy(() -> TaskFixture.with("pk.fields", "a,b").put(record))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("'a'");
  }

  @Test
  void keyFieldsThatTheValueLacksBecomeColumns() {
    TaskFixture task = TaskFixture.with();

    task.put(
            struct(
                0,
                structOf("region", KEY, "eu", "id", Schema.INT32_SCHEMA, 1),
                structOf("n", Schema.INT64_SCHEMA, 5L)))
        .commit();

    assertThat(task.rows()).containsExactly(map("region", "eu", "id", 1, "n", 5L));
    assertThat(task.table().schema().fieldNames()).containsExactly("region", "id", "n");
    assertThat(task.table().properties())
        .containsEntry("deltaconnect.key.columns", "[\"region\",\"id\"]");
  }

  @Test
  void onlyTheExactCombinationOfACompositeKeyIsDeleted() {
    TaskFixture task = TaskFixture.with();
    task.put(
            json(TOPIC, 0, 0, map("a", 1L, "b", 1L), map("n", 1L)),
            json(TOPIC, 0, 1, map("a", 1L, "b", 2L), map("n", 2L)),
            json(TOPIC, 0, 2, map("a", 1L, "b", 1L), null))
        .commit();

    assertThat(task.rows()).containsExactly(map("a", 1L, "b", 2L, "n", 2L));
  }

  @Test
  void pkFieldsChooseAmongTheKeysFields() {
    TaskFixture task = TaskFixture.with("pk.fields", "id");

    task.put(json(TOPIC, 0, 0, map("id", 1L, "shard", 7L), map("n", 1L))).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "n", 1L));
  }

  @Test
  void keyOfTheRecordCountsWhereKeyAndValueDisagree() {
    TaskFixture task = TaskFixture.with();

    task.put(upsert(0, 1L, "id", 99L, "n", 1L)).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "n", 1L));
  }

  @Test
  void keyCanComeFromTheValue() {
    TaskFixture task = TaskFixture.with("pk.mode", "record_value", "pk.fields", "id");

    task.put(
            json(TOPIC, 0, 0, null, map("id", 1L, "n", 1L)),
            json(TOPIC, 0, 1, "other", map("id", 1L, "n", 2L)))
        .commit();
    assertThat(task.rows()).containsExactly(map("id", 1L, "n", 2L));

    // A tombstone has no value: there the key must have the fields.
    task.put(json(TOPIC, 0, 2, map("id", 1L), null)).commit();
    assertThat(task.rows()).isEmpty();
    assertThatThrownBy(() -> task.put(json(TOPIC, 0, 3, null, null)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("neither a value nor a key");
  }

  @Test
  void recordsWithoutAKeyNeverShareARow() {
    TaskFixture task = TaskFixture.with();
    task.put(upsert(0, 1L, "n", 1L));

    assertThatThrownBy(() -> task.put(json(TOPIC, 0, 1, null, map("n", 2L))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("no key");
    Struct noFields = new Struct(SchemaBuilder.struct().build());
    assertThatThrownBy(() -> task.put(struct(1, noFields, structOf("n", Schema.INT64_SCHEMA, 2L))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("0 fields");
    assertThatThrownBy(
            () ->
                TaskFixture.with().put(struct(1, noFields, structOf("n", Schema.INT64_SCHEMA, 2L))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("no fields");
    assertThatThrownBy(() -> task.put(upsert(1, null, "n", 2L)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("key column id is NULL");
  }

  @Test
  void keysWithOtherFieldsThanTheTablesAreBadRecords() {
    TaskFixture task = TaskFixture.with();
    task.put(upsert(0, 1L, "n", 1L));

    assertThatThrownBy(() -> task.put(json(TOPIC, 0, 1, map("id", 1L, "x", 1L), map("n", 2L))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("2 fields");
  }

  @Test
  void keysAreEqualByValueInTheTypeOfTheColumn() throws IOException {
    TaskFixture task = TaskFixture.with("pk.fields", "id", "auto.create", "false");
    make(task, new StructType().add("id", new DecimalType(10, 2), false).add("n", LongType.LONG));

    task.put(
            struct(
                0,
                structOf("id", Decimal.schema(1), new BigDecimal("15.0")),
                structOf("n", Schema.INT64_SCHEMA, 1L)),
            struct(
                1, structOf("id", Schema.INT32_SCHEMA, 15), structOf("n", Schema.INT64_SCHEMA, 2L)),
            json(TOPIC, 0, 2, map("id", 15.00), map("n", 3L)))
        .commit();

    assertThat(task.rows()).containsExactly(map("id", new BigDecimal("15.00"), "n", 3L));
  }

  @Test
  void numbersInATextKeyAreWrittenPlainly() throws IOException {
    TaskFixture task = TaskFixture.with("pk.fields", "id", "auto.create", "false");
    make(task, new StructType().add("id", StringType.STRING, false).add("n", LongType.LONG));

    task.put(
            struct(
                0,
                structOf("id", Decimal.schema(2), new BigDecimal("15.00")),
                structOf("n", Schema.INT64_SCHEMA, 1L)),
            upsert(1, 15L, "n", 2L))
        .commit();

    assertThat(task.rows()).containsExactly(map("id", "15", "n", 2L));
  }

  /** As UTF-8 these keys would all be "?". */
  @Test
  void keysOfHalfASurrogatePairAreBadRecords() {
    TaskFixture task = TaskFixture.with().put(upsert(0, "?", "n", 1L));

    for (String half : List.of("\uD800", "\uDC00")) {
      assertThatThrownBy(() -> task.put(upsert(1, half, "n", 2L)))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("orders-0@1")
          .hasMessageContaining("column id")
          .hasMessageContaining("surrogate");
    }
    assertThat(task.commit().rows()).containsExactly(map("id", "?", "n", 1L));
  }

  @Test
  void binaryKeysAreEqualByContent() {
    TaskFixture task = TaskFixture.with();
    task.put(
            struct(
                0,
                structOf("id", Schema.BYTES_SCHEMA, new byte[] {1, 2}),
                structOf("n", Schema.INT64_SCHEMA, 1L)),
            struct(1, structOf("id", Schema.BYTES_SCHEMA, new byte[] {1, 2}), null))
        .commit();

    assertThat(task.rows()).isEmpty();
  }

  @Test
  void floatsAndNestedColumnsCannotBeAKey() throws IOException {
    assertThatThrownBy(() -> TaskFixture.with().put(upsert(0, 1.5, "n", 1L)))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("column 'id' is double and cannot be a key");
    TaskFixture task = TaskFixture.with("pk.fields", "id", "auto.create", "false");
    make(task, new StructType().add("id", DoubleType.DOUBLE).add("n", LongType.LONG));
    assertThatThrownBy(() -> task.put(tombstone(0, 1L)))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("pk.fields");
  }

  @Test
  void keyNamesMatchTheTablesWhateverTheirCase() throws IOException {
    TaskFixture task = TaskFixture.with("auto.create", "false");
    make(task, new StructType().add("Id", LongType.LONG, false).add("N", LongType.LONG));

    task.put(upsert(0, 1L, "n", 1L)).commit();

    assertThat(task.rows()).containsExactly(map("Id", 1L, "N", 1L));
    assertThat(task.table().merges().get(0).keyColumns()).containsExactly("Id");
  }

  @Test
  void otherKeyColumnsThanTheTablesOwnAreRefused() throws IOException {
    TaskFixture task = TaskFixture.with("pk.fields", "n");
    task.tables.create(
        TaskFixture.PATH,
        new TableDefinition(
            new StructType().add("id", LongType.LONG).add("n", LongType.LONG),
            List.of(),
            List.of(),
            Map.of("deltaconnect.key.columns", "[\"id\"]")),
        TableOptions.defaults());

    assertThatThrownBy(() -> task.put(tombstone(0, 1L)))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("key columns [id]");
  }

  private static void make(TaskFixture task, StructType schema) throws IOException {
    task.tables.create(
        TaskFixture.PATH,
        new TableDefinition(schema, List.of(), List.of(), Map.of()),
        TableOptions.defaults());
  }

  @Test
  void messagesTellWhatTheKeyHas() {
    assertThatThrownBy(
            () ->
                TaskFixture.with("pk.fields", "id")
                    .put(json(TOPIC, 0, 5, map("a", 1L, "f", 2L), map("n", 1L))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("record orders-0@5 for table orders")
        .hasMessageContaining(
            "pk.fields names 'id', which the record's key does not have; it has a, f");
    assertThatThrownBy(
            () ->
                TaskFixture.with("pk.fields", "a,b")
                    .put(record(TOPIC, 0, 0, KEY, "x", null, map("n", 1L))))
        .hasMessageContaining("the key is a single value: pk.fields must be exactly one name");
    TaskFixture task = TaskFixture.with("pk.fields", "id");
    task.put(json(TOPIC, 0, 0, map("id", 1L), map("n", 1L)));
    assertThatThrownBy(() -> task.put(json(TOPIC, 0, 1, map("a", 1L, "f", 2L), map("n", 1L))))
        .hasMessageContaining(
            "pk.fields names 'id', which the record's key does not have; it has a, f");
  }

  @Test
  void valueWithoutTheKeyFieldIsNamed() {
    assertThatThrownBy(
            () ->
                TaskFixture.with("pk.mode", "record_value", "pk.fields", "id")
                    .put(json(TOPIC, 0, 0, null, map("n", 1L))))
        .hasMessageContaining("pk.fields names 'id', which the record's value does not have")
        .hasMessageContaining("it has n");
  }
}
