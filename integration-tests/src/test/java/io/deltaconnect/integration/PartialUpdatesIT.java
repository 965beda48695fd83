package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectWorker;
import io.deltaconnect.quickstart.KafkaBroker;
import io.deltaconnect.quickstart.ProjectLayout;
import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.storage.Storage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A record of which only the commit can tell that it is bad, on a real worker: long after the
 * worker has handed it over.
 */
class PartialUpdatesIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final TopicPartition PARTITION = new TopicPartition("docs", 0);
  private static final String WITHOUT_ROW =
      "{\"a\": \"__debezium_unavailable_value\", \"b\": \"b\"}";

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  void recordThatKeepsAValueOfNoRowIsReportedAloneOrFailsTheTask() throws Exception {
    ProjectLayout project = ProjectLayout.find();
    try (KafkaBroker broker = KafkaBroker.start(project.kafkaLibs(), directory.resolve("broker"));
        ConnectWorker worker =
            ConnectWorker.start(
                ConnectWorker.Settings.of(
                    project.kafkaLibs(),
                    broker.bootstrapServers(),
                    "partial",
                    project.pluginPath()),
                directory.resolve("worker"));
        Admin admin = broker.admin()) {
      admin.createTopics(List.of(new NewTopic(PARTITION.topic(), 1, (short) 1))).all().get();
      produce(broker);

      Map<String, String> queue = new HashMap<>();
      queue.put("errors.tolerance", "all");
      queue.put("errors.deadletterqueue.topic.name", "queue");
      queue.put("errors.deadletterqueue.topic.replication.factor", "1");
      worker.rest().deploy("reporting", config("reporting", queue));
      awaitOffset(admin, worker, "reporting");
      assertThat(rows("reporting")).containsExactlyInAnyOrder("[1, a, b2]", "[3, a, b]");
      assertThat(reported(broker)).containsExactly(WITHOUT_ROW);

      worker.rest().deploy("failing", config("failing", Map.of()));
      assertThat(worker.rest().awaitFailure("failing", TIMEOUT))
          .contains("record docs-0@1 for table docs: column a:");
      worker
          .rest()
          .deploy("failing", config("failing", Map.of("unavailable.value.on.missing.row", "null")));
      worker.rest().restart("failing");
      awaitOffset(admin, worker, "failing");
      assertThat(rows("failing"))
          .containsExactlyInAnyOrder("[1, a, b2]", "[2, null, b]", "[3, a, b]");
    }
  }

  private static void produce(KafkaBroker broker) throws Exception {
    try (Producer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      List<Future<RecordMetadata>> sent =
          List.of(
              send(producer, "1", "{\"a\": \"a\", \"b\": \"b\"}"),
              send(producer, "2", WITHOUT_ROW),
              send(producer, "1", "{\"a\": \"__debezium_unavailable_value\", \"b\": \"b2\"}"),
              send(producer, "3", "{\"a\": \"a\", \"b\": \"b\"}"));
      for (Future<RecordMetadata> record : sent) {
        record.get();
      }
    }
  }

  private static Future<RecordMetadata> send(
      Producer<String, String> producer, String key, String value) {
    return producer.send(new ProducerRecord<>(PARTITION.topic(), 0, key, value));
  }

  private Map<String, String> config(String name, Map<String, String> more) {
    Map<String, String> config = new HashMap<>(more);
    config.put("connector.class", "io.deltaconnect.sink.DeltaSinkConnector");
    config.put("tasks.max", "1");
    config.put("topics", PARTITION.topic());
    config.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
    config.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
    config.put("value.converter.schemas.enable", "false");
    config.put("pk.fields", "id");
    config.put("table.path", directory.resolve(name) + "/${topic}");
    config.put("auto.create", "true");
    config.put("commit.interval.ms", "1000");
    return config;
  }

  private static void awaitOffset(Admin admin, ConnectWorker worker, String connector) {
    Await.until(
        connector + " to commit all records (log: " + worker.log() + ")",
        TIMEOUT,
        () -> {
          if (!connector.equals("failing")) {
            worker.rest().throwIfFailed(connector);
          }
          OffsetAndMetadata offset = offset(admin, "connect-" + connector);
          return offset != null && offset.offset() == 4;
        });
  }

  private static OffsetAndMetadata offset(Admin admin, String group) {
    return Answer.of(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .get(PARTITION);
  }

  private List<String> rows(String connector) throws Exception {
    Storage storage = Storage.of(Map.of());
    TableLog log = TableLog.open(storage, directory.resolve(connector).resolve("docs").toString());
    List<String> rows = new ArrayList<>();
    try (SnapshotRows found = new SnapshotRows(storage, log.snapshot())) {
      while (found.next()) {
        rows.add(Arrays.toString(found.row()));
      }
    }
    return rows;
  }

  /** The values in the dead letter queue. */
  private static List<String> reported(KafkaBroker broker) {
    TopicPartition queue = new TopicPartition("queue", 0);
    List<String> values = new ArrayList<>();
    try (Consumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.assign(List.of(queue));
      consumer.seekToBeginning(List.of(queue));
      long end = consumer.endOffsets(List.of(queue)).get(queue);
      while (consumer.position(queue) < end) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofSeconds(1))) {
          values.add(record.value());
        }
      }
    }
    return values;
  }
}
