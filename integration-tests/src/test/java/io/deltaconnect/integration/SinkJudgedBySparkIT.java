package io.deltaconnect.integration;

import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectRest;
import io.deltaconnect.quickstart.ConnectWorker;
import io.deltaconnect.quickstart.KafkaBroker;
import io.deltaconnect.quickstart.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sink in a worker, fed with random changes: Spark finds the rows that must be there, and a
 * change feed that tells every version of the table; also after Spark itself has written to it.
 */
class SinkJudgedBySparkIT {
  private static final int COMMITS =
      Integer.getInteger("test.commits", Profile.isLong() ? 500 : 60);
  private static final int COMMITS_AFTER_SPARK = Math.max(1, COMMITS / 6);
  private static final int RECORDS_PER_ROUND = 48;
  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  /** All the ways that rows die and lie; two tasks share each table of those that have two. */
  private enum Sink {
    VECTORS("deletion_vectors", false, 1, 3),
    REWRITES("copy_on_write", false, 2, 1),
    PARTITIONED_VECTORS("deletion_vectors", true, 2, 1),
    PARTITIONED_REWRITES("copy_on_write", true, 1, 3);

    private final String strategy;
    private final boolean partitioned;
    private final int tasks;
    private final int tables;

    Sink(String strategy, boolean partitioned, int tasks, int tables) {
      this.strategy = strategy;
      this.partitioned = partitioned;
      this.tasks = tasks;
      this.tables = tables;
    }
  }

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private final long seed = Profile.seed("SinkJudgedBySparkIT");

  /** The first one's tables have the wanted number of commits; the others get a quarter of it. */
  private final List<WorkloadTopic> topics =
      List.of(
          new WorkloadTopic("customers", 4, Workload.KeyKind.LONG, seed),
          new WorkloadTopic("articles", 1, Workload.KeyKind.STRING, seed + 1),
          new WorkloadTopic("stock", 2, Workload.KeyKind.COMPOSITE, seed + 2));

  private ConnectRest rest;
  private Admin admin;
  private Producer<byte[], byte[]> producer;

  @Test
  void everyVersionIsAsSparkAndTheModelSay() throws Exception {
    ProjectLayout project = ProjectLayout.find();
    try (KafkaBroker broker = KafkaBroker.start(project.kafkaLibs(), directory.resolve("broker"));
        ConnectWorker worker =
            ConnectWorker.start(settings(project, broker), directory.resolve("worker"));
        Admin a = broker.admin();
        Producer<byte[], byte[]> p = producer(broker)) {
      rest = worker.rest();
      admin = a;
      producer = p;
      deploy();
      sendUntilCommitted(COMMITS);
      judgeAll();
      Map<SparkTable, Long> versions = letSparkWrite();
      Map<SparkTable, List<Map<String, Object>>> before = new HashMap<>();
      versions.forEach((table, version) -> before.put(table, table.rows(version)));
      sendUntilCommitted(COMMITS_AFTER_SPARK);
      List<Runnable> judgements = new ArrayList<>();
      before.forEach(
          (table, rows) ->
              judgements.add(
                  () -> {
                    table.assertRows(topics.get(0).rows());
                    table.assertFeedTellsEveryVersion(versions.get(table) + 1, rows);
                  }));
      inParallel(judgements);
    }
  }

  private static ConnectWorker.Settings settings(ProjectLayout project, KafkaBroker broker) {
    return ConnectWorker.Settings.of(
            project.kafkaLibs(), broker.bootstrapServers(), "judged", project.pluginPath())
        .withHeap("1g");
  }

  private void deploy() throws Exception {
    List<NewTopic> newTopics = new ArrayList<>();
    topics.forEach(t -> newTopics.add(new NewTopic(t.name(), t.partitions(), (short) 1)));
    admin.createTopics(newTopics).all().get();
    for (Sink sink : Sink.values()) {
      Map<String, String> config = new LinkedHashMap<>();
      config.put("connector.class", "io.deltaconnect.sink.DeltaSinkConnector");
      config.put("tasks.max", Integer.toString(sink.tasks));
      config.put(
          "topics", String.join(",", topics(sink).stream().map(WorkloadTopic::name).toList()));
      config.put("key.converter.schemas.enable", "true");
      config.put("value.converter.schemas.enable", "true");
      config.put("table.path", directory.resolve(sink.name()) + "/${topic}");
      config.put("auto.create", "true");
      config.put("merge.strategy", sink.strategy);
      if (sink.partitioned) {
        config.put("partition.by", "region");
      }
      config.put("commit.interval.ms", "200");
      config.put("commit.max.records", Integer.toString(RECORDS_PER_ROUND / 2));
      config.put("offsets.commit.max.delay.ms", "1000");
      rest.deploy(sink.name(), config);
    }
    for (Sink sink : Sink.values()) {
      rest.awaitRunning(sink.name(), sink.tasks, TIMEOUT);
    }
  }

