package io.deltaconnect.table.kernel;

import static io.deltaconnect.table.kernel.LogFixture.STORAGE;
import static io.deltaconnect.table.kernel.LogFixture.adding;
import static io.deltaconnect.table.kernel.LogFixture.newTable;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CreationRaceTest {
  private static final boolean LONG = "long".equals(System.getProperty("test.profile"));
  private static final int CREATORS = 3;

  @TempDir Path dir;
  private final ExecutorService threads = Executors.newFixedThreadPool(CREATORS);

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void ofSeveralCreatorsExactlyOneWins() throws Exception {
    int races = LONG ? 1_000 : 20;
    for (int race = 0; race < races; race++) {
      Path table = dir.resolve("t" + race);
      CyclicBarrier start = new CyclicBarrier(CREATORS);
      List<String> winners =
          inParallel(
              () -> {
                start.await();
                return newTable(table.toString(), Map.of()).snapshot().tableId();
              });
      assertThat(winners).as("race %d", race).hasSize(1);
      assertThat(TableLog.open(STORAGE, table.toString()).snapshot().tableId())
          .isEqualTo(winners.get(0));
    }
  }

  @Test
  void ofSeveralCommitsOnOneVersionExactlyOneWins() throws Exception {
    int races = LONG ? 1_000 : 20;
    newTable(dir.toString(), Map.of());
    for (int race = 1; race <= races; race++) {
      CyclicBarrier start = new CyclicBarrier(CREATORS);
      List<String> winners =
          inParallel(
              () -> {
                TableLog log = TableLog.open(STORAGE, dir.toString());
                start.await();
                return log.commit(adding("a.parquet")).txnId();
              });
      assertThat(winners).as("race %d", race).hasSize(1);
      assertThat(TableLog.open(STORAGE, dir.toString()).read(race).txnId())
          .isEqualTo(winners.get(0));
    }
    assertThat(TableLog.open(STORAGE, dir.toString()).snapshot().version()).isEqualTo(races);
  }

  /** What those returned that did not meet a conflict. */
  private List<String> inParallel(Callable<String> attempt) throws Exception {
    List<Future<String>> attempts = new ArrayList<>();
    for (int i = 0; i < CREATORS; i++) {
      attempts.add(
          threads.submit(
              () -> {
                try {
                  return attempt.call();
                } catch (CommitConflictException e) {
                  return null;
                }
              }));
    }
    List<String> winners = new ArrayList<>();
    for (Future<String> result : attempts) {
      if (result.get() != null) {
        winners.add(result.get());
      }
    }
    return winners;
  }
}
