package io.deltaconnect.table.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The changes of all versions, one after the other, lead to the rows of each version. */
class FeedReplayTest {
  private static final int ROWS_PER_FILE = 8;

  @TempDir Path dir;

  private final List<DataFile> live = new ArrayList<>();
  private Random random;
  private TestTable table;
  private long nextId;

  @Test
  void randomCommitsReplayToEachSnapshot() throws Exception {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println("seed " + seed);
    random = new Random(seed);
    table = TestTable.create(dir.resolve("table"));
    int commits = "long".equals(System.getProperty("test.profile")) ? 300 : 30;
    for (int i = 0; i < commits; i++) {
      commitSomething();
    }

    TableLog log = table.reopen();
    ChangeFeed feed = table.feed();
    List<TestRow> rows = new ArrayList<>();
    for (long version = 0; version <= commits; version++) {
      replay(feed.read(version), rows, "seed " + seed + ", version " + version);
      SnapshotRows snapshot = new SnapshotRows(RealTables.STORAGE, log.snapshotAt(version));
      assertThat(TestRow.all(snapshot))
          .as("seed %d, version %d", seed, version)
          .containsExactlyInAnyOrderElementsOf(rows);
    }
  }

  private static void replay(VersionChanges changes, List<TestRow> rows, String context)
      throws IOException {
    try (changes) {
      while (changes.next()) {
        TestRow row = TestRow.row(changes.row());
        if (changes.changeType().equals("delete")) {
          assertThat(rows.remove(row)).as("%s removes %s", context, row).isTrue();
        } else {
          rows.add(row);
        }
      }
    }
  }

  /** New files, files gone, files with fewer, more or other dead rows, and files compacted. */
  private void commitSomething() throws Exception {
    List<Action> actions = new ArrayList<>();
    List<DataFile> before = List.copyOf(live);
    boolean compaction = random.nextInt(5) == 0;
    for (DataFile file : before) {
      switch (compaction ? 0 : random.nextInt(6)) {
        case 0 -> {
          live.remove(file);
          actions.add(new Action.Remove(file, 1L, !compaction));
        }
        case 1, 2 -> {
          boolean revive = file.dv() != null && random.nextInt(4) == 0;
          DataFile after = revive ? file.with(null, file.stats()) : killed(file);
          live.remove(file);
          live.add(after);
          actions.add(TestTable.remove(file));
          actions.add(TestTable.add(after));
        }
        default -> {}
      }
    }
    if (compaction) {
      List<TestRow> rows = table.rows();
      if (!rows.isEmpty()) {
        add(table.dataFile(rows.toArray(new TestRow[0])), false, actions);
      }
    } else {
      for (int files = random.nextInt(3); files > 0; files--) {
        long[] ids = new long[ROWS_PER_FILE];
        for (int i = 0; i < ids.length; i++) {
          ids[i] = nextId++;
        }
        add(table.dataFile(ids), true, actions);
      }
    }
    table.commit(actions.toArray(new Action[0]));
  }

  private void add(DataFile file, boolean dataChange, List<Action> actions) {
    live.add(file);
    actions.add(new Action.Add(file, dataChange));
  }

  private DataFile killed(DataFile file) throws IOException {
    long[] positions = random.longs(1 + random.nextInt(5), 0, ROWS_PER_FILE).toArray();
    return table.with(file, DeletionVector.of(positions));
  }
}
