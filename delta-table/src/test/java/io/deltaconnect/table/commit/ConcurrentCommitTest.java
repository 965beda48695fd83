package io.deltaconnect.table.commit;

import static io.deltaconnect.table.TestTables.STORAGE;
import static io.deltaconnect.table.TestTables.append;
import static io.deltaconnect.table.TestTables.delete;
import static io.deltaconnect.table.TestTables.feed;
import static io.deltaconnect.table.TestTables.merge;
import static io.deltaconnect.table.TestTables.row;
import static io.deltaconnect.table.TestTables.texts;
import static io.deltaconnect.table.TestTables.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import io.deltaconnect.table.TestTables;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.CommitConflictException;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.locate.ScanLocator;
import io.deltaconnect.table.merge.MergeSettings;
import io.deltaconnect.table.merge.PhaseTimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another writer commits between our plan and our commit. */
class ConcurrentCommitTest {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);
  private static final StructType WIDER = SCHEMA.add("age", IntegerType.INTEGER);

  @TempDir Path folder;
  private String path;
  private DeltaTable other;

  private interface Step {
    void run() throws Exception;
  }

  @BeforeEach
  void makeTable() throws IOException {
    path = folder.resolve("t").toString();
    other =
        DeltaTable.createOrOpen(
            STORAGE,
            path,
            TestTables.definition(SCHEMA),
            TestTables.options(MergeStrategy.DELETION_VECTORS));
    other.append(append(SCHEMA, row(1L, "a"), row(2L, "b"), row(3L, "c"), row(4L, "d")));
  }

  @Test
  void aWinnerThatKilledOtherRowsOfOurFileIsJoined() throws IOException {
    TableWriter writer = writer(true, () -> other.merge(merge(SCHEMA, delete(2L))));

    CommitResult result = writer.merge(merge(SCHEMA, upsert(1L, "A"), delete(4L), upsert(9L, "z")));

    assertThat(result).isEqualTo(new CommitResult(3, 1, 1, 1, 1, 0));
    assertThat(texts(path)).containsExactly("(1, 'A')", "(3, 'c')", "(9, 'z')");
    assertThat(feed(path, 2)).containsExactly("delete (2, 'b')");
    assertThat(feed(path, 3))
        .containsExactly(
            "delete (4, 'd')",
            "insert (9, 'z')",
            "update_postimage (1, 'A')",
            "update_preimage (1, 'a')");
    assertThatNoFileIsLeftOver();
  }

  @Test
  void theLastRowsOfAFileMayDieInTwoJoinedCommits() throws IOException {
    TableWriter writer = writer(true, () -> other.merge(merge(SCHEMA, delete(2L), delete(1L))));

    CommitResult result = writer.merge(merge(SCHEMA, delete(3L), delete(4L)));

    assertThat(result).isEqualTo(new CommitResult(3, 0, 0, 2, 1, 0));
    assertThat(texts(path)).isEmpty();
    assertThat(log().snapshot().files()).isEmpty();
    assertThat(feed(path, 3)).containsExactly("delete (3, 'c')", "delete (4, 'd')");
    assertThatNoFileIsLeftOver();
  }

  @Test
  void copyOnWriteDoesNotBringBackARowThatTheWinnerKilledInOurFile() throws IOException {
    TableWriter writer = writer(false, () -> other.merge(merge(SCHEMA, delete(2L))));

    CommitResult result = writer.merge(merge(SCHEMA, upsert(1L, "A")));

    assertThat(result).isEqualTo(new CommitResult(3, 0, 1, 0, 1, 1));
    assertThat(texts(path)).containsExactly("(1, 'A')", "(3, 'c')", "(4, 'd')");
    assertThat(feed(path, 3))
        .containsExactly("update_postimage (1, 'A')", "update_preimage (1, 'a')");
    assertThatNoFileIsLeftOver();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRowThatTheWinnerKilledIsInsertedInsteadOfUpdated(boolean deletionVectors)
      throws IOException {
    TableWriter writer = writer(deletionVectors, () -> other.merge(merge(SCHEMA, delete(1L))));

    CommitResult result = writer.merge(merge(SCHEMA, upsert(1L, "A")));

    assertThat(result).isEqualTo(new CommitResult(3, 1, 0, 0, 1, 1));
    assertThat(texts(path)).containsExactly("(1, 'A')", "(2, 'b')", "(3, 'c')", "(4, 'd')");
    assertThat(feed(path, 3)).containsExactly("insert (1, 'A')");
    assertThatNoFileIsLeftOver();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anUnchangedRowThatTheWinnerKilledIsInserted(boolean deletionVectors) throws IOException {
    TableWriter writer = writer(deletionVectors, () -> other.merge(merge(SCHEMA, delete(1L))));

    CommitResult result = writer.merge(merge(SCHEMA, upsert(1L, "a"), upsert(9L, "z")));

    assertThat(result).isEqualTo(new CommitResult(3, 2, 0, 0, 1, 1));
    assertThat(texts(path)).contains("(1, 'a')", "(9, 'z')").hasSize(5);
    assertThat(feed(path, 3)).containsExactly("insert (1, 'a')", "insert (9, 'z')");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aKeyThatTheWinnerInsertedIsUpdated(boolean deletionVectors) throws IOException {
    TableWriter writer =
        writer(
            deletionVectors,
            () -> other.merge(merge(SCHEMA, upsert(9L, "first"), upsert(10L, "x"))));

    CommitResult result = writer.merge(merge(SCHEMA, upsert(9L, "second")));

    assertThat(result).isEqualTo(new CommitResult(3, 0, 1, 0, 1, 1));
    assertThat(texts(path)).contains("(9, 'second')", "(10, 'x')").hasSize(6);
    assertThat(feed(path, 3))
        .containsExactly("update_postimage (9, 'second')", "update_preimage (9, 'first')");
    assertThatNoFileIsLeftOver();
  }

  @Test
  void rowsOfOtherKeysLeaveThePlanAsItIsEvenInsideOurRange() throws IOException {
    TableWriter writer =
        writer(true, () -> other.merge(merge(SCHEMA, upsert(5L, "x"), upsert(20L, "y"))));

    CommitResult result = writer.merge(merge(SCHEMA, upsert(9L, "z"), upsert(1L, "A")));

    assertThat(result).isEqualTo(new CommitResult(3, 1, 1, 0, 1, 0));
    assertThat(texts(path)).hasSize(7);
    assertThatNoFileIsLeftOver();
  }

  @Test
  void aFileThatTheWinnerRewroteWithoutChangingDataMakesANewPlan() throws IOException {
    TableWriter writer = writer(true, this::optimize);

    CommitResult result = writer.merge(merge(SCHEMA, upsert(1L, "A"), upsert(2L, "b")));

    assertThat(result).isEqualTo(new CommitResult(3, 0, 1, 0, 1, 1));
    assertThat(texts(path)).containsExactly("(1, 'A')", "(2, 'b')", "(3, 'c')", "(4, 'd')");
    assertThat(feed(path, 2)).isEmpty();
    assertThatNoFileIsLeftOver();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileThatTheWinnerRewroteMakesANewPlanThoughItsRowWasOnlyRead(boolean deletionVectors)
      throws IOException {
    TableWriter writer = writer(deletionVectors, this::optimize);

    CommitResult result = writer.merge(merge(SCHEMA, upsert(1L, "a"), upsert(9L, "z")));

    assertThat(result).isEqualTo(new CommitResult(3, 1, 0, 0, 1, 1));
    assertThat(feed(path, 3)).containsExactly("insert (9, 'z')");
    assertThatNoFileIsLeftOver();
  }

  @Test
  void aFileInWhichARowWasOnlyReadMayLoseOthers() throws IOException {
    TableWriter writer = writer(true, () -> other.merge(merge(SCHEMA, delete(2L))));

    CommitResult result = writer.merge(merge(SCHEMA, upsert(1L, "a"), upsert(9L, "z")));

    assertThat(result).isEqualTo(new CommitResult(3, 1, 0, 0, 1, 0));
    assertThat(texts(path)).containsExactly("(1, 'a')", "(3, 'c')", "(4, 'd')", "(9, 'z')");
    assertThatNoFileIsLeftOver();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRowWhoseFileTheWinnerRemovedIsInserted(boolean deletionVectors) throws IOException {
    TableWriter writer = writer(deletionVectors, () -> other.truncate(List.of(), Map.of()));

    CommitResult result = writer.merge(merge(SCHEMA, upsert(1L, "A"), delete(2L)));

    assertThat(result).isEqualTo(new CommitResult(3, 1, 0, 0, 1, 1));
    assertThat(texts(path)).containsExactly("(1, 'A')");
    assertThat(feed(path, 3)).containsExactly("insert (1, 'A')");
    assertThatNoFileIsLeftOver();
  }

  @Test
  void winnersThatKillOtherRowsOfOurFileAreJoinedAgainAndAgain() throws IOException {
    TableWriter writer =
        writer(
            true,
            () -> other.merge(merge(SCHEMA, delete(2L))),
            () -> other.merge(merge(SCHEMA, delete(3L))));

    CommitResult result = writer.merge(merge(SCHEMA, upsert(1L, "A")));

    assertThat(result).isEqualTo(new CommitResult(4, 0, 1, 0, 2, 0));
    assertThat(texts(path)).containsExactly("(1, 'A')", "(4, 'd')");
    assertThat(feed(path, 4))
        .containsExactly("update_postimage (1, 'A')", "update_preimage (1, 'a')");
    assertThatNoFileIsLeftOver();
  }

  @Test
  void aPlanThatWasJoinedIsGivenUpWhenTheNextWinnerKillsOneOfItsRows() throws IOException {
    TableWriter writer =
        writer(
            true,
            () -> other.merge(merge(SCHEMA, delete(2L))),
            () -> other.merge(merge(SCHEMA, delete(1L))));

    CommitResult result = writer.merge(merge(SCHEMA, upsert(1L, "A")));

    assertThat(result).isEqualTo(new CommitResult(4, 1, 0, 0, 2, 1));
    assertThat(texts(path)).containsExactly("(1, 'A')", "(3, 'c')", "(4, 'd')");
    assertThat(feed(path, 4)).containsExactly("insert (1, 'A')");
    assertThatNoFileIsLeftOver();
  }

  @Test
  void aProtocolThatTheWinnerChangedMakesANewPlan() throws IOException {
    TableWriter writer = writer(true, this::restateProtocol);

    CommitResult result = writer.merge(merge(SCHEMA, upsert(1L, "A")));

    assertThat(result).isEqualTo(new CommitResult(3, 0, 1, 0, 1, 1));
    assertThat(log().read(2).protocolChanged()).isTrue();
    assertThatNoFileIsLeftOver();
  }

  /** A commit whose only action is the protocol that the table has. */
  private void restateProtocol() throws IOException {
    Path log = Path.of(path, "_delta_log");
    List<String> creation = Files.readAllLines(log.resolve("00000000000000000000.json"));
    List<String> lines = new ArrayList<>();
    long now = log().snapshot().timestamp() + 1;
    lines.add(
        "{\"commitInfo\":{\"inCommitTimestamp\":%d,\"timestamp\":%d,\"operation\":\"UPGRADE PROTOCOL\",\"operationParameters\":{}}}"
            .formatted(now, now));
    creation.stream().filter(line -> line.startsWith("{\"protocol\"")).forEach(lines::add);
    Files.write(log.resolve("00000000000000000002.json"), lines);
  }

  @Test
  void rowsThatTheWinnerInsertedAndAnotherOneMovedAreFound() throws IOException {
    TableWriter writer =
        writer(
            true,
            () -> {
              other.merge(merge(SCHEMA, upsert(9L, "first")));
              optimize();
            });

    CommitResult result = writer.merge(merge(SCHEMA, upsert(9L, "second")));

    assertThat(result).isEqualTo(new CommitResult(4, 0, 1, 0, 1, 1));
    assertThat(texts(path)).contains("(9, 'second')").hasSize(5);
  }

  @Test
  void rowsThatTheWinnerBroughtBackToLifeAreFound() throws IOException {
    other.merge(merge(SCHEMA, delete(3L)));
    TableWriter writer = writer(true, () -> TableMaintenance.undelete(path));

    CommitResult result = writer.merge(merge(SCHEMA, upsert(3L, "C")));

    assertThat(result).isEqualTo(new CommitResult(4, 0, 1, 0, 1, 1));
    assertThat(texts(path)).containsExactly("(1, 'a')", "(2, 'b')", "(3, 'C')", "(4, 'd')");
    assertThat(feed(path, 4))
        .containsExactly("update_postimage (3, 'C')", "update_preimage (3, 'c')");
  }

  @Test
  void aChangedSchemaMakesANewPlanWithTheNewColumns() throws IOException {
    TableWriter writer = writer(true, () -> other.append(append(WIDER, row(7L, "g", 7))));

    CommitResult result = writer.merge(merge(SCHEMA, upsert(1L, "A"), upsert(9L, "z")));

    assertThat(result).isEqualTo(new CommitResult(3, 1, 1, 0, 1, 1));
    assertThat(texts(path)).contains("(1, 'A', null)", "(7, 'g', 7)", "(9, 'z', null)").hasSize(6);
    assertThatNoFileIsLeftOver();
  }

  @Test
  void twoWritersThatAddTheSameColumnBothHaveIt() throws IOException {
    TableWriter writer = writer(true, () -> other.append(append(WIDER, row(7L, "g", 7))));

    CommitResult result = writer.append(append(WIDER, row(8L, "h", 8)));

    assertThat(result).isEqualTo(new CommitResult(3, 1, 0, 0, 1, 1));
    assertThat(texts(path)).contains("(7, 'g', 7)", "(8, 'h', 8)").hasSize(6);
    assertThat(log().snapshot().schema().fieldNames()).containsExactly("id", "name", "age");
    assertThat(log().read(3).metadataChanged()).isFalse();
    assertThatNoFileIsLeftOver();
  }

  @Test
  void anAppendIsBlindAndGoesOnTopOfWhateverTheWinnerDid() throws IOException {
    TableWriter writer = writer(true, () -> other.truncate(List.of(), Map.of()));

    CommitResult result = writer.append(append(SCHEMA, row(1L, "again"), row(1L, "again")));

    assertThat(result).isEqualTo(new CommitResult(3, 2, 0, 0, 1, 0));
    assertThat(texts(path)).containsExactly("(1, 'again')", "(1, 'again')");
    Commit commit = log().read(3);
    assertThat(commit.blindAppend()).isTrue();
    assertThat(commit.actions()).allMatch(action -> action instanceof Action.Add);
    assertThatNoFileIsLeftOver();
  }

  @Test
  void aTruncateRemovesTheRowsOfTheWinnerToo() throws IOException {
    TableWriter writer =
        writer(true, () -> other.merge(merge(SCHEMA, upsert(9L, "z"), delete(1L))));

    CommitResult result = writer.truncate(List.of(txn("app", 5)), Map.of());

    assertThat(result).isEqualTo(new CommitResult(3, 0, 0, 4, 1, 1));
    assertThat(texts(path)).isEmpty();
    assertThat(feed(path, 3))
        .containsExactly(
            "delete (2, 'b')", "delete (3, 'c')", "delete (4, 'd')", "delete (9, 'z')");
    assertThat(log().read(3).actions()).noneMatch(action -> action instanceof Action.Cdc);
    assertThat(log().snapshot().txn("app").version()).isEqualTo(5);
  }

  @Test
  void aWinnerThatWroteOurTxnFencesUs() throws IOException {
    other.commitTxns(List.of(txn("app", 5)), Map.of());
    TableWriter writer =
        writer(true, () -> other.commitTxns(List.of(txn("app", 6)), Map.of("app", 5L)));

    assertThatThrownBy(
            () ->
                writer.merge(
                    new MergeRequest(
                        SCHEMA,
                        SCHEMA,
                        List.of("id"),
                        List.of(upsert(1L, "A")),
                        List.of(txn("app", 7)),
                        Map.of("app", 5L))))
        .isInstanceOf(FencedException.class)
        .hasMessageContaining("app")
        .hasMessageContaining("6")
        .extracting(e -> ((FencedException) e).appId())
        .isEqualTo("app");
    assertThat(texts(path)).contains("(1, 'a')");
    assertThatNoFileIsLeftOver();
  }

  @Test
  void aTxnThatIsNotAsExpectedFencesBeforeAnythingIsWritten() throws IOException {
    Map<String, Long> none = new HashMap<>();
    none.put("app", null);
    assertThat(other.commitTxns(List.of(txn("app", 5)), none).version()).isEqualTo(2);

    for (Map<String, Long> expected : List.of(none, Map.of("app", 4L), Map.of("new", 0L))) {
      assertThatThrownBy(() -> other.commitTxns(List.of(txn("app", 9)), expected))
          .isInstanceOf(FencedException.class);
    }
    assertThat(log().snapshot().version()).isEqualTo(2);
  }

  @Test
  void nothingIsCommittedToAnotherTableThatTookThePlaceOfOurs() throws IOException {
    TableWriter early = writer(true, () -> {});
    TableWriter late = writer(true, this::recreate);

    assertThatThrownBy(() -> late.merge(merge(SCHEMA, upsert(1L, "A"))))
        .isInstanceOf(TableRecreatedException.class)
        .hasMessageContaining(path);
    assertThatThrownBy(() -> early.append(append(SCHEMA, row(1L, "A"))))
        .isInstanceOf(TableRecreatedException.class);
    assertThat(texts(path)).containsExactly("(1, 'new')");
    assertThat(early.merge(merge(SCHEMA, upsert(1L, "A"))).updated()).isEqualTo(1);
  }

  private void recreate() throws IOException {
    try (Stream<Path> all = Files.walk(Path.of(path))) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    makeTable();
    other.truncate(List.of(), Map.of());
    other.append(append(SCHEMA, row(1L, "new")));
  }

  @Test
  void lostRacesEndWithTheTimeForRetriesAndLeaveNoFile() throws IOException {
    TableLog log = log();
    TableWriter writer =
        new TableWriter(settings(true), new ScanLocator(STORAGE, 1), log, Duration.ofMillis(300));
    long[] next = {100};
    writer.beforeCommit(() -> unchecked(() -> other.append(append(SCHEMA, row(next[0]++, "x")))));

    assertThatThrownBy(() -> writer.merge(merge(SCHEMA, upsert(1L, "A"))))
        .isInstanceOfSatisfying(
            RetriesExhaustedException.class,
            e -> {
              assertThat(e.retries()).isPositive();
              assertThat(e.replans()).isZero();
            })
        .hasMessageContaining(path);
    assertThat(texts(path)).contains("(1, 'a')").doesNotContain("(1, 'A')");
    assertThatNoFileIsLeftOver();
  }

  @Test
  void aWriterWhoseTurnDoesNotComeHasLostNoRaceAndLeavesNoFile() throws Exception {
    CountDownLatch atIt = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    TableWriter first =
        writer(
            true,
            () -> {
              atIt.countDown();
              goOn.await();
            });
    TableWriter second =
        new TableWriter(settings(true), new ScanLocator(STORAGE, 1), log(), Duration.ofMillis(50));
    FutureTask<CommitResult> task =
        new FutureTask<>(() -> first.append(append(SCHEMA, row(7L, "g"))));
    Thread thread = new Thread(task);
    thread.start();
    atIt.await();

    assertThatThrownBy(() -> second.merge(merge(SCHEMA, upsert(1L, "A"))))
        .isInstanceOfSatisfying(
            RetriesExhaustedException.class, e -> assertThat(e.retries()).isZero())
        .hasMessageContaining("turn");
    goOn.countDown();
    assertThat(task.get().version()).isEqualTo(2);
    thread.join();
    assertThat(second.merge(merge(SCHEMA, upsert(1L, "A"))).version()).isEqualTo(3);
    assertThatNoFileIsLeftOver();
  }

  /**
   * A writer before whose first tries to commit another one commits; in the same thread, since any
   * other would wait for its turn.
   */
  private TableWriter writer(boolean deletionVectors, Step... steps) throws IOException {
    TableWriter writer =
        new TableWriter(
            settings(deletionVectors), new ScanLocator(STORAGE, 1), log(), Duration.ofSeconds(30));
    Iterator<Step> next = List.of(steps).iterator();
    writer.beforeCommit(
        () -> {
          if (next.hasNext()) {
            unchecked(next.next());
          }
        });
    return writer;
  }

  private static void unchecked(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static MergeSettings settings(boolean deletionVectors) {
    return new MergeSettings(
        STORAGE, snapshot -> deletionVectors, false, true, 128L << 20, 1, new PhaseTimes());
  }

  private TableLog log() throws IOException {
    return TableLog.open(STORAGE, path);
  }

  private static Action.Txn txn(String appId, long version) {
    return new Action.Txn(appId, version, 1L);
  }

  private void optimize() throws IOException, CommitConflictException {
    TableMaintenance.optimize(path);
  }

  /** Every data, change and deletion vector file in the folder is named by the log. */
  private void assertThatNoFileIsLeftOver() throws IOException {
    TableLog log = log();
    Set<String> named = new HashSet<>();
    Set<String> vectors = new HashSet<>();
    for (long v = 0; v <= log.snapshot().version(); v++) {
      for (Action action : log.read(v).actions()) {
        if (action instanceof Action.Add add) {
          named.add(add.file().path());
          if (add.file().dv() != null) {
            vectors.add(add.file().dv().pathOrInlineDv());
          }
        } else if (action instanceof Action.Cdc cdc) {
          named.add(cdc.path());
        }
      }
    }
    Set<String> found = new HashSet<>();
    int vectorFiles = 0;
    try (Stream<Path> all = Files.walk(Path.of(path))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String relative = Path.of(path).relativize(file).toString();
        if (relative.endsWith(".bin")) {
          vectorFiles++;
        } else if (relative.endsWith(".parquet") && !relative.startsWith("_delta_log")) {
          found.add(relative);
        }
      }
    }
    assertThat(found).isEqualTo(named);
    assertThat(vectorFiles).isEqualTo(vectors.size());
  }
}