  /** Sends batches, each after the last one has arrived, until so many versions are new. */
  private void sendUntilCommitted(int commits) throws Exception {
    Map<Sink, Long> start = new HashMap<>();
    for (Sink sink : Sink.values()) {
      start.put(sink, versions(sink));
    }
    boolean enough = false;
    for (int round = 0; !enough; round++) {
      topics.get(0).send(producer, RECORDS_PER_ROUND);
      if (round % 4 == 0) {
        for (WorkloadTopic topic : topics.subList(1, topics.size())) {
          topic.send(producer, RECORDS_PER_ROUND);
        }
      }
      awaitAllInTables();
      enough = true;
      for (Sink sink : Sink.values()) {
        enough &= versions(sink) - start.get(sink) >= commits;
      }
    }
  }

  /** Waits until every sink's consumer group has committed its topics' ends. */
  private void awaitAllInTables() throws Exception {
    for (Sink sink : Sink.values()) {
      Map<TopicPartition, Long> ends = ends(topics(sink));
      Await.until(
          sink + " to write all records",
          TIMEOUT,
          () -> {
            rest.throwIfFailed(sink.name());
            Map<TopicPartition, Long> committed = committed(sink);
            return ends.entrySet().stream()
                .allMatch(e -> e.getValue().equals(committed.get(e.getKey())));
          });
    }
  }

  /** The ends of all partitions that have records. */
  private Map<TopicPartition, Long> ends(List<WorkloadTopic> of) throws Exception {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    for (WorkloadTopic topic : of) {
      for (int i = 0; i < topic.partitions(); i++) {
        latest.put(new TopicPartition(topic.name(), i), OffsetSpec.latest());
      }
    }
    Map<TopicPartition, Long> ends = new HashMap<>();
    admin.listOffsets(latest).all().get().forEach((tp, end) -> ends.put(tp, end.offset()));
    ends.values().removeIf(end -> end == 0);
    return ends;
  }

  private Map<TopicPartition, Long> committed(Sink sink) {
    try {
      Map<TopicPartition, OffsetAndMetadata> offsets =
          admin
              .listConsumerGroupOffsets("connect-" + sink.name())
              .partitionsToOffsetAndMetadata()
              .get();
      Map<TopicPartition, Long> committed = new HashMap<>();
      offsets.forEach((tp, o) -> committed.put(tp, o == null ? null : o.offset()));
      return committed;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private void judgeAll() throws Exception {
    List<Runnable> judgements = new ArrayList<>();
    for (Sink sink : Sink.values()) {
      for (WorkloadTopic topic : topics(sink)) {
        judgements.add(() -> judge(sink, topic));
      }
    }
    inParallel(judgements);
  }

  /** On threads of our own: Spark's tasks wait for the common pool, and would for ever. */
  private static void inParallel(List<Runnable> judgements) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> results = new ArrayList<>();
      judgements.forEach(judgement -> results.add(threads.submit(judgement)));
      for (Future<?> result : results) {
        result.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void judge(Sink sink, WorkloadTopic topic) {
    SparkTable table = table(sink, topic);
    table.assertRows(topic.rows());
    table.assertFeedTellsEveryVersion();
    System.out.printf(
        "SinkJudgedBySparkIT: %s/%s is right at %d versions%n",
        sink, topic.name(), table.version() + 1);
  }

  /**
   * Spark changes the tables of the first topic, all in the same way, and cleans up after itself.
   *
   * @return their versions
   */
  private Map<SparkTable, Long> letSparkWrite() {
    Map<SparkTable, Long> versions = new LinkedHashMap<>();
    for (Sink sink : Sink.values()) {
      SparkTable table = table(sink, topics.get(0));
      List<Map<String, Object>> before = table.rows();
      long version = table.version();
      table.sql("UPDATE %s SET quantity = CAST(id AS INT), region = 'moved' WHERE id % 7 = 0");
      table.sql("DELETE FROM %s WHERE id % 11 = 0");
      table.sql(
          "MERGE INTO %s t USING (SELECT CASE WHEN id % 2 = 0 THEN id ELSE id + 1000000 END AS id,"
              + " * EXCEPT (id) FROM %s WHERE id % 5 = 1) s ON t.id = s.id"
              + " WHEN MATCHED THEN UPDATE SET active = NOT coalesce(t.active, false)"
              + " WHEN NOT MATCHED THEN INSERT *");
      table.sql("OPTIMIZE %s");
      table.assertFeedTellsEveryVersion(version + 1, before);
      table.sql("VACUUM %s RETAIN 0 HOURS");
      versions.put(table, table.version());
    }
    List<SparkTable> tables = List.copyOf(versions.keySet());
    topics.get(0).adopt(tables.get(0).rows());
    tables.forEach(table -> table.assertRows(topics.get(0).rows()));
    return versions;
  }

  private long versions(Sink sink) throws IOException {
    Path log = directory.resolve(sink.name()).resolve(topics.get(0).name()).resolve("_delta_log");
    if (!Files.exists(log)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(log)) {
      return files.filter(f -> f.getFileName().toString().matches("\\d{20}\\.json")).count();
    }
  }

  private List<WorkloadTopic> topics(Sink sink) {
    return topics.subList(0, sink.tables);
  }

  private SparkTable table(Sink sink, WorkloadTopic topic) {
    return new SparkTable(directory.resolve(sink.name()).resolve(topic.name()), topic.keyColumns());
  }

  private static Producer<byte[], byte[]> producer(KafkaBroker broker) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", broker.bootstrapServers(), "acks", "all"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
