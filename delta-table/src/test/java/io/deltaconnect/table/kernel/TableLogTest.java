package io.deltaconnect.table.kernel;

import static io.deltaconnect.table.kernel.LogFixture.STORAGE;
import static io.deltaconnect.table.kernel.LogFixture.adding;
import static io.deltaconnect.table.kernel.LogFixture.dv;
import static io.deltaconnect.table.kernel.LogFixture.file;
import static io.deltaconnect.table.kernel.LogFixture.logFiles;
import static io.deltaconnect.table.kernel.LogFixture.logLines;
import static io.deltaconnect.table.kernel.LogFixture.newTable;
import static io.deltaconnect.table.kernel.LogFixture.paths;
import static io.deltaconnect.table.kernel.LogFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.StructField;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableLogTest {
  @TempDir Path dir;

  @Test
  void aNewTableHasFeedDeletionVectorsAndInCommitTimestamps() throws Exception {
    TableSnapshot made =
        newTable(dir.toString(), Map.of("deltaconnect.key.columns", "[\"id\"]")).snapshot();

    TableSnapshot opened = TableLog.open(STORAGE, dir.toString()).snapshot();
    for (TableSnapshot snapshot : List.of(made, opened)) {
      assertThat(snapshot.version()).isZero();
      assertThat(snapshot.changeDataFeedEnabled()).isTrue();
      assertThat(snapshot.deletionVectorsEnabled()).isTrue();
      assertThat(snapshot.schema()).isEqualTo(LogFixture.SCHEMA);
      assertThat(snapshot.partitionColumns()).isEmpty();
      assertThat(snapshot.files()).isEmpty();
      assertThat(snapshot.properties())
          .containsEntry("deltaconnect.key.columns", "[\"id\"]")
          .containsEntry("delta.enableInCommitTimestamps", "true");
      assertThat(snapshot.tablePath()).isEqualTo("file:" + dir);
    }
    assertThat(opened.tableId()).isEqualTo(made.tableId());
    assertThat(opened.timestamp()).isEqualTo(made.timestamp());
    assertThat(logFiles(dir)).containsExactly("00000000000000000000.json");
    assertThat(logLines(dir, 0).get(0))
        .startsWith("{\"commitInfo\":{\"inCommitTimestamp\":")
        .contains("\"engineInfo\":\"kafka-connect-delta/");
  }

  @Test
  void existsSaysWhetherThereIsATable() throws Exception {
    assertThat(TableLog.exists(STORAGE, dir.toString())).isFalse();
    assertThat(TableLog.exists(STORAGE, dir.resolve("nowhere").toString())).isFalse();
    newTable(dir.toString(), Map.of());
    assertThat(TableLog.exists(STORAGE, dir.toString())).isTrue();
    assertThatThrownBy(() -> TableLog.open(STORAGE, dir.resolve("nowhere").toString()))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageStartingWith("There is no Delta table at ")
        .hasMessageEndingWith("nowhere");
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "with space", "per%cent", "twice%25encoded", "ümlaut+plus"})
  void aTableMayLieUnderAnyPath(String name) throws Exception {
    Path root = dir.resolve(name);
    TableLog log = newTable(root.toString(), Map.of());
    log.commit(adding("a.parquet"));

    for (String path : List.of(root.toString(), "file:" + root, "file://" + root + "/")) {
      TableLog opened = TableLog.open(STORAGE, path);
      assertThat(opened.snapshot().tablePath()).isEqualTo("file:" + root);
      assertThat(paths(opened.snapshot())).containsExactly("a.parquet");
    }
    assertThat(logFiles(root)).hasSize(2);
  }

  @Test
  void aCommitHoldsAllItsActionsAsTheyWere() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of());
    Map<String, String> partition = new HashMap<>();
    partition.put("p", null);
    partition.put("q", "a=b/c d%20\"'\\\n\u00e9");
    DataFile first =
        new DataFile(
            "x%20y.parquet",
            partition, 7, 99, "{\"numRecords\":2}", dv(1), Map.of("t", "v"), 5L, 6L);
    DataFile second = file("second.parquet");
    List<Action> actions =
        List.of(
            new Action.Txn("app:t:0", 41, 1234L),
            new Action.Txn("app:t:1", 7, null),
            new Action.Add(first, true),
            new Action.Add(second, false),
            new Action.Remove(second, 777, true),
            new Action.Cdc("_change_data/c.parquet", partition, 3, Map.of("k", "w")),
            new Action.Cdc("_change_data/d.parquet", Map.of(), 4, null));

    Commit committed = log.commit(new CommitRequest("MERGE", Map.of("p", "\"x\""), true, actions));

    assertThat(committed.version()).isEqualTo(1);
    assertThat(committed.operation()).isEqualTo("MERGE");
    assertThat(committed.blindAppend()).isTrue();
    assertThat(committed.actions()).isEqualTo(actions);
    assertThat(committed.metadataChanged()).isFalse();
    Commit read = log.read(1);
    // The log has no modification time for a removed file.
    DataFile removed =
        new DataFile("second.parquet", Map.of(), 10, 0, second.stats(), null, null, null, null);
    List<Action> expected =
        actions.stream()
            .map(
                a ->
                    a instanceof Action.Remove r
                        ? new Action.Remove(removed, r.deletionTimestamp(), true)
                        : a)
            .toList();
    assertThat(read)
        .isEqualTo(
            new Commit(
                1,
                committed.timestamp(),
                committed.modificationTime(),
                "MERGE",
                committed.txnId(),
                true,
                expected,
                false,
                false));
    assertThat(logLines(dir, 1)).hasSize(8);
    assertThat(logLines(dir, 1).get(0)).startsWith("{\"commitInfo\":");
    assertThat(logLines(dir, 1).get(5)).contains("\"extendedFileMetadata\":true");
    assertThat(logLines(dir, 1).get(6)).contains("\"dataChange\":false");

    TableSnapshot opened = TableLog.open(STORAGE, dir.toString()).snapshot();
    for (TableSnapshot snapshot : List.of(log.snapshot(), opened)) {
      assertThat(snapshot.version()).isEqualTo(1);
      assertThat(snapshot.timestamp()).isEqualTo(committed.timestamp());
      assertThat(snapshot.files()).containsExactly(first);
      assertThat(snapshot.txn("app:t:0")).isEqualTo(new Action.Txn("app:t:0", 41, 1234L));
      assertThat(snapshot.txn("app:t:1")).isEqualTo(new Action.Txn("app:t:1", 7, null));
      assertThat(snapshot.txn("app:t:2")).isNull();
    }
  }

  @Test
  void aFilesNewDeletionVectorTakesThePlaceOfItsOld() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of());
    DataFile file = file("a.parquet");
    log.commit(adding("a.parquet", "b.parquet"));
    DataFile once = file.with(dv(1), "{\"numRecords\":3,\"tightBounds\":false}");
    log.commit(request(new Action.Remove(file, 1, true), new Action.Add(once, true)));
    DataFile twice = once.with(dv(50), once.stats());
    log.commit(request(new Action.Add(twice, true), new Action.Remove(once, 1, true)));

    for (TableSnapshot snapshot :
        List.of(log.snapshot(), TableLog.open(STORAGE, dir.toString()).snapshot())) {
      assertThat(snapshot.files()).containsExactlyInAnyOrder(twice, file("b.parquet"));
    }
    assertThat(log.snapshotAt(2).files()).containsExactlyInAnyOrder(once, file("b.parquet"));
    assertThat(log.snapshotAt(1).files()).containsExactlyInAnyOrder(file, file("b.parquet"));
    assertThat(log.snapshotAt(3)).isSameAs(log.snapshot());
  }

  @Test
  void versionsOutsideTheLogAreNotAvailable() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of());
    assertThatThrownBy(() -> log.snapshotAt(1))
        .isInstanceOf(VersionNotAvailableException.class)
        .hasMessageContaining("Version 1");
    assertThatThrownBy(() -> log.read(1)).isInstanceOf(VersionNotAvailableException.class);
  }

  @Test
  void theLoserOfARaceConflictsAndCatchesUp() throws Exception {
    TableLog one = newTable(dir.toString(), Map.of());
    TableLog two = TableLog.open(STORAGE, dir.toString());
    Commit winner = one.commit(adding("one.parquet"));
    TableSnapshot before = two.snapshot();

    assertThatThrownBy(() -> two.commit(adding("two.parquet")))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("Version 1");
    assertThat(two.snapshot()).isSameAs(before);

    assertThat(two.refresh()).containsExactly(winner);
    assertThat(two.refresh()).isEmpty();
    Commit second = two.commit(adding("two.parquet"));
    assertThat(second.timestamp()).isGreaterThan(winner.timestamp());
    assertThat(one.refresh()).containsExactly(second);
    assertThat(paths(one.snapshot()))
        .isEqualTo(paths(two.snapshot()))
        .containsExactly("one.parquet", "two.parquet");
  }

  @Test
  void inCommitTimestampsRiseEvenIfTheClockStandsStill() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of());
    long last = log.snapshot().timestamp();
    for (int i = 0; i < 5; i++) {
      Commit commit = log.commit(request(new Action.Txn("app", i, (long) i)));
      assertThat(commit.timestamp()).isGreaterThan(last);
      last = commit.timestamp();
    }
  }

  @Test
  void withoutInCommitTimestampsTheLogFilesTimeCounts() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of("delta.enableInCommitTimestamps", "false"));
    Commit commit = log.commit(adding("a.parquet"));
    long fileTime = dir.resolve("_delta_log/00000000000000000001.json").toFile().lastModified();
    assertThat(commit.timestamp()).isEqualTo(fileTime);
    assertThat(log.read(1).timestamp()).isEqualTo(fileTime);
    assertThat(TableLog.open(STORAGE, dir.toString()).snapshot().timestamp()).isEqualTo(fileTime);
    assertThat(logLines(dir, 1).get(0)).doesNotContain("inCommitTimestamp");
  }

  @Test
  void anExistingTableIsNotMadeAgain() throws Exception {
    newTable(dir.toString(), Map.of());
    assertThatThrownBy(() -> newTable(dir.toString(), Map.of()))
        .isInstanceOf(CommitConflictException.class);
    assertThat(logFiles(dir)).hasSize(1);
  }

  @Test
  void partitionAndClusterColumnsAreTheTables() throws Exception {
    TableLog partitioned =
        TableLog.create(
            STORAGE,
            dir.resolve("p").toString(),
            new TableDefinition(LogFixture.SCHEMA, List.of("p", "n"), List.of(), Map.of()));
    assertThat(partitioned.snapshot().partitionColumns()).containsExactly("p", "n");

    TableLog clustered =
        TableLog.create(
            STORAGE,
            dir.resolve("c").toString(),
            new TableDefinition(LogFixture.SCHEMA, List.of(), List.of("id"), Map.of()));
    assertThat(String.join("\n", logLines(dir.resolve("c"), 0)))
        .contains("\"domain\":\"delta.clustering\"")
        .contains("clusteringColumns");
    clustered.checkWritable();
    clustered.commit(adding("a.parquet"));
  }

  @Test
  void aSchemaWithReservedOrDoubleNamesIsRefused() {
    for (String name : Arrays.asList("_change_type", "_Commit_Version", "ID", "a b")) {
      StructField field = new StructField(name, LogFixture.SCHEMA.at(1).getDataType(), true);
      TableDefinition definition =
          new TableDefinition(LogFixture.SCHEMA.add(field), List.of(), List.of(), Map.of());
      assertThatThrownBy(() -> TableLog.create(STORAGE, dir.toString(), definition))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll(name.equals("ID") ? "id" : name);
    }
  }

  @Test
  void aTableThatCouldNotBeWrittenIsNotMade() throws Exception {
    assertThatThrownBy(() -> newTable(dir.toString(), Map.of("delta.enableRowTracking", "true")))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("rowTracking");
    for (Map<String, String> wrong :
        List.of(Map.of("delta.checkpointInterval", "x"), Map.of("delta.noSuchProperty", "1"))) {
      assertThatThrownBy(() -> newTable(dir.toString(), wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(wrong.keySet().iterator().next());
    }
    assertThatThrownBy(
            () ->
                TableLog.create(
                    STORAGE,
                    dir.toString(),
                    new TableDefinition(LogFixture.SCHEMA, List.of("p"), List.of("n"), Map.of())))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(TableLog.exists(STORAGE, dir.toString())).isFalse();
  }
}
