package io.deltaconnect.table;

import static io.deltaconnect.table.TestTables.STORAGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.KernelReader;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that die by deletion vectors, read back by Kernel's own reader and by ours. */
class DeletionVectorMergeTest {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("text", StringType.STRING);

  @TempDir Path folder;

  private DeltaTable table;

  /** What the table must hold: ids and texts. */
  private final Map<Long, String> model = new TreeMap<>();

  @BeforeEach
  void create() throws IOException {
    table = newTable("t");
  }

  private DeltaTable newTable(String name, String... partitionColumns) throws IOException {
    return DeltaTable.createOrOpen(
        STORAGE,
        folder.resolve(name).toString(),
        TestTables.definition(SCHEMA, partitionColumns),
        TestTables.options(MergeStrategy.DELETION_VECTORS));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1_000, 1_001, 5_000})
  void theFirstRowOfAFileDies(int rows) throws IOException {
    appendFile(0, rows);
    delete(0);
    assertAlive();
    assertThat(table.snapshot().files()).hasSize(rows == 1 ? 0 : 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1_000, 1_001, 5_000})
  void theLastRowOfAFileDies(int rows) throws IOException {
    appendFile(0, rows);
    delete(rows - 1);
    assertAlive();
  }

  @Test
  void aFileOfWhichAllRowsDieAtOnceLeavesTheTable() throws IOException {
    appendFile(0, 100);
    appendFile(100, 10);
    delete(range(0, 100));
    assertAlive();
    assertThat(table.snapshot().files()).hasSize(1);
    assertThat(table.snapshot().files().iterator().next().dv()).isNull();
    delete(range(100, 110));
    assertAlive();
    assertThat(table.snapshot().files()).isEmpty();
  }

  @Test
  void aFileOfWhichTheLastLiveRowsDieLeavesTheTable() throws IOException {
    appendFile(0, 100);
    delete(range(0, 50));
    delete(range(51, 100));
    assertAlive();
    assertThat(table.snapshot().files()).hasSize(1);
    delete(50);
    assertAlive();
    assertThat(table.snapshot().files()).isEmpty();
  }

  @Test
  void severalVectorsOfOneFileInTurnKeepAllRowsDead() throws IOException {
    appendFile(0, 3_000);
    String path = table.snapshot().files().iterator().next().path();
    long dead = 0;
    for (long start = 0; start < 3_000; start += 271) {
      delete(start, start + 1, Math.min(start + 137, 2_999));
      dead += 3;
      assertAlive();
      DataFile file = table.snapshot().files().iterator().next();
      assertThat(file.path()).isEqualTo(path);
      assertThat(file.dv().cardinality()).isEqualTo(dead);
      assertThat(file.stats()).contains("\"numRecords\":3000").contains("\"tightBounds\":false");
    }
  }

  @Test
  void rowsBeyondTheFirst65536AndInSeveralRowGroupsDie() throws IOException {
    appendFile(0, 140_000);
    delete(65_535, 65_536, 65_537);
    assertAlive();
    delete(0, 131_071, 131_072, 139_999);
    assertAlive();
    delete(range(60_000, 132_000));
    assertAlive();
    assertThat(table.snapshot().files()).hasSize(1);
    assertThat(table.snapshot().files().iterator().next().dv().cardinality()).isEqualTo(72_002);
  }

  @Test
  void vectorsOfManyFilesShareOneFile() throws IOException {
    for (int file = 0; file < 5; file++) {
      appendFile(file * 100L, 100);
    }
    delete(0, 101, 102, 203, 399, 400, 450);
    assertAlive();
    Set<String> vectorFiles = new HashSet<>();
    Set<Integer> offsets = new HashSet<>();
    for (DataFile file : table.snapshot().files()) {
      vectorFiles.add(file.dv().pathOrInlineDv());
      offsets.add(file.dv().offset());
    }
    assertThat(vectorFiles).hasSize(1);
    assertThat(offsets).hasSize(5);
  }

  @Test
  void rowsOfUpdatesDieAgainInTheFilesThatTheUpdatesWrote() throws IOException {
    appendFile(0, 1_000);
    for (int i = 0; i < 6; i++) {
      upsert("update " + i, range(i * 100L, 500));
      assertAlive();
    }
  }

  /** https://github.com/NVIDIA/cudf-spark/issues/15365 */
  @Test
  void theFeedShowsChangedRowsOfAFileThatHasAVectorAlready() throws IOException {
    appendFile(0, 1_000);
    delete(0, 500, 999);
    upsert("new", 1, 2, 3, 4, 5, 501, 502, 996, 997, 998, 2_000, 2_001, 2_002, 2_003, 2_004);
    assertAlive();
    Map<String, Integer> counts = new TreeMap<>();
    String path = table.snapshot().tablePath();
    for (String change : TestTables.feed(path, table.snapshot().version())) {
      counts.merge(change.substring(0, change.indexOf(' ')), 1, Integer::sum);
    }
    assertThat(counts)
        .isEqualTo(Map.of("update_preimage", 10, "update_postimage", 10, "insert", 5));
  }

  @Test
  void aRowThatMovesToAnotherPartitionDiesInItsOld() throws IOException {
    table = newTable("partitioned", "text");
    upsert("a", range(0, 50));
    upsert("b/ =%", range(25, 60));
    assertAlive();
    upsert(null, 10, 30, 59);
    assertAlive();
    upsert("a", 10, 30, 59);
    assertAlive();
  }

  @Test
  void randomChangesInTurn() throws IOException {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    appendFile(0, 2_000);
    for (int i = 0; i < 12; i++) {
      long[] ids = random.longs(1 + random.nextInt(300), 0, 2_500).distinct().toArray();
      if (i % 3 == 0) {
        delete(ids);
      } else {
        upsert("update " + i, ids);
      }
      assertAlive();
    }
  }

  /** One file of rows with these ids, its positions in their order. */
  private void appendFile(long first, int rows) throws IOException {
    List<Object[]> list = new ArrayList<>(rows);
    for (long id = first; id < first + rows; id++) {
      // Long enough for several row groups in large files.
      String text = id + "-" + Long.toHexString(id * 0x9E3779B97F4A7C15L).repeat(10);
      list.add(new Object[] {id, text});
      model.put(id, text);
    }
    table.append(new AppendRequest(SCHEMA, SCHEMA, list, List.of(), Map.of()));
  }

  private void delete(long... ids) throws IOException {
    List<Change> changes = new ArrayList<>();
    for (long id : ids) {
      changes.add(new Change(new Key(id), null));
      model.remove(id);
    }
    merge(changes);
  }

  private void upsert(String text, long... ids) throws IOException {
    List<Change> changes = new ArrayList<>();
    for (long id : ids) {
      changes.add(new Change(new Key(id), new Object[] {id, text}));
      model.put(id, text);
    }
    merge(changes);
  }

  private void merge(List<Change> changes) throws IOException {
    table.merge(new MergeRequest(SCHEMA, SCHEMA, List.of("id"), changes, List.of(), Map.of()));
  }

  private static long[] range(long from, long to) {
    long[] ids = new long[(int) (to - from)];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = from + i;
    }
    return ids;
  }

  private void assertAlive() throws IOException {
    String path = table.snapshot().tablePath();
    assertHolds("Kernel", KernelReader.rows(STORAGE.engine(), path));
    assertHolds("our reader", TestTables.rows(table.snapshot()));
  }

  private void assertHolds(String judge, List<Object[]> rows) {
    Map<Long, String> found = new TreeMap<>();
    for (Object[] row : rows) {
      found.put((Long) row[0], (String) row[1]);
    }
    assertThat(rows.size()).as("rows that %s finds", judge).isEqualTo(model.size());
    // Not assertThat(map): a failure would print them all.
    if (!found.equals(model)) {
      Set<Map.Entry<Long, String>> wrong = new HashSet<>(found.entrySet());
      wrong.removeAll(model.entrySet());
      assertThat(wrong).as("rows that %s finds and should not", judge).isEmpty();
    }
  }
}
