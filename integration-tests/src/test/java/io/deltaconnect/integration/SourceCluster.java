package io.deltaconnect.integration;

import io.deltaconnect.quickstart.ConnectRest;
import io.deltaconnect.quickstart.ConnectWorker;
import io.deltaconnect.quickstart.ConnectorExample;
import io.deltaconnect.quickstart.KafkaBroker;
import io.deltaconnect.quickstart.ProjectLayout;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;

/** A broker, and a worker with exactly-once support for sources that is missed soon. */
final class SourceCluster implements AutoCloseable {
  static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final ProjectLayout project = ProjectLayout.find();
  private final Path directory;
  private final KafkaBroker broker;
  private final ConnectWorker worker;

  SourceCluster(Path directory) {
    this.directory = directory;
    broker = KafkaBroker.start(project.kafkaLibs(), directory.resolve("broker"));
    try {
      worker = startWorker();
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

  /** The worker's. */
  ConnectRest rest() {
    return worker.rest();
  }

  private ConnectWorker startWorker() {
    return ConnectWorker.start(
        ConnectWorker.Settings.of(
                project.kafkaLibs(), broker.bootstrapServers(), "source", project.pluginPath())
            .with("session.timeout.ms", "4000")
            .with("heartbeat.interval.ms", "1000")
            .with("consumer.session.timeout.ms", "4000")
            .with("consumer.heartbeat.interval.ms", "1000"),
        directory.resolve("worker"));
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

  @Override
  public void close() {
    worker.close();
    broker.close();
  }
}
