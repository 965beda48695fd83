package io.deltaconnect.integration;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectRest;
import io.deltaconnect.quickstart.ConnectWorker;
import io.deltaconnect.quickstart.KafkaBroker;
import io.deltaconnect.quickstart.ProjectLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker and workers of one group, which share the tasks of the sinks. */
final class SinkCluster implements AutoCloseable {
  static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final KafkaBroker broker;
  private final List<ConnectWorker> workers = new ArrayList<>();
  private final Admin admin;
  private final Producer<byte[], byte[]> producer;

  /** Starts it; who is gone is missed after some seconds, and its tasks move at once. */
  SinkCluster(Path directory, int workerCount) {
    ProjectLayout project = ProjectLayout.find();
    broker = KafkaBroker.start(project.kafkaLibs(), directory.resolve("broker"));
    ConnectWorker.Settings settings =
        ConnectWorker.Settings.of(
                project.kafkaLibs(), broker.bootstrapServers(), "sinks", project.pluginPath())
            .with("session.timeout.ms", "4000")
            .with("heartbeat.interval.ms", "1000")
            .with("consumer.session.timeout.ms", "4000")
            .with("consumer.heartbeat.interval.ms", "1000");
    for (int i = 0; i < workerCount; i++) {
      workers.add(ConnectWorker.start(settings, directory.resolve("worker" + i)));
    }
    admin = broker.admin();
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers(), "acks", "all"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  ConnectWorker worker(int i) {
    return workers.get(i);
  }

  int workers() {
    return workers.size();
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  Admin admin() {
    return admin;
  }

  Producer<byte[], byte[]> producer() {
    return producer;
  }

  /** Makes the sink's topic and starts the sink. */
  void deploy(SinkTable sink, int commitIntervalMs) {
    NewTopic topic = new NewTopic(sink.topic().name(), sink.topic().partitions(), (short) 1);
    Answer.of(admin.createTopics(List.of(topic)).all());
    start(sink, commitIntervalMs);
  }

  /** Starts a sink of a topic that is there. */
  void start(SinkTable sink, int commitIntervalMs) {
    ConnectRest rest = worker(0).rest();
    rest.deploy(sink.connector(), sink.config(commitIntervalMs));
    rest.awaitRunning(sink.connector(), sink.tasks(), TIMEOUT);
  }

  /** Waits until all tasks of a sink run on one worker. */
  void awaitAllOn(int worker, SinkTable sink) {
    Await.until(
        "all tasks of " + sink + " on worker " + worker + " (log: " + worker(worker).log() + ")",
        TIMEOUT,
        () -> areAllOn(worker, sink));
  }

  /** Whether all tasks of a sink run on one worker. */
  boolean areAllOn(int worker, SinkTable sink) {
    return tasksOn(worker, sink).size() == sink.tasks();
  }

  /**
   * Waits until tasks of a sink are at work on every worker: they have partitions, and since then
   * each partition's offset has moved.
   */
  void awaitShared(SinkTable sink) {
    Await.until("the workers to share the partitions of " + sink, TIMEOUT, () -> isShared(sink));
    awaitProgress(sink);
  }

  private boolean isShared(SinkTable sink) {
    int assigned = 0;
    boolean allBusy = true;
    for (int i = 0; i < workers(); i++) {
      int partitions = partitionsOn(i, sink).size();
      assigned += partitions;
      allBusy &= partitions > 0;
    }
    return allBusy && assigned == sink.topic().partitions();
  }

  /** Waits until each partition's offset in the table has moved. */
  static void awaitProgress(SinkTable sink) {
    Map<String, Long> before = CommitLog.read(sink.path()).txns();
    Await.until(
        "commits of all partitions to " + sink,
        TIMEOUT,
        () -> {
          Map<String, Long> now = CommitLog.read(sink.path()).txns();
          return now.size() == sink.topic().partitions()
              && now.entrySet().stream()
                  .allMatch(e -> e.getValue() > before.getOrDefault(e.getKey(), -1L));
        });
  }

  /** The tasks that run on a worker; fails if one has failed. */
  private Set<Integer> tasksOn(int worker, SinkTable sink) {
    ConnectRest rest = worker(worker).rest();
    rest.throwIfFailed(sink.connector());
    Set<Integer> tasks = new HashSet<>();
    for (JsonNode task : rest.status(sink.connector()).path("tasks")) {
      if (task.path("state").asText().equals("RUNNING")
          && task.path("worker_id").asText().equals(worker(worker).url().getAuthority())) {
        tasks.add(task.path("id").asInt());
      }
    }
    return tasks;
  }

  /** The partitions that a sink's tasks on a worker have, as the group's coordinator sees it. */
  Set<TopicPartition> partitionsOn(int worker, SinkTable sink) {
    Set<String> clients = new HashSet<>();
    tasksOn(worker, sink)
        .forEach(task -> clients.add("connector-consumer-" + sink.connector() + "-" + task));
    Set<TopicPartition> partitions = new HashSet<>();
    String group = group(sink);
    for (MemberDescription member :
        Answer.of(admin.describeConsumerGroups(List.of(group)).all()).get(group).members()) {
      if (clients.contains(member.clientId())) {
        partitions.addAll(member.assignment().topicPartitions());
      }
    }
    return partitions;
  }

  /** The offsets of a sink's consumer group. */
  Map<TopicPartition, Long> committed(SinkTable sink) {
    return committed(sink.connector());
  }

  /** The offsets of a connector's consumer group. */
  Map<TopicPartition, Long> committed(String connector) {
    Map<TopicPartition, OffsetAndMetadata> offsets =
        Answer.of(
            admin.listConsumerGroupOffsets("connect-" + connector).partitionsToOffsetAndMetadata());
    Map<TopicPartition, Long> committed = new HashMap<>();
    offsets.forEach((tp, o) -> committed.put(tp, o == null ? null : o.offset()));
    return committed;
  }

  /** Waits until the sink's consumer group has come to the end of all that was sent. */
  void awaitAllCommitted(SinkTable sink) {
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (int p = 0; p < sink.topic().partitions(); p++) {
      long end = sink.topic().records(p).size();
      if (end > 0) {
        ends.put(new TopicPartition(sink.topic().name(), p), end);
      }
    }
    Await.until(
        sink + " to write all records, up to " + ends,
        TIMEOUT,
        () -> {
          worker(0).rest().throwIfFailed(sink.connector());
          return committed(sink).equals(ends);
        });
  }

  /** Waits until a connector's consumer group has exactly these offsets. */
  void awaitCommitted(String connector, Map<TopicPartition, Long> offsets) {
    Await.until(
        connector + " to come to " + offsets,
        TIMEOUT,
        () -> {
          worker(0).rest().throwIfFailed(connector);
          return committed(connector).equals(offsets);
        });
  }

  private static String group(SinkTable sink) {
    return "connect-" + sink.connector();
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
    workers.forEach(ConnectWorker::close);
    broker.close();
  }
}
