package io.deltaconnect.sink;

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
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvolutionTest {
  private static final Schema N = Schema.OPTIONAL_INT64_SCHEMA;

  @TempDir Path lake;

  private static Struct key(long id) {
    return structOf("id", Schema.INT64_SCHEMA, id);
  }

  @Test
  void newFieldIsAnErrorUnlessTheTableMayEvolve() {
    TaskFixture task = TaskFixture.with();
    task.put(upsert(0, 1L, "n", 1L));

    assertThatThrownBy(() -> task.put(upsert(1, 1L, "n", 1L, "m", 2L)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("no column for the field 'm'")
        .hasMessageContaining("auto.evolve=add");
    // A null says nothing that could be lost.
    task.put(upsert(1, 1L, "n", 2L, "m", null)).commit();
    assertThat(task.rows()).containsExactly(map("id", 1L, "n", 2L));
  }

  @Test
  void newFieldsBecomeColumnsOfTheTableOnDisk() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "auto.evolve", "add");

    task.put(struct(0, key(1), structOf("n", N, 1L)));
    task.put(
        struct(1, key(2), structOf("n", N, 2L)),
        struct(2, key(3), structOf("n", N, 3L, "m", Schema.STRING_SCHEMA, "x")),
        struct(3, key(4), structOf("n", N, 4L)));

    RealTable table = task.table();
    assertThat(table.rows())
        .containsExactlyInAnyOrder(
            map("id", 1L, "n", 1L),
            map("id", 2L, "n", 2L),
            map("id", 3L, "n", 3L, "m", "x"),
            map("id", 4L, "n", 4L));
    assertThat(table.snapshot().schema().get("m").isNullable()).isTrue();
    assertThat(table.version()).as("records before the change are committed first").isEqualTo(3);
  }

  @Test
  void badRecordAddsNoColumnsAndMakesNoCommit() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "auto.evolve", "add", "partition.by", "p");
    task.put(struct(0, key(1), structOf("n", N, 1L, "p", Schema.STRING_SCHEMA, "a")));
    RealTaskFixture tolerant = task.restarted("commit.interval.ms", "60000");
    tolerant.worker.reporting = true;
    tolerant.task.start(tolerant.config);

    tolerant.put(
        struct(1, key(2), structOf("n", N, 2L, "p", Schema.STRING_SCHEMA, "a")),
        // Each has a new field, and another one that does not fit.
        struct(2, key(3), structOf("n", Schema.STRING_SCHEMA, "x", "a1", N, 1L)),
        upsert(3, 3L, "n", "x", "a2", 1L),
        struct(4, null, structOf("n", N, 1L, "a3", N, 1L)),
        struct(5, structOf("id", N, null), structOf("n", N, 1L, "a4", N, 1L)),
        upsert(6, 3L, "n", 1L, "a5", 1L, "bad name", 1L),
        upsert(7, 3L, "n", 1L, "a6", 1L, "A6", 1L),
        upsert(8, "x", "n", 1L, "a7", 1L));

    assertThat(tolerant.worker.reported).hasSize(7);
    assertThat(tolerant.table().version()).as("nothing forced a commit").isEqualTo(1);
    tolerant.task.put(List.of());
    tolerant.restarted("commit.interval.ms", "0").put(upsert(9, 4L, "n", 4L, "p", "a"));
    assertThat(tolerant.table().snapshot().schema().fieldNames())
        .containsExactlyInAnyOrder("id", "n", "p");
  }

  @Test
  void emptyValueOfAKeyColumnThatPartitionsIsBadAndLeavesNoTableBehind() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "partition.by", "id");
    task.worker.reporting = true;
    task.task.start(task.config);

    task.put(upsert(0, "", "n", 1L));
    assertThat(task.worker.reported).hasSize(1);
    assertThat(lake.resolve("orders")).doesNotExist();

    task.put(upsert(1, "a", "n", 1L), upsert(2, "", "n", 1L));
    assertThat(task.worker.reported).hasSize(2);
    assertThat(task.table().rows()).containsExactly(map("id", "a", "n", 1L));
  }

  @Test
  void bytesThatAreNoTextCannotPartition() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "partition.by", "p");
    task.worker.reporting = true;
    task.task.start(task.config);
    Schema bytes = Schema.OPTIONAL_BYTES_SCHEMA;

    task.put(
        struct(0, key(1), structOf("p", bytes, new byte[] {'a'})),
        struct(1, key(2), structOf("p", bytes, new byte[] {-1})),
        struct(2, key(3), structOf("p", bytes, new byte[0])));

    assertThat(task.worker.reported).hasSize(1);
    assertThat(task.table().rows()).extracting(row -> row.get("id")).containsOnly(1L, 3L);
  }

  @Test
  void nestedFieldIsAddedThoughItsStructIsNullInTheFirstRecord() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "auto.evolve", "add");
    Schema old = SchemaBuilder.struct().optional().field("a", N).build();
    Schema wider = SchemaBuilder.struct().optional().field("a", N).field("b", N).build();
    Schema list = SchemaBuilder.array(wider).optional().build();

    task.put(struct(0, key(1), structOf("s", old, new Struct(old).put("a", 1L))));
    task.put(struct(1, key(2), structOf("s", wider, null, "l", list, null)));
    task.put(
        struct(
            2,
            key(3),
            structOf(
                "s",
                wider,
                new Struct(wider).put("b", 2L),
                "l",
                list,
                List.of(new Struct(wider).put("a", 5L)))));

    RealTable table = task.table();
    StructType ab = new StructType().add("a", LongType.LONG).add("b", LongType.LONG);
    assertThat(table.snapshot().schema().get("s").getDataType()).isEqualTo(ab);
    Map<String, Object> third =
        table.rows().stream().filter(row -> row.get("id").equals(3L)).findFirst().orElseThrow();
    assertThat((Object[]) third.get("s")).containsExactly(null, 2L);
    assertThat((Object[]) ((List<?>) third.get("l")).get(0)).containsExactly(5L, null);
  }

  @Test
  void recordsOfAnOlderSchemaHaveNullWhereTheyLackAField() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "auto.evolve", "add");

    task.put(struct(0, key(1), structOf("n", N, 1L, "m", N, 1L)));
    task.put(struct(1, key(1), structOf("n", N, 2L)));

    assertThat(task.table().rows()).containsExactly(map("id", 1L, "n", 2L));
  }

  @Test
  void recordsWithoutSchemaAddColumnsAsTheirValuesAppear() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "auto.evolve", "add");

    task.put(upsert(0, 1L, "a", null, "o", map("x", 1L)));
    task.put(upsert(1, 2L, "a", "text", "o", map("y", true)));

    assertThat(task.table().snapshot().schema().get("a").getDataType())
        .isEqualTo(StringType.STRING);
    assertThat(task.table().snapshot().schema().get("o").getDataType().toString())
        .contains("x", "y");
  }

  @Test
  void deletesNeedNoColumns() {
    TaskFixture task = TaskFixture.with("op.field", "op");
    task.put(upsert(0, 1L, "op", "c"), upsert(1, 1L, "op", "d", "new", 1L)).commit();

    assertThat(task.rows()).isEmpty();
    task.put(tombstone(2, 5L)).commit();
  }

  @Test
  void columnsMatchWhateverTheirCaseAndKeepTheTablesWriting() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "auto.evolve", "add");

    task.put(struct(0, key(1), structOf("vbeln", N, 1L)));
    task.put(struct(1, key(2), structOf("VBELN", N, 2L)));

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(map("id", 1L, "vbeln", 1L), map("id", 2L, "vbeln", 2L));
  }

  @Test
  void fieldsThatDifferByCaseOnlyAreRefusedBeforeAnyWrite() {
    TaskFixture task = TaskFixture.with("auto.evolve", "add");

    assertThatThrownBy(() -> task.put(struct(0, key(1), structOf("n", N, 1L, "N", N, 2L))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("case");
    assertThat(task.table()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "id"})
  void awkwardNamesWorkWithColumnMapping(String mode) throws IOException {
    RealTaskFixture task =
        RealTaskFixture.in(lake, "table.properties.delta.columnMapping.mode", mode);
    Map<String, Object> row = map("id", 1L, "a.b", 6L, "`", 7L, "%", 8L, "\u00fc", 9L);
    for (char c : " ,;{}()\n\t=".toCharArray()) {
      row.put("a" + c + "b", (long) c);
    }

    task.put(json(Records.TOPIC, 0, 0, map("id", 1L), row));
    row.put("a b", 0L);
    task.put(json(Records.TOPIC, 0, 1, map("id", 1L), row));

    assertThat(task.table().rows()).containsExactly(row);
    assertThat(task.table().changes(2)).hasSize(2);
  }

  @Test
  void awkwardNameWithoutColumnMappingIsABadRecordThatSaysSo() {
    for (char c : " ,;{}()\n\t=".toCharArray()) {
      assertThatThrownBy(() -> RealTaskFixture.in(lake).put(upsert(0, 1L, "a" + c + "b", 5L)))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("'a" + c + "b'")
          .hasMessageContaining("table.properties.delta.columnMapping.mode=name");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "id"})
  void tableWithMappedNamesEvolves(String mode) throws IOException {
    RealTaskFixture task =
        RealTaskFixture.in(
            lake, "auto.evolve", "add", "table.properties.delta.columnMapping.mode", mode);

    task.put(upsert(0, 1L, "a b", 1L));
    task.put(upsert(1, 1L, "a b", 2L, "c d", map("e f", 3L)));
    task.restarted().put(upsert(2, 2L, "a b", 3L));

    assertThat(task.table().rows())
        .hasSize(2)
        .anySatisfy(
            row -> {
              assertThat(row).containsEntry("a b", 2L).containsKey("c d");
              assertThat((Object[]) row.get("c d")).containsExactly(3L);
            });
    assertThat(task.table().changes(2)).hasSize(2);
  }

  @Test
  void clusteredTablesAreMadeAndWritten() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "cluster.by", "n");

    task.put(upsert(0, 1L, "n", 1L));
    task.put(upsert(1, 1L, "n", 2L));

    assertThat(task.table().rows()).containsExactly(map("id", 1L, "n", 2L));
  }

  @Test
  void partitionColumnsAreThoseOfTheConfiguration() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "partition.by", "P");

    task.put(upsert(0, 1L, "p", "A"), upsert(1, 2L, "p", ""));
    task.put(upsert(2, 2L, "p", ""), upsert(3, 3L, "p", "B"));

    assertThat(task.table().snapshot().partitionColumns()).containsExactly("p");
    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(map("id", 1L, "p", "A"), map("id", 2L), map("id", 3L, "p", "B"));
    assertThat(task.table().changes(2)).containsExactly("insert {id=3, p=B}");
    assertThatThrownBy(
            () -> RealTaskFixture.in(lake.resolve("x"), "partition.by", "q").put(upsert(0, 1L)))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("record orders-0@0 for table orders: partition.by");
  }

  @Test
  void tableWithoutChangeDataFeedIsRefused() throws IOException {
    TaskFixture task = TaskFixture.with();
    task.put(upsert(0, 1L, "n", 1L)).commit();
    task.table().changeData = false;

    assertThatThrownBy(() -> task.restarted().put(upsert(1, 1L, "n", 2L)))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("delta.enableChangeDataFeed=true");
  }

  @Test
  void missingTableIsAnErrorUnlessItMayBeMade() {
    assertThatThrownBy(() -> TaskFixture.with("auto.create", "false").put(upsert(0, 1L, "n", 1L)))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("record orders-0@0 for table orders")
        .hasMessageContaining("there is no Delta table at /lake/orders and auto.create=false")
        .hasMessageContaining("auto.create=true");
  }
}
