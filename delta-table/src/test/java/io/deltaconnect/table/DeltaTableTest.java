package io.deltaconnect.table;

import static io.deltaconnect.table.TestTables.STORAGE;
import static io.deltaconnect.table.TestTables.append;
import static io.deltaconnect.table.TestTables.definition;
import static io.deltaconnect.table.TestTables.delete;
import static io.deltaconnect.table.TestTables.feed;
import static io.deltaconnect.table.TestTables.merge;
import static io.deltaconnect.table.TestTables.options;
import static io.deltaconnect.table.TestTables.row;
import static io.deltaconnect.table.TestTables.texts;
import static io.deltaconnect.table.TestTables.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.CommitRequest;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.UnsupportedTableException;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.merge.SchemaMismatchException;
import io.deltaconnect.table.row.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaTableTest {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);

  @TempDir Path folder;
  private String path;

  @BeforeEach
  void path() {
    path = folder.resolve("t").toString();
  }

  @Test
  void rowsThatAreOnlyAddedNeedNoChangeFiles() throws IOException {
    DeltaTable table = create(MergeStrategy.AUTO);

    CommitResult result = table.merge(merge(SCHEMA, upsert(1L, "a"), upsert(2L, "b"), delete(3L)));

    assertThat(result).isEqualTo(new CommitResult(1, 2, 0, 0, 0, 0));
    Commit commit = commit(1);
    assertThat(commit.operation()).isEqualTo("MERGE");
    assertThat(commit.blindAppend()).isFalse();
    assertThat(commit.actions()).hasSize(1).allMatch(action -> action instanceof Action.Add);
    assertThat(feed(path, 1)).containsExactly("insert (1, 'a')", "insert (2, 'b')");
  }

  @Test
  void filesThatAreOnlyRemovedNeedNoChangeFiles() throws IOException {
    for (MergeStrategy strategy : List.of(MergeStrategy.AUTO, MergeStrategy.COPY_ON_WRITE)) {
      path = folder.resolve(strategy.name()).toString();
      DeltaTable table = create(strategy);
      table.append(append(SCHEMA, row(1L, "a"), row(2L, "b")));
      table.append(append(SCHEMA, row(3L, "c")));
      table.append(append(SCHEMA, row(4L, "d")));

      CommitResult result = table.merge(merge(SCHEMA, delete(1L), delete(2L), delete(3L)));

      assertThat(result.deleted()).isEqualTo(3);
      assertThat(commit(4).actions()).hasSize(2).allMatch(a -> a instanceof Action.Remove);
      assertThat(feed(path, 4))
          .containsExactly("delete (1, 'a')", "delete (2, 'b')", "delete (3, 'c')");
      assertThat(texts(path)).containsExactly("(4, 'd')");
    }
  }

  @Test
  void aDeleteThatLeavesRowsInOneOfTheFilesHasChangeFilesForAll() throws IOException {
    DeltaTable table = create(MergeStrategy.AUTO);
    table.append(append(SCHEMA, row(1L, "a"), row(2L, "b")));
    table.append(append(SCHEMA, row(3L, "c")));

    table.merge(merge(SCHEMA, delete(1L), delete(3L)));

    assertThat(cdc(3)).hasSize(1);
    assertThat(feed(path, 3)).containsExactly("delete (1, 'a')", "delete (3, 'c')");
    assertThat(texts(path)).containsExactly("(2, 'b')");
  }

  @Test
  void newRowsAreWrittenOnceWhereFilesAreSharedAndTwiceWhereTheyAreNot() throws IOException {
    for (boolean shared : List.of(true, false)) {
      path = folder.resolve("shared" + shared).toString();
      DeltaTable table =
          DeltaTable.createOrOpen(
              STORAGE,
              path,
              definition(SCHEMA),
              new TableOptions(
                  MergeStrategy.AUTO, false, shared, 128L << 20, Duration.ofSeconds(30), 2));
      table.append(append(SCHEMA, row(1L, "a"), row(2L, "b")));

      table.merge(merge(SCHEMA, upsert(1L, "A"), upsert(3L, "c")));

      List<String> added = new ArrayList<>();
      for (Action action : commit(2).actions()) {
        if (action instanceof Action.Add add && add.file().dv() == null) {
          added.add(add.file().path());
        }
      }
      assertThat(added).hasSize(1);
      List<String> changeFiles = cdc(2).stream().map(Action.Cdc::path).toList();
      if (shared) {
        assertThat(changeFiles).hasSize(2).containsAll(added);
      } else {
        assertThat(changeFiles).hasSize(1).doesNotContainAnyElementsOf(added);
      }
      assertThat(changeFiles)
          .filteredOn(file -> !added.contains(file))
          .allMatch(file -> file.startsWith("_change_data/"));
      assertThat(feed(path, 2))
          .containsExactly(
              "insert (3, 'c')", "update_postimage (1, 'A')", "update_preimage (1, 'a')");
      assertThat(texts(path)).containsExactly("(1, 'A')", "(2, 'b')", "(3, 'c')");
    }
  }

  @Test
  void aTableWithoutFeedGetsNoChangeFiles() throws IOException {
    TableDefinition definition =
        new TableDefinition(
            SCHEMA, List.of(), List.of(), Map.of("delta.enableChangeDataFeed", "false"));
    DeltaTable table =
        DeltaTable.createOrOpen(STORAGE, path, definition, options(MergeStrategy.AUTO));
    table.append(append(SCHEMA, row(1L, "a"), row(2L, "b")));

    table.merge(merge(SCHEMA, upsert(1L, "A")));

    assertThat(cdc(2)).isEmpty();
    assertThat(texts(path)).containsExactly("(1, 'A')", "(2, 'b')");
  }

  @Test
  void nothingIsCommittedWithoutEffect() throws IOException {
    DeltaTable table = create(MergeStrategy.AUTO);
    table.append(append(SCHEMA, row(1L, "a"), row(2L, null)));
    MergeRequest request =
        new MergeRequest(
            SCHEMA,
            SCHEMA,
            List.of("id"),
            List.of(upsert(1L, "a"), upsert(2L, null), delete(7L)),
            List.of(new Action.Txn("app", 3, 1L)),
            Map.of());

    assertThat(table.merge(request).nothing()).isTrue();
    assertThat(table.append(append(SCHEMA)).nothing()).isTrue();
    assertThat(table.commitTxns(List.of(), Map.of()).nothing()).isTrue();
    assertThat(table.refresh().version()).isEqualTo(1);
    assertThat(table.snapshot().txn("app")).isNull();
    assertThat(create(MergeStrategy.AUTO).snapshot().version()).isEqualTo(1);
  }

  @Test
  void anUnchangedUpdateIsWrittenAndShownWhenAskedFor() throws IOException {
    DeltaTable table =
        DeltaTable.createOrOpen(
            STORAGE,
            path,
            definition(SCHEMA),
            new TableOptions(MergeStrategy.AUTO, true, true, 1L << 20, Duration.ofSeconds(30), 1));
    table.append(append(SCHEMA, row(1L, "a"), row(2L, "b")));

    assertThat(table.merge(merge(SCHEMA, upsert(1L, "a"))).updated()).isEqualTo(1);
    assertThat(feed(path, 2))
        .containsExactly("update_postimage (1, 'a')", "update_preimage (1, 'a')");
  }

  @Test
  void severalTxnsComeWithOneCommit() throws IOException {
    DeltaTable table = create(MergeStrategy.AUTO);
    table.merge(
        new MergeRequest(
            SCHEMA,
            SCHEMA,
            List.of("id"),
            List.of(upsert(1L, "a")),
            List.of(new Action.Txn("app:0", 3, 1L), new Action.Txn("app:1", 4, 2L)),
            Map.of()));
    table.commitTxns(List.of(new Action.Txn("app:1", 9, 3L)), Map.of("app:0", 3L, "app:1", 4L));
    table.truncate(List.of(new Action.Txn("app:0", 5, 4L)), Map.of("app:0", 3L, "app:1", 9L));

    DeltaTable reopened = create(MergeStrategy.AUTO);
    assertThat(reopened.snapshot().version()).isEqualTo(3);
    assertThat(reopened.snapshot().txn("app:0")).isEqualTo(new Action.Txn("app:0", 5, 4L));
    assertThat(reopened.snapshot().txn("app:1")).isEqualTo(new Action.Txn("app:1", 9, 3L));
    assertThat(reopened.truncate(List.of(), Map.of()).nothing()).isTrue();
  }

  @Test
  void deletionVectorsOfOneFileGrowPastTheFirst65536Rows() throws IOException {
    int n = 140_000;
    DeltaTable table = create(MergeStrategy.DELETION_VECTORS);
    Object[][] rows = new Object[n][];
    for (int i = 0; i < n; i++) {
      rows[i] = row((long) i, "v" + i);
    }
    table.append(append(SCHEMA, rows));
    long[][] rounds = {{0, 65_535, 65_536, n - 1}, {1, 65_537, 131_072}, {2, 131_071, 139_998}};
    long dead = 0;
    for (long[] round : rounds) {
      List<Change> changes = new ArrayList<>();
      for (long key : round) {
        changes.add(new Change(new Key(key), null));
      }
      CommitResult result =
          table.merge(
              new MergeRequest(SCHEMA, SCHEMA, List.of("id"), changes, List.of(), Map.of()));
      dead += round.length;
      assertThat(result.deleted()).isEqualTo(round.length);
      DataFile file = table.snapshot().files().iterator().next();
      assertThat(file.dv().cardinality()).isEqualTo(dead);
      assertThat(file.stats()).contains("\"tightBounds\":false", "\"numRecords\":" + n);
      assertThat(feed(path, result.version())).hasSize(round.length);
    }
    assertThat(TestTables.rows(TableLog.open(STORAGE, path).snapshot()))
        .hasSize(n - (int) dead)
        .extracting(row -> row[0])
        .doesNotContain(0L, 65_535L, 65_536L, 139_999L, 1L, 65_537L, 131_072L, 2L, 131_071L)
        .contains(3L, 65_534L, 65_538L, 131_070L, 131_073L, 139_997L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"tightBounds\":true}", "{\"nullCount\":{\"name\":0}}"})
  void aFileWithoutRowCountGetsOneWithItsDeletionVector(String stats) throws Exception {
    create(MergeStrategy.AUTO).append(append(SCHEMA, row(1L, "a"), row(2L, "b"), row(3L, "c")));
    TableLog log = TableLog.open(STORAGE, path);
    DataFile file = log.snapshot().files().iterator().next();
    log.commit(
        new CommitRequest(
            "WRITE",
            Map.of(),
            false,
            List.of(new Action.Add(file.with(null, stats.isEmpty() ? null : stats), false))));
    DeltaTable table = create(MergeStrategy.AUTO);

    table.merge(merge(SCHEMA, delete(2L)));

    String after = table.snapshot().files().iterator().next().stats();
    assertThat(after).contains("\"numRecords\":3").containsOnlyOnce("\"tightBounds\":false");
    assertThat(texts(path)).containsExactly("(1, 'a')", "(3, 'c')");
    table.merge(merge(SCHEMA, delete(1L), delete(3L)));
    assertThat(table.snapshot().files()).isEmpty();
  }

  @Test
  void deletionVectorsAreNotUsedOnATableThatHasThemOff() throws IOException {
    TableDefinition definition =
        new TableDefinition(
            SCHEMA, List.of(), List.of(), Map.of("delta.enableDeletionVectors", "false"));
    DeltaTable auto =
        DeltaTable.createOrOpen(STORAGE, path, definition, options(MergeStrategy.AUTO));
    auto.append(append(SCHEMA, row(1L, "a"), row(2L, "b")));

    auto.merge(merge(SCHEMA, upsert(1L, "A")));

    assertThat(auto.snapshot().files()).hasSize(2).allMatch(file -> file.dv() == null);
    assertThat(texts(path)).containsExactly("(1, 'A')", "(2, 'b')");
    DeltaTable forced = DeltaTable.open(STORAGE, path, options(MergeStrategy.DELETION_VECTORS));
    assertThatThrownBy(() -> forced.merge(merge(SCHEMA, delete(1L))))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("delta.enableDeletionVectors")
        .hasMessageContaining(path);
  }

  @Test
  void copyOnWriteTakesOverRowsOfFilesWithDeletionVectors() throws IOException {
    DeltaTable table = create(MergeStrategy.AUTO);
    table.append(append(SCHEMA, row(1L, "a"), row(2L, "b"), row(3L, "c"), row(4L, "d")));
    table.append(append(SCHEMA, row(5L, "e"), row(6L, "f")));
    table.merge(merge(SCHEMA, delete(1L)));

    DeltaTable rewriting = DeltaTable.open(STORAGE, path, options(MergeStrategy.COPY_ON_WRITE));
    rewriting.merge(merge(SCHEMA, delete(2L), upsert(5L, "E")));

    assertThat(rewriting.snapshot().files()).hasSize(2).allMatch(file -> file.dv() == null);
    assertThat(texts(path)).containsExactly("(3, 'c')", "(4, 'd')", "(5, 'E')", "(6, 'f')");
    assertThat(feed(path, 4))
        .containsExactly(
            "delete (2, 'b')", "update_postimage (5, 'E')", "update_preimage (5, 'e')");
  }

  @ParameterizedTest
  @EnumSource(
      value = MergeStrategy.class,
      names = {"COPY_ON_WRITE", "DELETION_VECTORS"})
  void aRowMovesWhenItsPartitionValueChangesAndAnEmptyOneIsNull(MergeStrategy strategy)
      throws IOException {
    StructType schema = SCHEMA.add("day", StringType.STRING);
    DeltaTable table =
        DeltaTable.createOrOpen(STORAGE, path, definition(schema, "day"), options(strategy));
    table.merge(
        merge(schema, upsert(1L, "a", "d 1/x"), upsert(2L, "b", null), upsert(3L, "c", "")));

    assertThat(table.merge(merge(schema, upsert(3L, "c", ""))).nothing()).isTrue();
    CommitResult result =
        table.merge(merge(schema, upsert(1L, "a", null), upsert(2L, "b", "d 1/x")));

    assertThat(result.updated()).isEqualTo(2);
    assertThat(texts(path))
        .containsExactly("(1, 'a', null)", "(2, 'b', 'd 1/x')", "(3, 'c', null)");
    assertThat(feed(path, 2))
        .containsExactly(
            "update_postimage (1, 'a', null)",
            "update_postimage (2, 'b', 'd 1/x')",
            "update_preimage (1, 'a', 'd 1/x')",
            "update_preimage (2, 'b', null)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "name", "id"})
  void columnsThatRowsHaveAndTheTableLacksAreAdded(String mapping) throws IOException {
    StructType inner = new StructType().add("x", IntegerType.INTEGER);
    StructType wider = new StructType().add("y", StringType.STRING).add("X", IntegerType.INTEGER);
    StructType before = SCHEMA.add("points", new ArrayType(inner, true));
    StructType after =
        new StructType()
            .add("Points", new ArrayType(wider, true))
            .add("extra", new StructType().add("z", IntegerType.INTEGER, false), false)
            .add("ID", LongType.LONG);
    DeltaTable table =
        DeltaTable.createOrOpen(
            STORAGE,
            path,
            new TableDefinition(
                before, List.of(), List.of(), Map.of("delta.columnMapping.mode", mapping)),
            options(MergeStrategy.AUTO));
    table.append(append(before, row(1L, "a", listOf(row(1))), row(2L, "b", List.of())));

    Change change = new Change(new Key(1L), row(listOf(row("y", 1)), row(7), 1L));
    CommitResult result =
        table.merge(
            new MergeRequest(
                after,
                table.snapshot().schema(),
                List.of("ID"),
                List.of(change),
                List.of(),
                Map.of()));

    assertThat(result).isEqualTo(new CommitResult(2, 0, 1, 0, 0, 0));
    assertThat(commit(2).metadataChanged()).isTrue();
    assertThat(texts(path)).containsExactly("(1, null, [(1, 'y')], (7))", "(2, 'b', [], null)");
    assertThat(feed(path, 2))
        .containsExactly(
            "update_postimage (1, null, [(1, 'y')], (7))",
            "update_preimage (1, 'a', [(1, null)], null)");
    DeltaTable reopened = create(MergeStrategy.AUTO);
    assertThat(reopened.snapshot().schema().fieldNames())
        .containsExactly("id", "name", "points", "extra");
    assertThat(reopened.snapshot().schema().get("extra").isNullable()).isTrue();
    assertThat(reopened.merge(merge(SCHEMA, upsert(2L, "B"))).updated()).isEqualTo(1);
    assertThat(texts(path)).contains("(2, 'B', null, null)");
  }

  @Test
  void rowsThatDoNotFitTheTableAreRefusedAndLeaveNothing() throws IOException {
    StructType schema = SCHEMA.add("must", StringType.STRING, false);
    DeltaTable table =
        DeltaTable.createOrOpen(STORAGE, path, definition(schema), options(MergeStrategy.AUTO));

    assertThatThrownBy(
            () -> table.merge(merge(schema, upsert(1L, "a", "x"), upsert(17L, "a", null))))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("must")
        .hasMessageContaining("[17]");
    assertThatThrownBy(() -> table.append(append(SCHEMA, row(1L, "a"))))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("must");
    StructType other = new StructType().add("id", LongType.LONG).add("name", LongType.LONG);
    assertThatThrownBy(() -> table.merge(merge(other, upsert(1L, 1L))))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("name")
        .hasMessageContaining("string")
        .hasMessageContaining("long");
    StructType forbidden = schema.add("_change_type", StringType.STRING);
    assertThatThrownBy(() -> table.merge(merge(forbidden, upsert(1L, "a", "x", "y"))))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("_change_type");
    assertThatThrownBy(
            () ->
                table.merge(
                    new MergeRequest(
                        schema, schema, List.of("nix"), List.of(), List.of(), Map.of())))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("nix");
    assertThat(table.refresh().version()).isZero();
    try (Stream<Path> files = Files.list(Path.of(path))) {
      assertThat(files.map(file -> file.getFileName().toString())).containsExactly("_delta_log");
    }
  }

  /** Lower case tells them apart, and so does Delta; upper case would not: the dotless i has I. */
  @Test
  void columnsWhoseNamesAreEqualInUpperCaseOnlyAreTwo() throws IOException {
    StructType dotted = new StructType().add("sinif", LongType.LONG, false);
    StructType both = dotted.add("s\u0131n\u0131f", LongType.LONG);
    DeltaTable table =
        DeltaTable.createOrOpen(STORAGE, path, definition(both), options(MergeStrategy.AUTO));

    table.merge(merge(both, upsert(1L, 5L)));
    table.merge(merge(both, upsert(1L, 6L)));
    table.merge(merge(both, delete(6L)));

    assertThat(texts(path)).containsExactly("(1, 6)");
  }

  @Test
  void anAddedColumnIsNotReadFromOneWhoseNameIsEqualInUpperCaseOnly() throws IOException {
    StructType dotless =
        new StructType().add("id", LongType.LONG, false).add("s\u0131n\u0131f", LongType.LONG);
    DeltaTable table =
        DeltaTable.createOrOpen(STORAGE, path, definition(dotless), options(MergeStrategy.AUTO));
    table.merge(merge(dotless, upsert(1L, 5L)));

    table.merge(merge(dotless.add("sinif", LongType.LONG), upsert(2L, 6L, 7L)));

    assertThat(texts(path)).containsExactly("(1, 5, null)", "(2, 6, 7)");
  }

  @Test
  void writersOfOneTableInOneProcessTakeTurnsAndLoseNoRace() throws Exception {
    List<Callable<CommitResult>> writers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String name = "writer " + i;
      DeltaTable table = create(MergeStrategy.AUTO);
      writers.add(() -> table.merge(merge(SCHEMA, upsert(1L, name), upsert(2L, name))));
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<CommitResult> result : threads.invokeAll(writers)) {
        assertThat(result.get().retries()).isZero();
      }
    } finally {
      threads.shutdown();
    }
    assertThat(create(MergeStrategy.AUTO).snapshot().version()).isEqualTo(4);
    assertThat(texts(path)).hasSize(2);
  }

  @Test
  void aTableThatSeveralWritersMakeAtOnceIsMadeOnce() throws Exception {
    List<Callable<DeltaTable>> makers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      makers.add(() -> create(MergeStrategy.AUTO));
    }
    assertThat(DeltaTable.exists(STORAGE, path)).isFalse();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<String> ids = new ArrayList<>();
    try {
      for (Future<DeltaTable> table : threads.invokeAll(makers)) {
        ids.add(table.get().snapshot().tableId());
      }
    } finally {
      threads.shutdown();
    }
    assertThat(ids).hasSize(4).containsOnly(ids.get(0));
    assertThat(DeltaTable.exists(STORAGE, path)).isTrue();
  }

  private DeltaTable create(MergeStrategy strategy) throws IOException {
    return DeltaTable.createOrOpen(STORAGE, path, definition(SCHEMA), options(strategy));
  }

  private static List<Object> listOf(Object[] struct) {
    return Collections.singletonList(struct);
  }

  private Commit commit(long version) throws IOException {
    return TableLog.open(STORAGE, path).read(version);
  }

  private List<Action.Cdc> cdc(long version) throws IOException {
    List<Action.Cdc> files = new ArrayList<>();
    for (Action action : commit(version).actions()) {
      if (action instanceof Action.Cdc cdc) {
        files.add(cdc);
      }
    }
    return files;
  }
}
