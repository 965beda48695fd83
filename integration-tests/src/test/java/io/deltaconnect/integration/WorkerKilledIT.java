package io.deltaconnect.integration;

import io.deltaconnect.quickstart.ConnectWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two workers share the tasks of two sinks under load. Again and again one of them is killed and
 * started again, so that tasks move to and fro and commits stop half-way: what Spark finds in the
 * tables is what it would be without.
 */
class WorkerKilledIT {
  private static final int KILLS = Integer.getInteger("test.kills", Profile.isLong() ? 40 : 5);
  private static final int KEYS = 400;
  private static final int COMMIT_INTERVAL_MS = 200;
  private static final Duration LOAD_PAUSE = Duration.ofMillis(50);

  /** A killed worker's last files are not older than this. */
  private static final long LAST_MOMENTS_MS = 3_000;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private final long seed = Profile.seed("WorkerKilledIT");
  private final Random random = new Random(seed);
  private final ScheduledExecutorService killer = Executors.newSingleThreadScheduledExecutor();
  private final List<Kill> kills = new ArrayList<>();
  private List<SinkTable> sinks;

  /**
   * A worker's end.
   *
   * @param landed how many of its partitions had a commit in the table of which the consumer group
   *     was not told
   */
  private record Kill(Instant time, int landed) {}

  @Test
  void tablesAreAsIfNoWorkerHadDied() throws Exception {
    WorkloadTopic topic = new WorkloadTopic("accounts", 4, Workload.KeyKind.LONG, KEYS, seed);
    sinks =
        List.of(
            new SinkTable("vectors", "deletion_vectors", 4, topic, directory),
            new SinkTable("rewrites", "copy_on_write", 2, topic, directory));
    try (SinkCluster cluster = new SinkCluster(directory, 2)) {
      cluster.deploy(sinks, COMMIT_INTERVAL_MS);
      cluster.awaitShared(sinks);
      try (SteadyLoad load = new SteadyLoad(topic, cluster.producer(), 20, LOAD_PAUSE, seed)) {
        for (int i = 0; i < KILLS; i++) {
          killAndRestart(cluster, random.nextInt(2));
          load.check();
        }
      }
      cluster.awaitAllCommitted(sinks);
    } finally {
      killer.shutdownNow();
    }
    report();
    for (SinkTable sink : sinks) {
      long version = SerialReplay.judge(sink, seed);
      sink.spark().assertRows(topic.rows());
      System.out.printf("WorkerKilledIT: %s is right at %d versions%n", sink, version + 1);
    }
  }

  private void killAndRestart(SinkCluster cluster, int victim) throws Exception {
    Map<SinkTable, Set<TopicPartition>> partitions = new LinkedHashMap<>();
    for (SinkTable sink : sinks) {
      partitions.put(sink, cluster.partitionsOn(victim, sink));
    }
    ConnectWorker worker = cluster.worker(victim);
    long delay = random.nextLong(TimeUnit.SECONDS.toNanos(2));
    killer.schedule(worker::kill, delay, TimeUnit.NANOSECONDS).get();
    Instant time = Instant.now();
    int landed = 0;
    for (SinkTable sink : sinks) {
      landed += landed(cluster, sink, partitions.get(sink));
    }
    kills.add(new Kill(time, landed));
    if (random.nextBoolean()) {
      cluster.awaitAllOn(1 - victim, sinks);
    }
    worker.restart();
    cluster.awaitShared(sinks);
  }

  /** Commits of which the consumer group will never be told by the one who made them. */
  private static int landed(SinkCluster cluster, SinkTable sink, Set<TopicPartition> partitions) {
    Map<TopicPartition, Long> committed = cluster.committed(sink);
    Map<String, Long> txns = CommitLog.read(sink.path()).txns();
    int landed = 0;
    for (TopicPartition tp : partitions) {
      Long txn = txns.get(sink.appId(tp.partition()));
      Long offset = committed.get(tp);
      if (txn != null && (offset == null || txn + 1 > offset)) {
        landed++;
      }
    }
    return landed;
  }

  private void report() {
    Set<Kill> withOrphans = new HashSet<>();
    int files = 0;
    int half = 0;
    for (SinkTable sink : sinks) {
      CommitLog log = CommitLog.read(sink.path());
      for (Path orphan : log.orphans()) {
        files++;
        kills.stream().filter(kill -> isOf(kill, orphan)).forEach(withOrphans::add);
      }
      half += log.halfCommits().size();
    }
    long landed = kills.stream().filter(kill -> kill.landed() > 0).count();
    System.out.printf(
        "WorkerKilledIT: %d kills; %d left files that no commit names (%d files), %d left a commit"
            + " in the log that the group was not told of, %d half-written log files%n",
        kills.size(), withOrphans.size(), files, landed, half);
  }

  private static boolean isOf(Kill kill, Path file) {
    try {
      long age =
          kill.time().toEpochMilli() - Files.getLastModifiedTime(file).toInstant().toEpochMilli();
      return age > -100 && age < LAST_MOMENTS_MS;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
