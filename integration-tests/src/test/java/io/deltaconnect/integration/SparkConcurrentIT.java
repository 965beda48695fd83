package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four tasks of a sink and Spark write to the same table at the same time: first to different rows
 * that lie in the same files, then to the same rows. Nothing is lost, doubled or risen from the
 * dead, and nobody is kept from writing.
 */
class SparkConcurrentIT {
  private static final int ROUNDS = Profile.isLong() ? 40 : 2;
  private static final int KEYS = 300;

  /** Keys from this one on are Spark's alone in the first phase. */
  private static final long SPARKS_KEYS = 1_000_000;

  private static final int COMMIT_INTERVAL_MS = 300;
  private static final int LARGEST_BATCH = 20;
  private static final Duration LOAD_PAUSE = Duration.ofSeconds(1);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private final long seed = Profile.seed("SparkConcurrentIT");

  @Test
  void sinkAndSparkWriteTheSameTable() throws Exception {
    try (SinkCluster cluster = new SinkCluster(directory, 1)) {
      List<SinkTable> sinks =
          List.of(deploy(cluster, "deletion_vectors"), deploy(cluster, "copy_on_write"));
      ExecutorService threads = Executors.newFixedThreadPool(sinks.size());
      try {
        List<Future<?>> results = new ArrayList<>();
        for (SinkTable sink : sinks) {
          results.add(threads.submit(() -> write(cluster, sink)));
        }
        for (Future<?> result : results) {
          result.get();
        }
      } finally {
        threads.shutdownNow();
      }
    }
  }

  /** A sink whose table has rows of its topic's workload and rows for Spark in one file. */
  private SinkTable deploy(SinkCluster cluster, String strategy) throws Exception {
    WorkloadTopic topic =
        new WorkloadTopic(strategy, 4, Workload.KeyKind.LONG, KEYS, seed + strategy.length());
    SinkTable sink = new SinkTable(strategy, strategy, 4, topic, directory);
    cluster.deploy(sink, COMMIT_INTERVAL_MS);
    topic.sendRows(cluster.producer(), LongStream.range(SPARKS_KEYS, SPARKS_KEYS + KEYS));
    topic.send(cluster.producer(), KEYS);
    cluster.awaitAllCommitted(sink);
    sink.spark().sql("OPTIMIZE %s");
    return sink;
  }

  private Void write(SinkCluster cluster, SinkTable sink) {
    SparkWriter spark;
    try (SteadyLoad load =
        new SteadyLoad(sink.topic(), cluster.producer(), LARGEST_BATCH, LOAD_PAUSE, seed)) {
      spark = new SparkWriter(sink, load, seed);
      spark.write(ROUNDS, SPARKS_KEYS);
      load.inQuiet(
          () -> {
            cluster.awaitAllCommitted(sink);
            sink.spark().assertRows(rowsOfBoth(sink.topic(), spark));
          });
      spark.write(ROUNDS, 0);
    }
    cluster.awaitAllCommitted(sink);
    judge(SinkLog.of(cluster.worker(0)), sink, spark);
    return null;
  }

  /** The rows as long as neither has touched the other's. */
  private static List<Map<String, Object>> rowsOfBoth(WorkloadTopic topic, SparkWriter spark) {
    Map<List<Object>, Map<String, Object>> sparks = new HashMap<>();
    for (int p = 0; p < topic.partitions(); p++) {
      for (Workload.Event event : topic.records(p)) {
        if ((Long) event.key().get(0) >= SPARKS_KEYS) {
          sparks.put(event.key(), event.row());
        }
      }
    }
    spark.statements().values().forEach(statement -> statement.apply(sparks));
    List<Map<String, Object>> rows = new ArrayList<>(sparks.values());
    assertThat(rows).as("rows that Spark has left").hasSizeBetween(1, KEYS - 1);
    rows.addAll(topic.rows());
    return rows;
  }

  private void judge(SinkLog workersLog, SinkTable sink, SparkWriter spark) {
    SerialReplay replay = SerialReplay.judge(sink, spark.statements(), seed);
    assertThat(replay.applied()).containsAll(spark.effective());

    SinkLog.Races races = workersLog.races(sink);
    long sparks = replay.versionsBy("UPDATE", "DELETE", "OPTIMIZE");
    System.out.printf(
        "SparkConcurrentIT: %s is right at %d versions, %d of them Spark's; sink: %s; Spark: %s%n",
        sink, replay.versions(), sparks, races, spark);
    assertThat(workersLog.exhausted()).as("commits given up for a while").isZero();
    // The tasks of one worker take turns, so that only Spark can be first.
    assertThat(races.retries()).isLessThanOrEqualTo(sparks);
  }

  @AfterEach
  void unhook() {
    HookedLogStore.clear();
  }
}
