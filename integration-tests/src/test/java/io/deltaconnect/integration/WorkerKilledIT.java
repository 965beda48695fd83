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
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two workers share the tasks of a sink under load. Again and again one of them is killed and
 * started again, so that tasks move to and fro and commits stop half-way: what Spark finds in the
 * table is what it would be without.
 */
class WorkerKilledIT {
  private static final int KEYS = 400;
  private static final int COMMIT_INTERVAL_MS = 200;
  private static final int LARGEST_BATCH = 20;
  private static final Duration LOAD_PAUSE = Duration.ofMillis(50);
  private static final long LONGEST_LIFE_MS = 3_000;

  /** A killed worker's last files are not older than this. */
  private static final long LAST_MOMENTS_MS = 3_000;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private final long seed = Profile.seed("WorkerKilledIT");
  private final Random random = new Random(seed);
  private final ScheduledExecutorService killer = Executors.newSingleThreadScheduledExecutor();

  /**
   * A worker's end.
   *
   * @param landed how many of its partitions had a commit in the table of which the consumer group
   *     was not told
   */
  private record Kill(Instant time, int landed) {}

  @Test
  void tablesAreAsIfNoWorkerHadDied() throws Exception {
    try (SinkCluster cluster = new SinkCluster(directory, 2)) {
      if (Profile.isLong()) {
        killWorkers(cluster, sink("deletion_vectors", 4), 12);
        killWorkers(cluster, sink("copy_on_write", 2), 10);
        killWorkers(cluster, sink("deletion_vectors", 2), 8);
        killWorkers(cluster, sink("copy_on_write", 4), 10);
      } else {
        killWorkers(cluster, sink("deletion_vectors", 4), 3);
        killWorkers(cluster, sink("copy_on_write", 2), 2);
      }
    }
  }

  private SinkTable sink(String strategy, int tasks) {
    String name = strategy + tasks;
    WorkloadTopic topic =
        new WorkloadTopic(name, 4, Workload.KeyKind.LONG, KEYS, random.nextLong());
    return new SinkTable(name, strategy, tasks, topic, directory);
  }

  private void killWorkers(SinkCluster cluster, SinkTable sink, int times) throws Exception {
    List<Kill> kills = new ArrayList<>();
    cluster.deploy(sink, COMMIT_INTERVAL_MS);
    try (SteadyLoad load =
        new SteadyLoad(
            sink.topic(), cluster.producer(), LARGEST_BATCH, LOAD_PAUSE, random.nextLong())) {
      for (int i = 0; i < times; i++) {
        cluster.awaitShared(sink);
        kills.add(killAndRestart(cluster, random.nextInt(2), sink));
        load.check();
      }
      cluster.awaitShared(sink);
    }
    cluster.awaitAllCommitted(sink);
    cluster.worker(0).rest().delete(sink.connector());

    SerialReplay replay = SerialReplay.judge(sink, seed);
    sink.spark().assertRows(sink.topic().rows());
    report(cluster, sink, kills, replay.versions());
  }

  private Kill killAndRestart(SinkCluster cluster, int victim, SinkTable sink) throws Exception {
    Set<TopicPartition> partitions = cluster.partitionsOn(victim, sink);
    ConnectWorker worker = cluster.worker(victim);
    long delay = random.nextLong(TimeUnit.MILLISECONDS.toNanos(LONGEST_LIFE_MS));
    killer.schedule(worker::kill, delay, TimeUnit.NANOSECONDS).get();
    Kill kill = new Kill(Instant.now(), landed(cluster, sink, partitions));
    System.out.printf("WorkerKilledIT: %s, worker %d: %s%n", sink, victim, kill);
    if (random.nextBoolean()) {
      cluster.awaitAllOn(1 - victim, sink);
    }
    worker.restart();
    return kill;
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

  private static void report(SinkCluster cluster, SinkTable sink, List<Kill> kills, int versions) {
    CommitLog log = CommitLog.read(sink.path());
    Set<Kill> withOrphans = new HashSet<>();
    for (Path orphan : log.orphans()) {
      kills.stream().filter(kill -> isOf(kill, orphan)).forEach(withOrphans::add);
    }
    long landed = kills.stream().filter(kill -> kill.landed() > 0).count();
    System.out.printf(
        "WorkerKilledIT: %s is right at %d versions. %d kills: %d left %d files that no commit"
            + " names, %d left commits that the group was not told of, %d half a log file; %s; %s%n",
        sink,
        versions,
        kills.size(),
        withOrphans.size(),
        log.orphans().size(),
        landed,
        log.halfCommits().size(),
        SinkLog.of(cluster.worker(0)).races(sink),
        SinkLog.of(cluster.worker(1)).races(sink));
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

  @AfterEach
  void endThread() {
    killer.shutdownNow();
  }
}
