package io.deltaconnect.table;

import static io.deltaconnect.table.TestTables.STORAGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.feed.ChangeFeed;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Kept;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.row.MapEntries;
import io.deltaconnect.table.row.Values;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random commits against a naive model; rows and feed are read back after each of them. */
class DeltaTableWorkloadTest {
  private static final int KEYS = 60;
  private static final int COMMITS = "long".equals(System.getProperty("test.profile")) ? 400 : 25;
  private static final StructType SCHEMA =
      new StructType()
          .add("id", LongType.LONG, false)
          .add("region", StringType.STRING)
          .add("n", IntegerType.INTEGER)
          .add("amount", new DecimalType(10, 2))
          .add("ratio", DoubleType.DOUBLE)
          .add("tags", new ArrayType(StringType.STRING, true))
          .add("labels", new MapType(StringType.STRING, IntegerType.INTEGER, true))
          .add(
              "place",
              new StructType().add("city", StringType.STRING).add("zip", IntegerType.INTEGER));

  @TempDir Path folder;

  private final Map<Long, List<Object[]>> model = new TreeMap<>();
  private Random random;

  @ParameterizedTest
  @CsvSource({
    "DELETION_VECTORS, true, true",
    "DELETION_VECTORS, true, false",
    "DELETION_VECTORS, false, true",
    "DELETION_VECTORS, false, false",
    "COPY_ON_WRITE, true, true",
    "COPY_ON_WRITE, true, false",
    "COPY_ON_WRITE, false, true",
    "COPY_ON_WRITE, false, false",
  })
  void everyVersionHasTheRowsOfTheModelAndTheFeedLeadsToIt(
      MergeStrategy strategy, boolean partitioned, boolean shared) throws IOException {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println("seed " + seed);
    random = new Random(seed);
    String path = folder.resolve("t").toString();
    DeltaTable table =
        DeltaTable.createOrOpen(
            STORAGE,
            path,
            TestTables.definition(SCHEMA, partitioned ? new String[] {"region"} : new String[0]),
            new TableOptions(strategy, false, shared, 128L << 20, Duration.ofSeconds(30), 2));
    ChangeFeed feed = null;
    Map<String, Integer> replayed = new HashMap<>();
    for (int i = 0; i < COMMITS; i++) {
      String context = "seed " + seed + ", commit " + i;
      long before = table.snapshot().version();
      CommitResult result = commit(table);
      Map<String, Integer> expected = RowText.bag(allRows());
      assertThat(RowText.bag(TestTables.rows(table.snapshot()))).as(context).isEqualTo(expected);
      if (result.nothing()) {
        assertThat(table.snapshot().version()).as(context).isEqualTo(before);
        continue;
      }
      assertThat(result.version()).as(context).isEqualTo(before + 1);
      feed = new ChangeFeed(STORAGE, TableLog.open(STORAGE, path));
      Map<String, Integer> counts = TestTables.replay(feed, result.version(), replayed);
      assertThat(replayed).as(context).isEqualTo(expected);
      assertThat(counts).as(context).isEqualTo(counts(result));
    }
    assertThat(RowText.bag(TestTables.rows(TableLog.open(STORAGE, path).snapshot())))
        .isEqualTo(RowText.bag(allRows()));
  }

  private static Map<String, Integer> counts(CommitResult result) {
    Map<String, Integer> counts = new TreeMap<>();
    counts.put("insert", (int) result.inserted());
    counts.put("update_preimage", (int) result.updated());
    counts.put("update_postimage", (int) result.updated());
    counts.put("delete", (int) result.deleted());
    counts.values().removeIf(n -> n == 0);
    return counts;
  }

  private CommitResult commit(DeltaTable table) throws IOException {
    int kind = random.nextInt(100);
    if (kind < 4) {
      model.clear();
      return table.truncate(List.of(), Map.of());
    }
    if (kind < 14) {
      return append(table);
    }
    if (kind < 20) {
      return merge(table, allDeletes());
    }
    return merge(table, changes());
  }

