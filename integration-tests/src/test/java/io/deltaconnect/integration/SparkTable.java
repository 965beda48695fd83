package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;

/** A table as Spark sees it. */
final class SparkTable {
  /** Spark takes a good part of a second to open a version: of many it reads every tenth. */
  private static final int SPARK_READS_EVERY = 10;

  private static final int FEW_VERSIONS = 32;

  private final String path;
  private final List<String> keyColumns;

  SparkTable(Path path, List<String> keyColumns) {
    this(path.toString(), keyColumns);
  }

  /**
   * @param path with or without a scheme
   */
  SparkTable(String path, List<String> keyColumns) {
    this.path = path;
    this.keyColumns = keyColumns;
  }

  /** Its name in SQL. */
  String name() {
    return "delta.`" + path + "`";
  }

  /** Runs SQL in which {@code %s} is the table. */
  List<Row> sql(String text) {
    return Spark.session().sql(text.replace("%s", name())).collectAsList();
  }

  long version() {
    return sql("DESCRIBE HISTORY %s LIMIT 1").get(0).getAs("version");
  }

  List<Map<String, Object>> rows() {
    return SparkRows.plain(sql("SELECT * FROM %s"));
  }

  List<Map<String, Object>> rows(long version) {
    return SparkRows.plain(sql("SELECT * FROM %s VERSION AS OF " + version));
  }

  /** All changes from a version on, with the three columns of the change feed. */
  List<Map<String, Object>> feed(long from) {
    return SparkRows.plain(
        Spark.session()
            .sql("SELECT * FROM table_changes_by_path('" + path + "', " + from + ")")
            .collectAsList());
  }

  /** Asserts that the table has these rows, each once. */
  void assertRows(Collection<Map<String, Object>> expected) {
    assertSame("rows of " + path, rows(), expected);
  }

  /** As {@link #assertRows(Collection)}, of old versions. */
  void assertRows(Map<Long, Collection<Map<String, Object>>> expected) {
    Map<Long, List<Map<String, Object>>> found = rowsOfVersions(expected.keySet());
    expected.forEach(
        (version, rows) ->
            assertSame(
                "rows of " + path + " at version " + version,
                found.getOrDefault(version, List.of()),
                rows));
  }

  /** The values of a row's key columns. */
  static List<Object> key(List<String> keyColumns, Map<String, Object> row) {
    return keyColumns.stream().map(row::get).toList();
  }

  /**
   * Asserts that the change feed, replayed, gives the table at every version: as Delta Kernel reads
   * it, and as Spark does where there are few versions; of many it reads every tenth and the
   * newest.
   *
   * @return the replay, at the newest version
   */
  FeedReplay assertFeedTellsEveryVersion() {
    return assertFeedTellsEveryVersion(0, List.of());
  }

  /**
   * As {@link #assertFeedTellsEveryVersion()}, from a version on.
   *
   * @param before the rows before that version
   */
  FeedReplay assertFeedTellsEveryVersion(long from, Collection<Map<String, Object>> before) {
    long newest = version();
    FeedReplay replay = new FeedReplay(keyColumns, before, feed(from));
    KernelTable kernel = new KernelTable(path);
    int step = newest - from < FEW_VERSIONS ? 1 : SPARK_READS_EVERY;
    for (long version = from; version <= newest; version++) {
      String rows = "rows of " + path + " at version " + version;
      Collection<Map<String, Object>> told = replay.after(version);
      assertSame(rows + " (Kernel)", kernel.rows(version), told);
      if (version % step == 0 || version == newest) {
        assertSame(rows, rows(version), told);
      }
    }
    return replay;
  }

  private Map<Long, List<Map<String, Object>>> rowsOfVersions(Collection<Long> versions) {
    String query =
        versions.stream()
            .map(v -> "SELECT *, " + v + "L AS judged_version FROM %s VERSION AS OF " + v)
            .collect(Collectors.joining(" UNION ALL "));
    Map<Long, List<Map<String, Object>>> found = new TreeMap<>();
    for (Map<String, Object> row : SparkRows.plain(sql(query))) {
      long version = (Long) row.remove("judged_version");
      found.computeIfAbsent(version, v -> new ArrayList<>()).add(row);
    }
    return found;
  }

  /** Equal as multisets, shown as what is missing and what is too much. */
  /** Names only what differs. */
  static void assertSame(
      String what,
      Collection<Map<String, Object>> found,
      Collection<Map<String, Object>> expected) {
    Map<Map<String, Object>, Integer> balance = new HashMap<>();
    found.forEach(row -> balance.merge(row, 1, Integer::sum));
    expected.forEach(row -> balance.merge(row, -1, Integer::sum));
    HashSet<Map<String, Object>> surplus = new HashSet<>();
    HashSet<Map<String, Object>> missing = new HashSet<>();
    balance.forEach(
        (row, count) -> {
          if (count > 0) {
            surplus.add(row);
          } else if (count < 0) {
            missing.add(row);
          }
        });
    assertThat(missing).as("missing %s, where there are too many %s", what, surplus).isEmpty();
    assertThat(surplus).as("too many %s", what).isEmpty();
  }
}
