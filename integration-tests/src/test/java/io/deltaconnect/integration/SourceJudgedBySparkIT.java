package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables of all shapes that Spark writes by random statements: what the source publishes are the
 * changes that Spark reads, version by version, wherever it is begun and however often restarted.
 */
class SourceJudgedBySparkIT {
  private static final int TABLES = Integer.getInteger("test.tables", Profile.isLong() ? 100 : 3);
  private static final long FIRST_SEED = Long.getLong("test.seed", 7);
  private static final int STATEMENTS = Profile.isLong() ? 30 : 12;

  @TempDir private Path lake;

  static LongStream seeds() {
    // The long profile tries others each time; each comes in the name of its table's test.
    long seed = Profile.isLong() ? Profile.seed("SourceJudgedBySparkIT") : FIRST_SEED;
    return LongStream.range(seed, seed + TABLES);
  }

  @ParameterizedTest(name = "-Dtest.seed={0}")
  @MethodSource("seeds")
  void everyVersionIsPublishedAsSparkReadsIt(long seed) throws Exception {
    Random random = new Random(seed);
    WrittenBySpark table = new WrittenBySpark(lake.resolve("table"));
    RandomStatements statements = new RandomStatements(table, seed);
    SparkFeed feed = new SparkFeed(table);
    feed.readNew();
    int snapshotAfter = random.nextInt(STATEMENTS);
    long snapshotVersion = -1;
    try (InProcessSource live = changes(table, 0).start();
        InProcessSource initial = new InProcessSource(table.path())) {
      feed.assertSame(PublishedRows.byVersion(live.drain()), 0, feed.newest());
      for (int i = 0; i < STATEMENTS; i++) {
        long before = feed.newest();
        statements.run();
        feed.readNew();
        feed.assertSame(PublishedRows.byVersion(live.drain()), before + 1, feed.newest());
        if (i == snapshotAfter) {
          snapshotVersion = feed.newest();
          assertSnapshot(table, snapshotVersion, initial.start().drain());
        }
      }
      feed.assertSame(PublishedRows.byVersion(initial.drain()), snapshotVersion + 1, feed.newest());
    }
    readAfterwards(table, feed, random);
    stopBeforeSchemasThatReadersMayNotUnderstand(table, feed);
  }

  /** Columns that take each other's names, in turn, and names that come again for others. */
  @ParameterizedTest
  @ValueSource(strings = {"name", "id"})
  void renamedColumnsHaveTheNamesOfTheirVersions(String mapping) throws Exception {
    List<String> statements =
        List.of(
            "CREATE TABLE %s (id BIGINT, x INT, y INT, z INT) USING delta TBLPROPERTIES"
                + " ('delta.enableChangeDataFeed' = 'true', 'delta.columnMapping.mode' = '"
                + mapping
                + "')",
            "INSERT INTO %s VALUES (1, 11, 12, 13), (2, 21, 22, 23), (3, 31, 32, 33)",
            "ALTER TABLE %s RENAME COLUMN x TO spare",
            "UPDATE %s SET spare = 111 WHERE id = 1",
            "ALTER TABLE %s RENAME COLUMN y TO x",
            "DELETE FROM %s WHERE id = 2",
            "ALTER TABLE %s RENAME COLUMN spare TO y",
            "UPDATE %s SET x = 312 WHERE id = 3",
            "INSERT INTO %s VALUES (4, 41, 42, 43)",
            "ALTER TABLE %s DROP COLUMN z",
            "ALTER TABLE %s ADD COLUMN z INT AFTER id",
            "UPDATE %s SET z = y WHERE id >= 3",
            // Each of two columns gets the other one's name at once.
            "RESTORE %s TO VERSION AS OF 1",
            "DELETE FROM %s WHERE id = 3");
    judge(new WrittenBySpark(lake.resolve("table")), statements);
  }

