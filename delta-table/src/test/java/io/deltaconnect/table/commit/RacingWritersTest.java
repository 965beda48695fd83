package io.deltaconnect.table.commit;

import static io.deltaconnect.table.TestTables.STORAGE;
import static io.deltaconnect.table.TestTables.append;
import static io.deltaconnect.table.TestTables.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.RowText;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import io.deltaconnect.table.TestTables;
import io.deltaconnect.table.feed.ChangeFeed;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.CommitConflictException;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writers that merge, and others that rewrite and remove files, all at one table at the same time.
 * Each reaches it by a path of its own, so that they do not take turns, as in different processes.
 */
class RacingWritersTest {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);
  private static final int KEYS = 60;
  private static final int MERGES = 12;
  private static final int MAINTENANCE = 8;

  @TempDir Path folder;

  private final Map<Long, List<Change>> merges = new ConcurrentHashMap<>();
  private final AtomicInteger retries = new AtomicInteger();
  private final AtomicInteger replans = new AtomicInteger();

  private interface Maintenance {
    Commit commit(String path) throws IOException, CommitConflictException;
  }

  @Test
  void everyMergeIsMadeOnWhatIsThereWhenItIsCommitted() throws Exception {
    long seed = System.nanoTime();
    String path = folder.resolve("t").toString();
    DeltaTable table =
        DeltaTable.createOrOpen(
            STORAGE, path, TestTables.definition(SCHEMA), TableOptions.defaults());
    for (long from = 0; from < KEYS; from += 20) {
      List<Object[]> rows = new ArrayList<>();
      for (long id = from; id < from + 20; id++) {
        rows.add(row(id, "first"));
      }
      table.append(append(SCHEMA, rows.toArray(Object[][]::new)));
    }
    List<Callable<Void>> writers =
        List.of(
            () -> merge(link(0), MergeStrategy.DELETION_VECTORS, new Random(seed)),
            () -> merge(link(1), MergeStrategy.DELETION_VECTORS, new Random(seed + 1)),
            () -> merge(link(2), MergeStrategy.COPY_ON_WRITE, new Random(seed + 2)),
            () -> merge(link(3), MergeStrategy.COPY_ON_WRITE, new Random(seed + 3)),
            () -> maintain(link(4), TableMaintenance::optimize),
            () -> maintain(link(5), TableMaintenance::removeAFile));
    ExecutorService threads = Executors.newFixedThreadPool(writers.size());
    try {
      for (Future<Void> writer : threads.invokeAll(writers, 300, TimeUnit.SECONDS)) {
        writer.get();
      }
    } finally {
      threads.shutdownNow();
    }

    System.out.printf(
        "RacingWritersTest: seed %d, %d retries, %d of them with a new plan%n",
        seed, retries.get(), replans.get());
    assertThat(retries.get()).isPositive();
    assertThat(merges).hasSize(4 * MERGES);
    assertEveryVersionIsAsTheModelSays(path);
  }

  private void assertEveryVersionIsAsTheModelSays(String path) throws IOException {
    TableLog log = TableLog.open(STORAGE, path);
    ChangeFeed feed = new ChangeFeed(STORAGE, log);
    Map<Long, String> model = new HashMap<>();
    Map<String, Integer> replayed = new HashMap<>();
    for (long version = 1; version <= log.snapshot().version(); version++) {
      List<Change> merged = merges.get(version);
      if (merged == null) {
        applyFeed(feed, version, model);
      } else {
        merged.forEach(change -> apply(change, model));
      }
      TestTables.replay(feed, version, replayed);
      Map<String, Integer> expected = RowText.bag(rows(model));
      assertThat(replayed).as("feed at version %d", version).isEqualTo(expected);
      assertThat(RowText.bag(TestTables.rows(log.snapshotAt(version))))
          .as("rows at version %d", version)
          .isEqualTo(expected);
    }
  }

  private static void apply(Change change, Map<Long, String> model) {
    Long id = (Long) change.key().get(0);
    if (change.row() == null) {
      model.remove(id);
    } else {
      model.put(id, (String) change.row()[1]);
    }
  }

  private static void applyFeed(ChangeFeed feed, long version, Map<Long, String> model)
      throws IOException {
    try (VersionChanges changes = feed.read(version)) {
      while (changes.next()) {
        Long id = (Long) changes.row()[0];
        String name = (String) changes.row()[1];
        if (changes.changeType().equals("insert")) {
          assertThat(model.put(id, name)).isNull();
        } else {
          assertThat(changes.changeType()).isEqualTo("delete");
          assertThat(model.remove(id)).isEqualTo(name);
        }
      }
    }
  }

  private static List<Object[]> rows(Map<Long, String> model) {
    List<Object[]> rows = new ArrayList<>();
    model.forEach((id, name) -> rows.add(row(id, name)));
    return rows;
  }

  private String link(int number) throws IOException {
    return Files.createSymbolicLink(folder.resolve("link" + number), folder.resolve("t"))
        .toString();
  }

  private Void merge(String path, MergeStrategy strategy, Random random) throws IOException {
    TableOptions options =
        new TableOptions(strategy, false, true, 128L << 20, Duration.ofSeconds(200), 1);
    DeltaTable table = DeltaTable.open(STORAGE, path, options);
    for (int i = 0; i < MERGES; i++) {
      Map<Long, Change> changes = new HashMap<>();
      for (int c = 0; c < 6; c++) {
        long id = random.nextInt(KEYS + 10);
        Object[] row =
            random.nextInt(3) == 0 ? null : row(id, "merge " + random.nextInt(1_000_000));
        changes.put(id, new Change(new Key(id), row));
      }
      // So that there is something to commit whatever the others do.
      changes.put(-1L, TestTables.upsert(-1L, path + i));
      List<Change> all = List.copyOf(changes.values());
      CommitResult result =
          table.merge(new MergeRequest(SCHEMA, SCHEMA, List.of("id"), all, List.of(), Map.of()));
      merges.put(result.version(), all);
      retries.addAndGet(result.retries());
      replans.addAndGet(result.replans());
    }
    return null;
  }

  private static Void maintain(String path, Maintenance maintenance) throws IOException {
    int done = 0;
    int lost = 0;
    while (done < MAINTENANCE && lost < 100 * MAINTENANCE) {
      try {
        if (maintenance.commit(path) == null) {
          lost++;
        } else {
          done++;
        }
      } catch (CommitConflictException e) {
        // The next attempt is made on what the winner left.
        lost++;
      }
    }
    System.out.printf("RacingWritersTest: maintenance lost %d of %d%n", lost, lost + done);
    return null;
  }
}
