package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Spark changes, compacts and cleans a table of ours, whose new rows lie in files that are data and
 * change data at once; then we go on.
 */
class SparkWritesOurTableIT {
  @TempDir private Path directory;

  @ParameterizedTest(name = "{0}, shared files {1}, partitioned {2}")
  @CsvSource({
    "DELETION_VECTORS, true, false",
    "DELETION_VECTORS, false, true",
    "COPY_ON_WRITE, true, true"
  })
  void tableStaysRight(MergeStrategy strategy, boolean sharedChangeFiles, boolean partitioned)
      throws IOException {
    TableOptions defaults = TableOptions.defaults();
    TableOptions options =
        new TableOptions(
            strategy,
            defaults.emitUnchangedUpdates(),
            sharedChangeFiles,
            defaults.targetFileSize(),
            defaults.retryTimeout(),
            defaults.parallelism());
    String[] partitionColumns = partitioned ? new String[] {"region"} : new String[0];
    EngineTable table = EngineTable.create(directory.resolve("table"), options, partitionColumns);
    SparkTable spark = table.spark();
    Map<Long, Map<String, Object>> model = new TreeMap<>();

    table.append(0, 300);
    set(model, EngineTable.FIRST_NOTE, range(0, 300));
    table.upsert("second", range(250, 320));
    set(model, "second", range(250, 320));
    table.delete(0, 299, 310);
    remove(model, 0, 299, 310);
    spark.assertRows(model.values());
    spark.assertFeedTellsEveryVersion();
    assertThat(Spark.session().table(spark.name()).columns())
        .containsExactly("id", "region", "note");

    spark.sql("UPDATE %s SET note = 'spark' WHERE id % 10 = 3");
    model.values().stream()
        .filter(row -> (Long) row.get("id") % 10 == 3)
        .forEach(row -> row.put("note", "spark"));
    table.table().refresh();
    table.upsert("third", 3, 4, 260, 400);
    set(model, "third", 3, 4, 260, 400);
    spark.sql("DELETE FROM %s WHERE id IN (5, 315, 400)");
    remove(model, 5, 315, 400);
    spark.assertRows(model.values());
    spark.assertFeedTellsEveryVersion();

    spark.sql("OPTIMIZE %s");
    spark.sql("VACUUM %s RETAIN 0 HOURS");
    spark.assertRows(model.values());

    table.upsert("fourth", 4, 5, 260, 500);
    set(model, "fourth", 4, 5, 260, 500);
    table.delete(6, 500);
    remove(model, 6, 500);
    spark.sql("VACUUM %s RETAIN 0 HOURS");
    spark.assertRows(model.values());
    spark.sql("UPDATE %s SET note = 'end' WHERE id IN (4, 7)");
    model.get(4L).put("note", "end");
    model.get(7L).put("note", "end");
    spark.assertRows(model.values());
  }

  private static void set(Map<Long, Map<String, Object>> model, String note, long... ids) {
    for (long id : ids) {
      Object[] row = EngineTable.row(id, note);
      model.put(id, new TreeMap<>(Map.of("id", row[0], "region", row[1], "note", row[2])));
    }
  }

  private static void remove(Map<Long, Map<String, Object>> model, long... ids) {
    for (long id : ids) {
      model.remove(id);
    }
  }

  private static long[] range(long from, long to) {
    return LongStream.range(from, to).toArray();
  }
}
