package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectWorker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker is frozen in the middle of a commit, for so long that its tasks go to the other worker
 * and commit there. When it wakes, its tasks end their commits as if nothing had happened: they
 * must find that they are too late.
 */
class FrozenWorkerIT {
  private static final int KEYS = 400;
  private static final int COMMIT_INTERVAL_MS = 200;
  private static final int LARGEST_BATCH = 20;
  private static final Duration LOAD_PAUSE = Duration.ofMillis(50);
  private static final int TRIES = 50;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private final long seed = Profile.seed("FrozenWorkerIT");
  private final Random random = new Random(seed);
  private final ScheduledExecutorService freezer = Executors.newSingleThreadScheduledExecutor();

  @Test
  void whoWakesTooLateWritesNothing() throws Exception {
    int rounds = Profile.isLong() ? 10 : 2;
    try (SinkCluster cluster = new SinkCluster(directory, 2)) {
      freezeWorkers(cluster, sink("deletion_vectors", 4), rounds);
      freezeWorkers(cluster, sink("copy_on_write", 2), rounds);
    }
  }

  private SinkTable sink(String strategy, int tasks) {
    WorkloadTopic topic =
        new WorkloadTopic(strategy, 4, Workload.KeyKind.LONG, KEYS, random.nextLong());
    return new SinkTable(strategy, strategy, tasks, topic, directory);
  }

  private void freezeWorkers(SinkCluster cluster, SinkTable sink, int times) throws Exception {
    cluster.deploy(sink, COMMIT_INTERVAL_MS);
    try (SteadyLoad load =
        new SteadyLoad(
            sink.topic(), cluster.producer(), LARGEST_BATCH, LOAD_PAUSE, random.nextLong())) {
      for (int i = 0; i < times; i++) {
        cluster.awaitShared(sink);
        freezeAndThaw(cluster, random.nextInt(2), sink);
        load.check();
      }
    }
    cluster.awaitAllCommitted(sink);
    cluster.worker(0).rest().delete(sink.connector());

    SerialReplay replay = SerialReplay.judge(sink, seed);
    sink.spark().assertRows(sink.topic().rows());
    System.out.printf("FrozenWorkerIT: %s is right at %d versions%n", sink, replay.versions());
  }

  private void freezeAndThaw(SinkCluster cluster, int victim, SinkTable sink) throws Exception {
    ConnectWorker worker = cluster.worker(victim);
    try {
      int tries = 1;
      Set<Path> unfinished = freezeWithinCommit(cluster, victim, sink);
      while (unfinished.isEmpty()) {
        assertThat(tries++).as("times frozen before it was within a commit").isLessThan(TRIES);
        worker.thaw();
        unfinished = freezeWithinCommit(cluster, victim, sink);
      }
      SinkCluster.awaitProgress(sink);
      long fencings = SinkLog.of(worker).fencings();
      worker.thaw();
      Await.until(
          "a task of the frozen worker to find that it is too late (log: " + worker.log() + ")",
          SinkCluster.TIMEOUT,
          () -> SinkLog.of(worker).fencings() > fencings);
      System.out.printf(
          "FrozenWorkerIT: frozen at the %d. try with %d files written and not committed, then fenced%n",
          tries, unfinished.size());
    } finally {
      // A frozen process does not end when it is asked to.
      worker.thaw();
    }
  }

  /**
   * Freezes a worker at some moment, until the other one has its tasks.
   *
   * @return the files that it had written for commits it has not made; if there are none it is not
   *     waited for the other worker
   */
  private Set<Path> freezeWithinCommit(SinkCluster cluster, int victim, SinkTable sink)
      throws ExecutionException, InterruptedException {
    long delay = random.nextLong(TimeUnit.SECONDS.toNanos(1));
    freezer.schedule(cluster.worker(victim)::freeze, delay, TimeUnit.NANOSECONDS).get();
    Set<Path> unfinished = CommitLog.read(sink.path()).orphans();
    return Await.value(
        "the tasks of the frozen worker to run on the other one",
        SinkCluster.TIMEOUT,
        () -> {
          unfinished.retainAll(CommitLog.read(sink.path()).orphans());
          return unfinished.isEmpty() || cluster.areAllOn(1 - victim, sink)
              ? Optional.of(unfinished)
              : Optional.empty();
        });
  }

  @AfterEach
  void endThread() {
    freezer.shutdownNow();
  }
}