  /** Rows added whatever is there: keys come to have several. */
  private CommitResult append(DeltaTable table) throws IOException {
    List<Object[]> rows = new ArrayList<>();
    for (int i = random.nextInt(8); i >= 0; i--) {
      Object[] row = row(random.nextInt(KEYS));
      rows.add(row);
      model.computeIfAbsent((Long) row[0], key -> new ArrayList<>()).add(row);
    }
    return table.append(new AppendRequest(SCHEMA, SCHEMA, rows, List.of(), Map.of()));
  }

  private List<Change> changes() {
    Map<Long, Change> changes = new HashMap<>();
    for (int i = random.nextInt(random.nextBoolean() ? 5 : KEYS); i >= 0; i--) {
      long key = random.nextInt(KEYS);
      List<Object[]> stored = model.getOrDefault(key, List.of());
      int kind = random.nextInt(10);
      Object[] row = kind < 3 ? null : row(key);
      if (kind == 3 && !stored.isEmpty()) {
        row = stored.get(0).clone();
      } else if (kind == 4 && !stored.isEmpty()) {
        row = stored.get(0).clone();
        row[1] = region();
      }
      boolean partial = row != null && kind > 7;
      for (int c = 1; partial && c < row.length; c++) {
        row[c] = random.nextInt(3) == 0 ? row[c] : Kept.KEPT;
      }
      changes.put(key, new Change(new Key(key), row, partial, partial && !stored.isEmpty()));
    }
    return new ArrayList<>(changes.values());
  }

  /** Deletes of every key of a region: whole files lose their rows. */
  private List<Change> allDeletes() {
    Object region = region();
    List<Change> changes = new ArrayList<>();
    model.forEach(
        (key, rows) -> {
          if (rows.stream().allMatch(row -> Values.same(row[1], region))) {
            changes.add(new Change(new Key(key), null));
          }
        });
    return changes;
  }

  private CommitResult merge(DeltaTable table, List<Change> changes) throws IOException {
    for (Change change : changes) {
      Long key = (Long) change.key().get(0);
      List<Object[]> stored = model.getOrDefault(key, List.of());
      Object[] row = change.row();
      if (row != null && change.partial()) {
        row = completed(row, stored.isEmpty() ? new Object[row.length] : firstOf(key, table));
      }
      if (row == null) {
        model.remove(key);
      } else if (stored.size() != 1 || !Values.sameRow(stored.get(0), row)) {
        model.put(key, new ArrayList<>(List.<Object[]>of(row)));
      }
    }
    return table.merge(
        new MergeRequest(SCHEMA, SCHEMA, List.of("id"), changes, List.of(), Map.of()));
  }

  private static Object[] completed(Object[] partial, Object[] stored) {
    Object[] row = new Object[partial.length];
    for (int c = 0; c < row.length; c++) {
      row[c] = partial[c] == Kept.KEPT ? stored[c] : partial[c];
    }
    return row;
  }

  /** Where files lie is not in the model: of several rows the one that the table has first. */
  private static Object[] firstOf(Long key, DeltaTable table) throws IOException {
    for (Object[] row : TestTables.rowsInOrder(table.snapshot())) {
      if (row[0].equals(key)) {
        return row;
      }
    }
    throw new AssertionError("no row " + key);
  }

  private List<Object[]> allRows() {
    List<Object[]> rows = new ArrayList<>();
    model.values().forEach(rows::addAll);
    return rows;
  }

  private Object region() {
    return random.nextInt(5) == 0 ? null : "r/" + random.nextInt(3) + "=%";
  }

  private Object[] row(long key) {
    return new Object[] {
      key,
      region(),
      maybe(random.nextInt(3)),
      maybe(BigDecimal.valueOf(random.nextInt(500), 2)),
      maybe(random.nextBoolean() ? Double.NaN : random.nextInt(3) - 0.5),
      maybe(new ArrayList<>(Arrays.asList("x", null, "y" + random.nextInt(2)))),
      maybe(new MapEntries(new Object[] {"k", "l"}, new Object[] {random.nextInt(2), null})),
      maybe(new Object[] {"city", maybe(random.nextInt(2))})
    };
  }

  private Object maybe(Object value) {
    return random.nextInt(5) == 0 ? null : value;
  }
}