  /** Runs statements that make a version each. */
  private static void judge(WrittenBySpark table, List<String> statements) throws Exception {
    SparkFeed feed = new SparkFeed(table);
    try (InProcessSource live = changes(table, 0)) {
      for (String statement : statements) {
        long before = feed.newest();
        table.run(statement);
        feed.readNew();
        if (before < 0) {
          live.start();
        }
        feed.assertSame(PublishedRows.byVersion(live.drain()), before + 1, feed.newest());
      }
    }
    assertThat(feed.newest()).isEqualTo(statements.size() - 1);
    readAfterwards(table, feed, new Random(0));
    stopBeforeSchemasThatReadersMayNotUnderstand(table, feed);
  }

  /** A task that begins with the changes of a version. */
  private static InProcessSource changes(WrittenBySpark table, long version) {
    return new InProcessSource(
        table.path(), "startup.mode", "version", "starting.version", Long.toString(version));
  }

  private static void assertSnapshot(
      WrittenBySpark table, long version, List<SourceRecord> records) {
    Map<Long, List<Map<String, Object>>> published = PublishedRows.byVersion(records);
    List<Map<String, Object>> rows = published.getOrDefault(version, List.of());
    assertThat(published.keySet()).isSubsetOf(version);
    for (Map<String, Object> row : rows) {
      assertThat(row.remove("_change_type")).isEqualTo("insert");
      row.remove("_commit_version");
      row.remove("_commit_timestamp");
    }
    SparkTable.assertSame(
        "rows of version %d of%n%s%n".formatted(version, table),
        rows,
        SparkRows.plain(table.query("SELECT * FROM %s VERSION AS OF " + version).collectAsList()));
  }

  /** All from the begin in small batches with restarts, a part, and a snapshot of the past. */
  private static void readAfterwards(WrittenBySpark table, SparkFeed feed, Random random)
      throws InterruptedException {
    List<SourceRecord> all = new ArrayList<>();
    try (InProcessSource source =
        changes(table, 0).set("poll.max.records", Integer.toString(1 + random.nextInt(20)))) {
      source.start().drain(all, () -> random.nextInt(10) == 0);
    }
    feed.assertSame(PublishedRows.byVersion(all), 0, feed.newest());

    long from = random.nextInt((int) feed.newest() + 1);
    long to = from + random.nextInt((int) (feed.newest() - from) + 1);
    try (InProcessSource source = changes(table, from).set("ending.version", Long.toString(to))) {
      feed.assertSame(PublishedRows.byVersion(source.start().drain()), from, to);
    }
    try (InProcessSource source =
        new InProcessSource(
            table.path(), "startup.mode", "snapshot_only", "ending.version", Long.toString(to))) {
      assertSnapshot(table, to, source.start().drain());
    }
  }

  /** Each time the task stops before such a version, it is let go over it, and is strict again. */
  private static void stopBeforeSchemasThatReadersMayNotUnderstand(
      WrittenBySpark table, SparkFeed feed) throws InterruptedException {
    long from = 0;
    try (InProcessSource source = changes(table, 0).set("heartbeat.interval.ms", "0")) {
      while (from <= feed.newest()) {
        long breaking = feed.firstBreaking(from);
        List<SourceRecord> taken = new ArrayList<>();
        source.set("schema.change.behavior", "fail").set("ending.version", null).start();
        if (breaking > feed.newest()) {
          source.drain(taken);
        } else {
          assertThatThrownBy(() -> source.drain(taken))
              .as("version %d has another schema, of%n%s%n", breaking, table)
              .isInstanceOf(ConnectException.class)
              .hasMessageContaining("version " + breaking)
              .hasMessageContaining("schema.change.behavior=evolve");
        }
        source.stop();
        feed.assertSame(PublishedRows.byVersion(taken), from, breaking - 1);
        if (breaking <= feed.newest()) {
          source.set("schema.change.behavior", "evolve");
          source.set("ending.version", Long.toString(breaking)).start();
          List<SourceRecord> evolved = source.drain();
          source.stop();
          feed.assertSame(PublishedRows.byVersion(evolved), breaking, breaking);
        }
        from = breaking + 1;
      }
    }
  }
}
