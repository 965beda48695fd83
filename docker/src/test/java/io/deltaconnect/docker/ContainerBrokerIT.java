package io.deltaconnect.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectRest;
import io.deltaconnect.quickstart.ConnectWorker;
import io.deltaconnect.quickstart.ConnectorExample;
import io.deltaconnect.quickstart.ProjectLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** The broker is a container, the worker a process with the connectors as their zip has them. */
class ContainerBrokerIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final String TOPIC = "orders";
  private static final String FEED = "delta.orders";

  @TempDir private static Path directory;

  @BeforeAll
  static void anEngineMustAnswer() {
    assumeThat(DockerClientFactory.instance().isDockerAvailable())
        .as("A Docker engine answers; without one this test is skipped")
        .isTrue();
  }

  @Test
  void changesGoThroughTheTableIntoAnotherTopic() throws Exception {
    ProjectLayout project = ProjectLayout.find();
    try (KafkaContainer broker = broker()) {
      broker.start();
      String servers = broker.getBootstrapServers();
      try (ConnectWorker worker =
              ConnectWorker.start(
                  ConnectWorker.Settings.of(
                      project.kafkaLibs(), servers, "container", project.pluginPath()),
                  directory.resolve("worker"));
          KafkaProducer<String, String> producer = producer(servers);
          KafkaConsumer<String, String> consumer = consumer(servers)) {
        ConnectRest rest = worker.rest();
        produce(producer, "A-1", order("A-1", "PLACED"));
        deploy(rest, sink(project));
        awaitFirstRows(rest);
        deploy(rest, source(project));

        List<String> changes = new ArrayList<>();
        await(consumer, changes, 1);
        produce(producer, "A-1", order("A-1", "SHIPPED"));
        await(consumer, changes, 3);
        produce(producer, "A-1", null);
        await(consumer, changes, 4);
        assertThat(changes)
            .containsExactly(
                "insert A-1 PLACED",
                "update_preimage A-1 PLACED",
                "update_postimage A-1 SHIPPED",
                "delete A-1 SHIPPED");
      }
    }
  }

  private static KafkaContainer broker() {
    return new KafkaContainer(
        DockerImageName.parse(System.getProperty("docker.kafka.image"))
            .asCompatibleSubstituteFor("apache/kafka"));
  }

  private static ConnectorExample sink(ProjectLayout project) {
    return ConnectorExample.read(project.configExample("sink-upsert-json.json"))
        .with("table.path", table().toString())
        .with("commit.interval.ms", "500");
  }

  private static ConnectorExample source(ProjectLayout project) {
    return ConnectorExample.read(project.configExample("source-flat.json"))
        .with("tables", table().toString())
        .with("startup.mode", "version")
        .with("starting.version", "0");
  }

  private static Path table() {
    return directory.resolve("lake").resolve(TOPIC);
  }

  private static void deploy(ConnectRest rest, ConnectorExample connector) {
    rest.deploy(connector.name(), connector.config());
    rest.awaitRunning(connector.name(), 1, TIMEOUT);
  }

  private static void awaitFirstRows(ConnectRest rest) {
    Path commit = table().resolve("_delta_log/00000000000000000001.json");
    Await.until(
        "the first rows",
        TIMEOUT,
        () -> {
          rest.throwIfFailed("orders-to-delta");
          return Files.exists(commit);
        });
  }

  private static void await(
      KafkaConsumer<String, String> consumer, List<String> changes, int count) {
    Await.until(
        count + " changes, there are " + changes,
        TIMEOUT,
        () -> {
          for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
            changes.add(change(record.value()));
          }
          return changes.size() >= count;
        });
  }

  private static String change(String value) {
    try {
      JsonNode row = new ObjectMapper().readTree(value);
      return row.path("_change_type").asText()
          + " "
          + row.path("order_id").asText()
          + " "
          + row.path("status").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Not JSON: " + value, e);
    }
  }

  private static void produce(KafkaProducer<String, String> producer, String key, String value)
      throws Exception {
    producer.send(new ProducerRecord<>(TOPIC, key, value)).get();
  }

  private static String order(String id, String status) {
    return """
    {"schema": {"type": "struct", "fields": [
        {"field": "order_id", "type": "string"}, {"field": "status", "type": "string"}]},
     "payload": {"order_id": "%s", "status": "%s"}}\
    """
        .formatted(id, status);
  }

  private static KafkaProducer<String, String> producer(String servers) {
    return new KafkaProducer<>(
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers),
        new StringSerializer(),
        new StringSerializer());
  }

  /** Reads {@link #FEED} from its beginning, whenever it is made. */
  private static KafkaConsumer<String, String> consumer(String servers) {
    KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                servers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed"),
            new StringDeserializer(),
            new StringDeserializer());
    TopicPartition partition = new TopicPartition(FEED, 0);
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
    return consumer;
  }
}
