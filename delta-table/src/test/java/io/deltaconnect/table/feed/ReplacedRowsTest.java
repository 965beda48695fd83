package io.deltaconnect.table.feed;

import static io.deltaconnect.table.feed.TestRow.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits that replace schema and rows at once (REPLACE TABLE, overwriteSchema). */
class ReplacedRowsTest {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG).add("name", StringType.STRING);

  @TempDir Path dir;

  /** Gives the version that takes the rows of the one before away and has another schema. */
  private static long replace(TestTable table, DataFile gone, UnaryOperator<String> metadata)
      throws Exception {
    long version =
        table.commit(
            TestTable.remove(gone), new Action.Metadata(table.schema(), table.properties()));
    table.editLog(version, line -> line.startsWith("{\"metaData\"") ? metadata.apply(line) : line);
    return version;
  }

  @Test
  void rowsThatWereInPartitionsKeepTheirValuesInATableWithout() throws Exception {
    TestTable table = TestTable.create(dir.resolve("table"), SCHEMA, List.of("name"));
    DataFile file = table.dataFile("Ann", 1, 2);
    table.commit(TestTable.add(file));
    long version = replace(table, file, line -> line.replace("[\"name\"]", "[]"));

    assertThat(table.changes(version))
        .containsExactly(change("delete", 1L, "Ann"), change("delete", 2L, "Ann"));
  }

  @Test
  void rowsThatWereInNoPartitionKeepTheirValuesInATableWith() throws Exception {
    TestTable table = TestTable.create(dir.resolve("table"), SCHEMA, List.of());
    DataFile file = table.dataFile("Ann", 1, 2);
    table.commit(TestTable.add(file));
    long version =
        replace(
            table,
            file,
            line -> line.replace("\"partitionColumns\":[]", "\"partitionColumns\":[\"name\"]"));

    assertThat(table.changes(version))
        .containsExactly(change("delete", 1L, "Ann"), change("delete", 2L, "Ann"));
  }

  @Test
  void columnsOfAnotherTypeAreReadAsTheyWereWritten() throws Exception {
    TestTable table = TestTable.create(dir.resolve("table"), SCHEMA, List.of());
    DataFile file = table.dataFile("Ann", 1);
    table.commit(TestTable.add(file));
    long version = replace(table, file, line -> line.replace("\\\"long\\\"", "\\\"string\\\""));

    try (VersionChanges changes = table.feed().read(version)) {
      assertThat(changes.layout().schema().at(0).getDataType()).isEqualTo(StringType.STRING);
      assertThat(changes.layoutBefore().schema()).isEqualTo(SCHEMA);
      assertThat(TestRow.all(changes)).containsExactly(change("delete", 1L, "Ann"));
    }
  }

  @Test
  void mappedColumnsThatAreMadeAnewUnderTheSameNamesAreNotMistakenForTheOldOnes() throws Exception {
    TestTable table =
        TestTable.create(
            dir.resolve("table"), SCHEMA, List.of(), Map.of("delta.columnMapping.mode", "name"));
    DataFile file = table.dataFile("Ann", 1);
    table.commit(TestTable.add(file));
    long version = replace(table, file, line -> line.replace("\\\"col-", "\\\"new-"));

    assertThat(table.changes(version)).containsExactly(change("delete", 1L, "Ann"));
  }

  @Test
  void rowsOfFilesThatHaveNoneOfTheColumnsAreStillRows() throws Exception {
    TestTable table =
        TestTable.create(
            dir.resolve("table"), SCHEMA, List.of(), Map.of("delta.columnMapping.mode", "name"));
    DataFile file = table.dataFile("Ann", 1, 2);
    table.commit(TestTable.add(file));
    long other = table.commit(new Action.Metadata(table.schema(), table.properties()));
    table.editLog(other, line -> line.replace("\\\"col-", "\\\"new-"));
    long version = table.commit(TestTable.remove(file));

    assertThat(table.changes(version))
        .containsExactly(change("delete", null, null), change("delete", null, null));
  }

  @Test
  void columnsThatAreOnlyAddedAreNullInOldRows() throws Exception {
    TestTable table = TestTable.create(dir.resolve("table"), SCHEMA, List.of());
    DataFile file = table.dataFile("Ann", 1);
    table.commit(TestTable.add(file));
    StructType wider = SCHEMA.add("more", StringType.STRING);
    long version =
        table.commit(TestTable.remove(file), new Action.Metadata(wider, table.properties()));

    assertThat(table.changes(version)).containsExactly(change("delete", 1L, "Ann", null));
  }

  @Test
  void commitsThatOutliveTheirCheckpointAreReadWithTheSchemaOfTheNextOne() throws Exception {
    TestTable table =
        TestTable.create(
            dir.resolve("table"), SCHEMA, List.of(), Map.of("delta.checkpointInterval", "3"));
    for (long id = 1; id <= 4; id++) {
      table.commit(TestTable.add(table.dataFile(id)));
    }
    Files.delete(commit(0));

    assertThat(table.changes(1)).containsExactly(change("insert", 1L, null));
    assertThat(table.changes(2)).containsExactly(change("insert", 2L, null));
    Files.delete(commit(1));
    assertThatThrownBy(() -> table.changes(1)).isInstanceOf(LostHistoryException.class);
    assertThat(table.changes(2)).containsExactly(change("insert", 2L, null));
  }

  @Test
  void theirSchemaIsNotGuessedWhereItChangedBeforeTheNextCheckpoint() throws Exception {
    TestTable table =
        TestTable.create(
            dir.resolve("table"), SCHEMA, List.of(), Map.of("delta.checkpointInterval", "3"));
    table.commit(TestTable.add(table.dataFile(1)));
    StructType wider = SCHEMA.add("more", StringType.STRING);
    table.commit(new Action.Metadata(wider, table.properties()));
    table.commit(TestTable.add(table.dataFile(3)));
    Files.delete(commit(0));

    assertThatThrownBy(() -> table.changes(1))
        .isInstanceOf(LostHistoryException.class)
        .hasMessageContaining("version 1 is no longer in the log");
    assertThat(table.changes(3)).containsExactly(change("insert", 3L, null, null));
  }

  private Path commit(long version) {
    return dir.resolve("table/_delta_log/%020d.json".formatted(version));
  }
}
