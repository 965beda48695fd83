package io.deltaconnect.integration;

import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;

/** Compares the table with what is expected of it, by row id. */
final class TypeMatrixJudge {
  private static final int FILTERS_PER_QUERY = 12;

  private final SparkTable spark;
  private final String id;
  private final Map<Integer, Map<String, Object>> expected;

  /**
   * @param id name of the column that tells rows apart
   * @param expected rows by that column's value
   */
  TypeMatrixJudge(Path table, String id, Map<Integer, Map<String, Object>> expected) {
    this.spark = new SparkTable(table, List.of(id));
    this.id = id;
    this.expected = expected;
  }

  void rowsAndFeed(List<String> keyColumns) {
    spark.assertRows(expected.values());
    FeedReplay replay = new FeedReplay(keyColumns, List.of(), spark.feed(0));
    long newest = spark.version();
    for (long version = 0; version < newest; version++) {
      replay.after(version);
    }
    assertThat(replay.after(newest)).containsExactlyInAnyOrderElementsOf(expected.values());
  }

  /**
   * Looks for each row by all columns at once: one whose statistics or partition value exclude it
   * is enough to lose it.
   */
  void filters(List<String> columns) {
    filters(columns, columns);
  }

  /**
   * @param equal columns compared for equality
   * @param within columns compared by a range
   */
  void filters(List<String> equal, List<String> within) {
    Dataset<org.apache.spark.sql.Row> table = Spark.session().table(spark.name());
    List<Dataset<org.apache.spark.sql.Row>> queries = new ArrayList<>();
    for (Map.Entry<Integer, Map<String, Object>> row : expected.entrySet()) {
      for (boolean range : ranges(row.getKey())) {
        queries.add(
            table
                .filter(filter(row.getValue(), range ? within : equal, range))
                .select(lit(row.getKey()), table.col(id)));
      }
    }
    Map<Integer, Integer> found = new TreeMap<>();
    for (int from = 0; from < queries.size(); from += FILTERS_PER_QUERY) {
      queries.subList(from, Math.min(queries.size(), from + FILTERS_PER_QUERY)).stream()
          .reduce(Dataset::union)
          .orElseThrow()
          .collectAsList()
          .forEach(
              row -> {
                if (row.getInt(0) == row.getInt(1)) {
                  found.merge(row.getInt(0), 1, Integer::sum);
                }
              });
    }
    Map<Integer, Integer> all = new TreeMap<>();
    expected.keySet().forEach(row -> all.put(row, ranges(row).length));
    assertThat(found).as("rows found by filters on %s", equal).isEqualTo(all);
  }

  /** Looks for every second row, and then for the others, by the values of one column. */
  void filtersAmong(String column) {
    Column asked = org.apache.spark.sql.functions.col(column);
    for (int half = 0; half < 2; half++) {
      List<Object> values = new ArrayList<>();
      List<Integer> ids = new ArrayList<>();
      for (Map.Entry<Integer, Map<String, Object>> row : expected.entrySet()) {
        Object value = row.getValue().get(column);
        if (value != null && row.getKey() % 2 == half) {
          values.add(value);
          ids.add(row.getKey());
        }
      }
      List<org.apache.spark.sql.Row> found =
          Spark.session()
              .table(spark.name())
              .filter(asked.isin(values.toArray()))
              .select(id)
              .collectAsList();
      assertThat(found)
          .as("rows found by values of %s", column)
          .extracting(row -> row.getInt(0))
          .containsExactlyInAnyOrderElementsOf(ids);
    }
  }

  /** Each filter takes seconds: by default a row is looked for in one of the two ways. */
  private static boolean[] ranges(int row) {
    return Profile.isLong() ? new boolean[] {false, true} : new boolean[] {row % 2 == 1};
  }

  /** The statistics are good for something: they exclude files of other rows. */
  void skipsFiles(int row, List<String> columns) {
    Dataset<org.apache.spark.sql.Row> table = Spark.session().table(spark.name());
    Column filter = filter(expected.get(row), columns, false);
    assertThat(table.filter(filter).inputFiles().length)
        .isBetween(1, table.inputFiles().length / 2);
  }

  private Column filter(Map<String, Object> row, List<String> columns, boolean range) {
    Column all = lit(true);
    for (String name : columns) {
      Object value = row.get("s");
      if (!name.startsWith("s.")) {
        value = row.get(name);
      } else if (value instanceof Map<?, ?> nested) {
        value = nested.get(name.substring(2));
      }
      Column column = org.apache.spark.sql.functions.col(name);
      Object literal = value instanceof ByteBuffer bytes ? copy(bytes) : value;
      Column test =
          literal == null
              ? column.isNull()
              : range ? column.between(lit(literal), lit(literal)) : column.equalTo(lit(literal));
      all = all.and(test);
    }
    return all;
  }

  private static byte[] copy(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return copy;
  }
}
