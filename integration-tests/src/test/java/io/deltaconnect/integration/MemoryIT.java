package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges into tables that are far larger than the heap. */
class MemoryIT {
  private static final long ROWS = Profile.isLong() ? 10_000_000 : 1_000_000;
  private static final String HEAP = Profile.isLong() ? "512m" : "192m";
  private static final long TENTH = ROWS / 10;

  /** What may differ between two heaps that hold the same: caches, compiled code's metadata. */
  private static final long NOISE_BYTES = 8L << 20;

  @TempDir private Path directory;

  @Test
  void memoryDoesNotGrowWithTheTable() throws Exception {
    long small = mergeInto(TENTH);
    long large = mergeInto(ROWS);
    System.out.printf(
        "MemoryIT: -Xmx%s, live after merges into %,d rows: %,d KiB, into %,d rows: %,d KiB%n",
        HEAP, TENTH, small >> 10, ROWS, large >> 10);
    assertThat(large).isLessThan(small + NOISE_BYTES);
  }

  /** Makes a table, merges into it with the small heap, and has Spark count. */
  private long mergeInto(long rows) throws IOException, InterruptedException {
    Path path = directory.resolve("table-" + rows);
    run("create", path, rows);
    Map<String, Long> result = run("merge", path, rows);
    long updates = 3L * MergeInLittleMemory.UPDATES;
    long inserts = 3L * MergeInLittleMemory.INSERTS;
    assertThat(result).containsEntry("updated", updates).containsEntry("inserted", inserts);

    SparkTable table = new SparkTable(path, List.of("id"));
    Row found =
        table
            .sql(
                "SELECT count(*), count(DISTINCT id), count_if(note = 'changed'),"
                    + " sum(id), count_if(name <> 'name ' || id) FROM %s")
            .get(0);
    long all = rows + inserts;
    assertThat(found.getLong(0)).isEqualTo(all);
    assertThat(found.getLong(1)).isEqualTo(all);
    assertThat(found.getLong(2)).isEqualTo(updates + inserts);
    assertThat(found.getLong(3)).isEqualTo(all * (all - 1) / 2);
    assertThat(found.getLong(4)).isZero();
    return result.get("live");
  }

  private static Map<String, Long> run(String what, Path table, long rows)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + HEAP, "-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of(MergeInLittleMemory.class.getName(), what, table.toString(), Long.toString(rows)));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Map<String, Long> values = new TreeMap<>();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    for (String line : output.lines().filter(l -> l.contains("=")).toList()) {
      values.put(
          line.substring(0, line.indexOf('=')),
          Long.parseLong(line.substring(line.indexOf('=') + 1)));
    }
    assertThat(process.waitFor()).as("exit code of %s with %s rows", what, rows).isZero();
    return values;
  }
}
