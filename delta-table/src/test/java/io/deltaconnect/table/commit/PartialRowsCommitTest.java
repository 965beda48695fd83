package io.deltaconnect.table.commit;

import static io.deltaconnect.table.TestTables.STORAGE;
import static io.deltaconnect.table.TestTables.append;
import static io.deltaconnect.table.TestTables.delete;
import static io.deltaconnect.table.TestTables.feed;
import static io.deltaconnect.table.TestTables.merge;
import static io.deltaconnect.table.TestTables.row;
import static io.deltaconnect.table.TestTables.texts;
import static io.deltaconnect.table.TestTables.upsert;
import static io.deltaconnect.table.row.Kept.KEPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.RowText;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import io.deltaconnect.table.TestTables;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.locate.ScanLocator;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.merge.MergeSettings;
import io.deltaconnect.table.merge.MissingRowsException;
import io.deltaconnect.table.merge.PhaseTimes;
import io.deltaconnect.table.row.Key;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partial rows on tables on disk; the row they build on is that of the version before theirs. */
class PartialRowsCommitTest {
  private static final StructType SCHEMA =
      new StructType()
          .add("id", LongType.LONG, false)
          .add("region", StringType.STRING)
          .add("name", StringType.STRING)
          .add("n", IntegerType.INTEGER);

  private static final int ROUNDS = "long".equals(System.getProperty("test.profile")) ? 1000 : 20;

  @TempDir Path folder;
  private String path;
  private DeltaTable other;

  private interface Step {
    void run() throws IOException;
  }

  private void makeTable(StructType schema, boolean vectors, String... partitionColumns)
      throws IOException {
    path = folder.resolve("t").toString();
    other =
        DeltaTable.createOrOpen(
            STORAGE,
            path,
            TestTables.definition(schema, partitionColumns),
            TestTables.options(
                vectors ? MergeStrategy.DELETION_VECTORS : MergeStrategy.COPY_ON_WRITE));
    other.append(append(SCHEMA, row(1L, "eu", "a", 1), row(2L, "us", "b", 2)));
  }

  private static Change partial(Object... row) {
    return new Change(new Key(row[0]), row, true, false);
  }

