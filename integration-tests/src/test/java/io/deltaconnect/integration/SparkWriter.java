package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.quickstart.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark as another writer of a sink's table: statements on rows of some keys, each tried again when
 * the sink was first, and what they mean for the rows.
 */
final class SparkWriter {
  private static final String USER_METADATA = "spark.databricks.delta.commitInfo.userMetadata";

  private static final int ATTEMPTS = 30;

  /** How many attempts of a statement seek the race with the sink. */
  private static final int MEETINGS = 3;

  /** For a sink's commit: not every change has an effect that needs a file. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

  private final SparkSession session = Spark.session().newSession();
  private final SinkTable sink;
  private final SteadyLoad load;
  private final Random random;
  private final Map<String, SerialReplay.Statement> statements = new LinkedHashMap<>();
  private final List<String> effective = new ArrayList<>();
  private volatile boolean seeksRace;
  private int lost;
  private int pauses;

  SparkWriter(SinkTable sink, SteadyLoad load, long seed) {
    this.sink = sink;
    this.load = load;
    this.random = new Random(seed);
    HookedLogStore.beforeCommits(sink.path(), this::meetSinksCommit);
  }

  /**
   * Has the sink write, and returns when it is in the middle of a commit, which Spark's will come
   * before. If the sink has been quicker, it is Spark's turn to lose.
   */
  private void meetSinksCommit() {
    if (!seeksRace) {
      return;
    }
    Set<Path> before = CommitLog.files(sink.path());
    load.nudge();
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    Await.until(
        "the sink to write a file",
        LONGEST_WAIT.multipliedBy(2),
        () -> {
          Set<Path> now = CommitLog.files(sink.path());
          now.removeAll(before);
          return !now.isEmpty() || System.nanoTime() > deadline;
        });
  }

  SinkTable sink() {
    return sink;
  }

  /** All statements so far, in order, by the user metadata of their commits. */
  Map<String, SerialReplay.Statement> statements() {
    return statements;
  }

  /** The user metadata of statements that must have made a version. */
  List<String> effective() {
    return effective;
  }

  /** Updates some rows, deletes others and compacts the table, of the keys from one on. */
  void write(int rounds, long fromKey) {
    for (int i = 0; i < rounds; i++) {
      int n = statements.size();
      int rest = random.nextInt(7);
      run(
          "UPDATE %s SET quantity = "
              + n
              + ", region = 'spark' WHERE id >= "
              + fromKey
              + " AND id % 7 = "
              + rest,
          rows -> update(rows, id -> id >= fromKey && id % 7 == rest, n));
      int deleted = random.nextInt(41);
      run(
          "DELETE FROM %s WHERE id >= " + fromKey + " AND id % 41 = " + deleted,
          rows -> delete(rows, id -> id >= fromKey && id % 41 == deleted));
      run("OPTIMIZE %s", rows -> Set.of());
    }
  }

  private static Set<List<Object>> update(
      Map<List<Object>, Map<String, Object>> rows, Predicate<Long> which, int quantity) {
    Set<List<Object>> keys = new HashSet<>();
    rows.replaceAll(
        (key, row) -> {
          if (!which.test((Long) key.get(0))) {
            return row;
          }
          keys.add(key);
          Map<String, Object> updated = new TreeMap<>(row);
          updated.put("quantity", quantity);
          updated.put("region", "spark");
          return updated;
        });
    return keys;
  }

  private static Set<List<Object>> delete(
      Map<List<Object>, Map<String, Object>> rows, Predicate<Long> which) {
    Set<List<Object>> keys = new HashSet<>(rows.keySet());
    keys.removeIf(key -> !which.test((Long) key.get(0)));
    rows.keySet().removeAll(keys);
    return keys;
  }

  private void run(String sql, SerialReplay.Statement effect) {
    String mark = "statement " + statements.size();
    statements.put(mark, effect);
    session.conf().set(USER_METADATA, mark);
    for (int attempt = 1; ; attempt++) {
      seeksRace = attempt <= MEETINGS;
      try {
        if (attempt == 1) {
          execute(sql, mark);
        } else {
          pauses++;
          load.inQuiet(() -> execute(sql, mark));
        }
        return;
      } catch (ConcurrentModificationException e) {
        lost++;
        assertThat(attempt).as("attempts of %s: %s", sql, e).isLessThan(ATTEMPTS);
      }
    }
  }

  private void execute(String sql, String mark) {
    long rows = affected(session.sql(sql.replace("%s", sink.spark().name())).collectAsList());
    if (rows > 0) {
      effective.add(mark);
    }
  }

  private static long affected(List<Row> result) {
    boolean counts = List.of(result.get(0).schema().fieldNames()).contains("num_affected_rows");
    return counts ? result.get(0).<Long>getAs("num_affected_rows") : 0;
  }

  @Override
  public String toString() {
    return "%d statements, %d with effect on rows, %d attempts lost to the sink, %d after a pause"
        .formatted(statements.size(), effective.size(), lost, pauses);
  }
}
