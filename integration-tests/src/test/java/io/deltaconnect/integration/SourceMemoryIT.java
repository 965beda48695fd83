package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a version, and a snapshot, that are far larger than the heap. */
class SourceMemoryIT {
  private static final long ROWS = Profile.isLong() ? 14_000_000 : 1_400_000;
  private static final String HEAP = Profile.isLong() ? "512m" : "192m";

  private static final Map<String, String> SPARK_SETTINGS = new TreeMap<>();

  @TempDir private static Path directory;

  /**
   * Version 1 updates a fourth of the rows and deletes another: three images for every four rows.
   */
  @BeforeAll
  static void makeTable() {
    SparkTable table = table();
    // A million rows are another matter than the hundreds of other tests.
    Map.of("spark.sql.codegen.wholeStage", "true", "spark.sql.codegen.factoryMode", "FALLBACK")
        .forEach(
            (key, value) -> {
              SPARK_SETTINGS.put(key, Spark.session().conf().get(key));
              Spark.session().conf().set(key, value);
            });
    table.sql(
        "CREATE TABLE %s USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true') AS"
            + " SELECT id, concat('name ', id) AS name, sha2(cast(id AS string), 256) AS digest,"
            + " id % 100 AS stock FROM range(0, "
            + ROWS
            + ", 1, 4)");
    table.sql(
        "MERGE INTO %s AS t USING (SELECT id FROM range(0, "
            + ROWS
            + ") WHERE id % 4 < 2) AS s"
            + " ON t.id = s.id WHEN MATCHED AND s.id % 4 = 0 THEN UPDATE SET stock = -1"
            + " WHEN MATCHED THEN DELETE");
  }

  @AfterAll
  static void leaveSparkAsItWas() {
    SPARK_SETTINGS.forEach(Spark.session().conf()::set);
  }

  private static SparkTable table() {
    return new SparkTable(directory.resolve("wares"), List.of("id"));
  }

  /**
   * What there is to be read.
   *
   * @param records as a part of the table's first rows
   * @param tombstones likewise, of the records
   */
  private record Reading(String format, String mode, double records, double tombstones) {
    String name() {
      return format + "." + mode;
    }

    long expected() {
      return (long) (records * ROWS);
    }
  }

  private static final List<Reading> READINGS =
      List.of(
          new Reading("flat", "initial", 0.75, 0),
          new Reading("debezium", "initial", 0.75, 0),
          new Reading("after", "initial", 0.75, 0),
          new Reading("flat", "version", 0.75, 0),
          new Reading("debezium", "version", 0.75, 0.25),
          new Reading("after", "version", 0.5, 0.25));

  @Test
  void everyRecordOfEveryFormatComesWithASmallHeap() throws Exception {
    Path spillDir = Files.createDirectories(directory.resolve("spill"));
    List<String> arguments = new ArrayList<>();
    arguments.add(directory.resolve("wares").toString());
    arguments.add(spillDir.toString());
    for (Reading reading : READINGS) {
      arguments.addAll(
          List.of(reading.format(), reading.mode(), Long.toString(reading.expected())));
    }

    Map<String, Long> found = run(arguments);

    for (Reading reading : READINGS) {
      String name = reading.name();
      System.out.printf(
          "SourceMemoryIT: -Xmx%s, %s: %,d records, %,d bytes of JSON in %,d ms%n",
          HEAP,
          name,
          found.get(name + ".records"),
          found.get(name + ".bytes"),
          found.get(name + ".ms"));
      assertThat(found)
          .containsEntry(name + ".records", reading.expected())
          .containsEntry(name + ".tombstones", (long) (reading.tombstones() * ROWS))
          .containsEntry(name + ".ids", ids(reading.format(), reading.mode()));
    }
    assertThat(spillDir).isEmptyDirectory();
  }

  /** The sum of the keys of all records. */
  private static long ids(String format, String mode) {
    long fourth = ROWS / 4;
    // 0 + 4 + 8 + ..., and one more for each of the others.
    long updated = 4 * (fourth * (fourth - 1) / 2);
    long deleted = updated + fourth;
    if (mode.equals("initial")) {
      return ROWS * (ROWS - 1) / 2 - deleted;
    }
    return switch (format) {
      case "flat" -> 2 * updated + deleted;
      case "debezium" -> updated + 2 * deleted;
      default -> updated + deleted;
    };
  }

  private static Map<String, Long> run(List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + HEAP, "-cp", System.getProperty("java.class.path")));
    command.add(ReadInLittleMemory.class.getName());
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Map<String, Long> values = new TreeMap<>();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    for (String line : output.lines().filter(l -> l.matches("[a-z.]+=\\d+")).toList()) {
      values.put(
          line.substring(0, line.indexOf('=')),
          Long.parseLong(line.substring(line.indexOf('=') + 1)));
    }
    assertThat(process.waitFor()).as("exit code with %s", arguments).isZero();
    return values;
  }
}