  private static Change ofExisting(Object... row) {
    return new Change(new Key(row[0]), row, true, true);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theFeedShowsTheStoredRowAndTheCompletedOne(boolean vectors) throws IOException {
    makeTable(SCHEMA, vectors, "region");

    CommitResult result =
        other.merge(
            merge(
                SCHEMA,
                partial(1L, KEPT, KEPT, 10),
                partial(2L, "eu", KEPT, KEPT),
                partial(3L, "us", "c", KEPT)));

    assertThat(result).isEqualTo(new CommitResult(2, 1, 2, 0, 0, 0));
    assertThat(texts(path))
        .containsExactly("(1, 'eu', 'a', 10)", "(2, 'eu', 'b', 2)", "(3, 'us', 'c', null)");
    assertThat(feed(path, 2))
        .containsExactly(
            "insert (3, 'us', 'c', null)",
            "update_postimage (1, 'eu', 'a', 10)",
            "update_postimage (2, 'eu', 'b', 2)",
            "update_preimage (1, 'eu', 'a', 1)",
            "update_preimage (2, 'us', 'b', 2)");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPartialRowThatChangesNothingIsNoChange(boolean vectors) throws IOException {
    makeTable(SCHEMA, vectors);

    CommitResult result =
        other.merge(merge(SCHEMA, partial(1L, KEPT, "a", KEPT), partial(2L, KEPT, KEPT, KEPT)));

    assertThat(result.nothing()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRowThatTheWinnerChangedIsCompletedFromWhatItIsNow(boolean vectors) throws IOException {
    makeTable(SCHEMA, vectors);
    TableWriter writer =
        writer(vectors, () -> other.merge(merge(SCHEMA, upsert(1L, "us", "A", 1), delete(2L))));

    CommitResult result =
        writer.merge(merge(SCHEMA, partial(1L, KEPT, KEPT, 10), partial(2L, KEPT, "B", KEPT)));

    assertThat(result).isEqualTo(new CommitResult(3, 1, 1, 0, 1, 1));
    assertThat(texts(path)).containsExactly("(1, 'us', 'A', 10)", "(2, null, 'B', null)");
    assertThat(feed(path, 3))
        .containsExactly(
            "insert (2, null, 'B', null)",
            "update_postimage (1, 'us', 'A', 10)",
            "update_preimage (1, 'us', 'A', 1)");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRowThatTheWinnerInsertedIsCompleted(boolean vectors) throws IOException {
    makeTable(SCHEMA, vectors);
    TableWriter writer =
        writer(vectors, () -> other.merge(merge(SCHEMA, upsert(3L, "eu", "c", 3))));

    writer.merge(merge(SCHEMA, partial(3L, KEPT, "C", KEPT)));

    assertThat(texts(path)).contains("(3, 'eu', 'C', 3)").hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anUnchangedRowThatTheWinnerChangedIsSetAgain(boolean vectors) throws IOException {
    makeTable(SCHEMA, vectors);
    TableWriter writer =
        writer(vectors, () -> other.merge(merge(SCHEMA, upsert(1L, "eu", "other", 5))));

    writer.merge(merge(SCHEMA, partial(1L, KEPT, "a", KEPT), upsert(9L, "eu", "z", 9)));

    assertThat(texts(path))
        .containsExactly("(1, 'eu', 'a', 5)", "(2, 'us', 'b', 2)", "(9, 'eu', 'z', 9)");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRequiredRowThatTheWinnerDeletedIsTold(boolean vectors) throws IOException {
    makeTable(SCHEMA, vectors);
    TableWriter writer = writer(vectors, () -> other.merge(merge(SCHEMA, delete(1L))));

    assertThatThrownBy(
            () ->
                writer.merge(
                    merge(SCHEMA, ofExisting(1L, "us", KEPT, 1), ofExisting(2L, "eu", KEPT, 1))))
        .isInstanceOfSatisfying(
            MissingRowsException.class, e -> assertThat(e.keys()).containsExactly(new Key(1L)));
    assertThat(texts(path)).containsExactly("(2, 'us', 'b', 2)");
    assertThat(changeFiles()).as("the winner's, none of the plan given up").hasSize(1);

    writer.merge(merge(SCHEMA, ofExisting(2L, "eu", KEPT, 1)));
    assertThat(texts(path)).containsExactly("(2, 'eu', 'b', 1)");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aColumnThatTheWinnerAddedIsKeptByPartialRowsAndNullInWholeOnes(boolean vectors)
      throws IOException {
    makeTable(SCHEMA, vectors);
    StructType wider = SCHEMA.add("extra", StringType.STRING);
    TableWriter writer =
        writer(
            vectors,
            () ->
                other.merge(
                    merge(wider, upsert(1L, "eu", "a", 1, "x"), upsert(2L, "us", "b", 2, "x"))));

    writer.merge(merge(SCHEMA, partial(1L, KEPT, "A", KEPT), upsert(2L, "us", "B", 2)));

    assertThat(texts(path)).containsExactly("(1, 'eu', 'A', 1, 'x')", "(2, 'us', 'B', 2, null)");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aColumnThatAPartialRowAddsIsNullInTheStoredRow(boolean vectors) throws IOException {
    makeTable(SCHEMA, vectors);
    StructType wider = SCHEMA.add("extra", StringType.STRING);

    other.merge(merge(wider, partial(1L, KEPT, KEPT, 5, "x"), partial(2L, KEPT, KEPT, 6, KEPT)));

    assertThat(texts(path)).containsExactly("(1, 'eu', 'a', 5, 'x')", "(2, 'us', 'b', 6, null)");
    assertThat(feed(path, 2)).contains("update_preimage (1, 'eu', 'a', 1, null)");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aKeptColumnThatIsNotNullNeedsTheRow(boolean vectors) throws IOException {
    StructType strict =
        new StructType()
            .add("id", LongType.LONG, false)
            .add("region", StringType.STRING)
            .add("name", StringType.STRING, false)
            .add("n", IntegerType.INTEGER);
    makeTable(strict, vectors);

    other.merge(merge(SCHEMA, partial(1L, KEPT, KEPT, 5)));

    assertThat(texts(path)).contains("(1, 'eu', 'a', 5)");
    assertThatThrownBy(() -> other.merge(merge(SCHEMA, partial(7L, KEPT, KEPT, 5))))
        .isInstanceOf(MissingRowsException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ofSeveralStoredRowsTheFirstCompletes(boolean vectors) throws IOException {
    makeTable(SCHEMA, vectors);
    other.append(append(SCHEMA, row(3L, "eu", "first", 1), row(3L, "us", "second", 2)));

    CommitResult result = other.merge(merge(SCHEMA, partial(3L, KEPT, KEPT, 9)));

    assertThat(result).isEqualTo(new CommitResult(3, 0, 1, 1, 0, 0));
    assertThat(texts(path)).contains("(3, 'eu', 'first', 9)").hasSize(3);
    assertThat(feed(path, 3))
        .containsExactly(
            "delete (3, 'us', 'second', 2)",
            "update_postimage (3, 'eu', 'first', 9)",
            "update_preimage (3, 'eu', 'first', 1)");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void columnsThatTheWinnerWidenedAreKeptAndKeysAreToldAsTheyWereGiven(boolean vectors)
      throws IOException {
    StructType narrow =
        new StructType()
            .add("id", IntegerType.INTEGER, false)
            .add("a", IntegerType.INTEGER)
            .add("b", IntegerType.INTEGER);
    StructType wide =
        new StructType()
            .add("id", LongType.LONG, false)
            .add("a", LongType.LONG)
            .add("b", LongType.LONG);
    path = folder.resolve("t").toString();
    other =
        DeltaTable.createOrOpen(
            STORAGE,
            path,
            new TableDefinition(
                narrow, List.of(), List.of(), Map.of("delta.enableTypeWidening", "true")),
            TestTables.options(MergeStrategy.AUTO));
    other.append(append(narrow, row(1, 10, 11)));
    Step widen = () -> other.merge(merge(wide, narrow, upsert(5L, 50L, 51L)));

    TableWriter writer = writer(vectors, widen);
    assertThatThrownBy(
            () ->
                writer.merge(
                    merge(narrow, partial(1, KEPT, 12), ofExisting(5, 1, KEPT), partial(9, 9, 9))))
        .as("the key is not there before the winner has put it there")
        .isInstanceOfSatisfying(
            MissingRowsException.class, e -> assertThat(e.keys()).containsExactly(new Key(5)));
    writer(vectors, widen).merge(merge(narrow, partial(1, KEPT, 12), partial(5, 1, KEPT)));

    assertThat(texts(path)).containsExactly("(1, 10, 12)", "(5, 1, 51)");
    assertThatThrownBy(() -> other.merge(merge(narrow, ofExisting(6, 1, KEPT), delete(1))))
        .isInstanceOfSatisfying(
            MissingRowsException.class, e -> assertThat(e.keys()).containsExactly(new Key(6)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void randomPartialRowsBuildOnWhatTheWinnerLeft(boolean vectors) throws IOException {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    makeTable(SCHEMA, vectors, "region");
    Map<Key, Object[]> model = new HashMap<>();
    apply(List.of(upsert(1L, "eu", "a", 1), upsert(2L, "us", "b", 2)), model);
    for (int round = 0; round < ROUNDS; round++) {
      List<Change> theirs = changes(random, false);
      List<Change> ours = changes(random, true);
      TableWriter writer =
          writer(vectors, () -> other.merge(merge(SCHEMA, theirs.toArray(new Change[0]))));
      Map<Key, Object[]> before = new HashMap<>(model);
      boolean anotherTry = apply(ours, before);
      if (anotherTry && !RowText.bag(before.values()).equals(RowText.bag(model.values()))) {
        // Only then there is something to commit, and the other writer comes first.
        apply(theirs, model);
      }
      boolean complete = apply(ours, model);

      String context = "seed %d, round %d".formatted(seed, round);
      if (complete && anotherTry) {
        writer.merge(merge(SCHEMA, ours.toArray(new Change[0])));
      } else {
        assertThatThrownBy(() -> writer.merge(merge(SCHEMA, ours.toArray(new Change[0]))))
            .as(context)
            .isInstanceOf(MissingRowsException.class);
      }
      assertThat(RowText.bag(TestTables.rows(TableLog.open(STORAGE, path).snapshot())))
          .as(context)
          .isEqualTo(RowText.bag(model.values()));
    }
  }

  private static List<Change> changes(Random random, boolean partial) {
    Map<Key, Change> changes = new HashMap<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      Object[] row = {
        (long) random.nextInt(8),
        random.nextBoolean() ? "eu" : "us",
        random.nextInt(4) == 0 ? null : "n" + random.nextInt(3),
        random.nextInt(4)
      };
      for (int c = 1; partial && c < row.length; c++) {
        row[c] = random.nextInt(3) > 0 ? KEPT : row[c];
      }
      Key key = new Key(row[0]);
      boolean delete = random.nextInt(4) == 0;
      boolean required = partial && random.nextInt(8) == 0;
      changes.put(key, new Change(key, delete ? null : row, partial, required));
    }
    return List.copyOf(changes.values());
  }

  /** All of the changes, or none of them and false: a row that one of them needs is not there. */
  private static boolean apply(List<Change> changes, Map<Key, Object[]> model) {
    for (Change change : changes) {
      if (change.rowRequired() && !model.containsKey(change.key())) {
        return false;
      }
    }
    for (Change change : changes) {
      if (change.row() == null) {
        model.remove(change.key());
        continue;
      }
      Object[] before = model.get(change.key());
      Object[] row = change.row().clone();
      for (int c = 0; c < row.length; c++) {
        if (row[c] == KEPT) {
          row[c] = before == null ? null : before[c];
        }
      }
      model.put(change.key(), row);
    }
    return true;
  }

  /** Before its first try to commit another writer commits. */
  private TableWriter writer(boolean vectors, Step step) throws IOException {
    TableWriter writer =
        new TableWriter(
            new MergeSettings(
                STORAGE, snapshot -> vectors, false, true, 128L << 20, 1, new PhaseTimes()),
            new ScanLocator(STORAGE, 1),
            TableLog.open(STORAGE, path),
            Duration.ofSeconds(60));
    AtomicBoolean done = new AtomicBoolean();
    writer.beforeCommit(
        () -> {
          if (!done.getAndSet(true)) {
            try {
              step.run();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
    return writer;
  }

  private List<Path> changeFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(path, "_change_data"))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).toList();
    }
  }
}
