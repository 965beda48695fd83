package io.deltaconnect.integration;

import io.deltaconnect.quickstart.ComponentException;
import io.deltaconnect.quickstart.ConnectRest;
import io.deltaconnect.quickstart.ConnectWorker;
import io.deltaconnect.quickstart.ConnectorExample;
import io.deltaconnect.quickstart.KafkaBroker;
import io.deltaconnect.quickstart.ProjectLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;

/** A broker, and a worker with exactly-once support for sources that is missed soon. */
final class SourceCluster implements AutoCloseable {
  static final Duration TIMEOUT = Duration.ofMinutes(5);

  private static final long RESTART_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final ProjectLayout project = ProjectLayout.find();
  private final Path directory;
  private final KafkaBroker broker;
  private final ConnectWorker worker;
  private long restartedAt = System.nanoTime() - RESTART_PAUSE_NANOS;

  SourceCluster(Path directory) {
    this.directory = directory;
    broker = KafkaBroker.start(project.kafkaLibs(), directory.resolve("broker"));
    try {
      worker = startWorker("source", "enabled", 1_000);
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  KafkaBroker broker() {
    return broker;
  }

  ConnectWorker worker() {
    return worker;
  }

  /** The other worker's, which has exactly-once support. */
  ConnectRest rest() {
    return worker.rest();
  }

  /**
   * Restarts a connector that the worker has given up because the broker was away for long, as one
   * does by hand then.
   *
   * @throws ComponentException if it failed in our code
   */
  void restartIfGivenUp(String connector) {
    try {
      rest().throwIfFailed(connector);
    } catch (ComponentException e) {
      if (e.getMessage().contains("io.deltaconnect.")) {
        throw e;
      }
      if (System.nanoTime() - restartedAt >= RESTART_PAUSE_NANOS) {
        System.out.println("restarted: " + e.getMessage().lines().limit(2).toList());
        rest().restart(connector);
        restartedAt = System.nanoTime();
      }
    }
  }

  /** A worker of its own group without exactly-once support; the caller closes it. */
  ConnectWorker startPlainWorker() {
    return startWorker("plain", "disabled", 50);
  }

  private ConnectWorker startWorker(String group, String exactlyOnce, int offsetFlushMs) {
    return ConnectWorker.start(
        ConnectWorker.Settings.of(
                project.kafkaLibs(), broker.bootstrapServers(), group, project.pluginPath())
            .with("exactly.once.source.support", exactlyOnce)
            .with("offset.flush.interval.ms", String.valueOf(offsetFlushMs))
            .with("session.timeout.ms", "4000")
            .with("heartbeat.interval.ms", "1000")
            .with("consumer.session.timeout.ms", "4000")
            .with("consumer.heartbeat.interval.ms", "1000"),
        directory.resolve("worker-" + group));
  }

  /** Makes the topic. */
  ChangeTopic topic(String name, IsolationLevel isolation) {
    return new ChangeTopic(broker.bootstrapServers(), name, isolation);
  }

  Admin admin() {
    return broker.admin();
  }

  /** The example of a source, for one table, with small batches and no long pauses. */
  ConnectorExample source(String example, Path table) {
    return ConnectorExample.read(project.configExample(example))
        .with("tables", table.toString())
        .with("poll.max.records", "200")
        // A source has one request under way: fewer of them where machines are slow.
        .with("producer.override.batch.size", "65536")
        .with("poll.interval.ms", "50");
  }

  ConnectorExample example(String example) {
    return ConnectorExample.read(project.configExample(example));
  }

  @Override
  public void close() {
    worker.close();
    broker.close();
  }
}
