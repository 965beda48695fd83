package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectRest;
import io.deltaconnect.quickstart.ConnectRest.Plugin;
import io.deltaconnect.quickstart.ConnectWorker;
import io.deltaconnect.quickstart.KafkaBroker;
import io.deltaconnect.quickstart.ProjectLayout;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The unpacked zips on workers of the oldest and the newest Kafka, in each way of finding plugins,
 * beside a plugin that has the same libraries in other versions.
 */
class PluginsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final ProjectLayout PROJECT = ProjectLayout.find();
  private static final String SECRET = "not-to-be-seen-anywhere";

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path directory;

  private static KafkaBroker broker;

  @BeforeAll
  static void start() {
    broker = KafkaBroker.start(PROJECT.kafkaLibs(), directory.resolve("broker"));
  }

  @AfterAll
  static void stop() {
    if (broker != null) {
      broker.close();
    }
  }

  private static ConnectWorker worker(String kafka, String discovery) {
    String group = kafka + "-" + discovery;
    return ConnectWorker.start(
        ConnectWorker.Settings.of(
                kafka.equals("oldest") ? PROJECT.oldestKafkaLibs() : PROJECT.kafkaLibs(),
                broker.bootstrapServers(),
                group,
                PROJECT.pluginPath(),
                PROJECT.transformsPath(),
                PROJECT.neighbourPath())
            .with("plugin.discovery", discovery),
        directory.resolve(group));
  }

  /**
   * The newest with {@code service_load} is what all other tests run on, and who starts with {@code
   * hybrid_fail}, as the oldest does below, starts with {@code hybrid_warn}.
   */
  static Stream<Arguments> workers() {
    Stream<Arguments> always = Stream.of(Arguments.of("newest", "only_scan"));
    Stream<Arguments> others =
        Stream.of(
            Arguments.of("oldest", "only_scan"),
            Arguments.of("oldest", "hybrid_warn"),
            Arguments.of("oldest", "service_load"),
            Arguments.of("newest", "hybrid_warn"),
            Arguments.of("newest", "hybrid_fail"),
            Arguments.of("newest", "service_load"));
    return Profile.isLong() ? Stream.concat(always, others) : always;
  }

  @ParameterizedTest
  @MethodSource("workers")
  void pluginsAreListedWithTheirVersions(String kafka, String discovery) {
    try (ConnectWorker worker = worker(kafka, discovery)) {
      assertListed(worker.rest());
    }
  }

  private static void assertListed(ConnectRest rest) {
    String folder = PROJECT.pluginPath().getFileName().toString();
    String version = folder.substring(folder.indexOf("delta-") + "delta-".length());
    assertThat(rest.allPlugins())
        .contains(
            new Plugin("io.deltaconnect.sink.DeltaSinkConnector", "sink", version),
            new Plugin("io.deltaconnect.source.DeltaSourceConnector", "source", version),
            new Plugin("io.deltaconnect.transforms.OpCodes", "transformation", version),
            new Plugin("io.deltaconnect.transforms.DebeziumRow", "transformation", version),
            new Plugin("io.deltaconnect.transforms.DeltaTombstone", "transformation", version),
            new Plugin("io.deltaconnect.neighbour.ParquetRoundTrip", "transformation", "1"));
  }

  @Test
  void allDoTheirJobOnTheOldestWorkerBesideOtherVersionsOfTheirLibraries()
      throws IOException, JMException {
    Path table = directory.resolve("lake/orders");
    try (ConnectWorker worker = worker("oldest", "hybrid_fail")) {
      ConnectRest rest = worker.rest();
      assertListed(rest);
      assertThat(rest.validate("sink", sink())).isEmpty();
      rest.deploy("sink", sink());
      rest.awaitRunning("sink", 1, TIMEOUT);
      send("{\"op\":\"I\",\"n\":1}", 1, 2);
      Await.until(
          "the table " + table + " (log: " + worker.log() + ")",
          TIMEOUT,
          () -> {
            rest.throwIfFailed("sink");
            return exists(table);
          });
      rest.deploy("source", source(table));
      rest.awaitRunning("source", 1, TIMEOUT);
      List<ConsumerRecord<byte[], byte[]>> rows = received(rest, 2);
      send("{\"op\":\"D\"}", 1);
      List<ConsumerRecord<byte[], byte[]>> all = received(rest, 3);

      assertThat(rows).extracting(PluginsIT::id).containsExactlyInAnyOrder(1L, 2L);
      for (ConsumerRecord<byte[], byte[]> row : rows) {
        JsonNode value = JSON.readTree(row.value());
        assertThat(value.path("n").asLong()).isEqualTo(1);
        assertThat(value.path("neighbour").asText())
            .isEqualTo("jackson 2.17.2, avro 1.11.4, parquet 1.13.1, hadoop 3.3.6");
      }
      assertThat(id(all.get(2))).isEqualTo(1);
      assertThat(all.get(2).value()).isNull();
      assertMetrics(worker);
      assertLog(worker);
    }
  }

  private static Map<String, String> sink() {
    Map<String, String> sink =
        new LinkedHashMap<>(PlainRecords.sink(directory + "/lake/${topic}", "orders"));
    sink.put("transforms", "ops,neighbour");
    sink.put("transforms.ops.type", "io.deltaconnect.transforms.OpCodes");
    sink.put("transforms.ops.field.name", "op");
    sink.put("transforms.ops.from", "changelog");
    sink.put("transforms.ops.to", "debezium");
    sink.put("transforms.neighbour.type", "io.deltaconnect.neighbour.ParquetRoundTrip");
    sink.put("op.field", "op");
    sink.put("columns.exclude", "op");
    sink.put("storage.access.key", "somebody");
    sink.put("storage.secret.key", SECRET);
    return sink;
  }

  private static Map<String, String> source(Path table) {
    Map<String, String> source = new LinkedHashMap<>();
    source.put("connector.class", "io.deltaconnect.source.DeltaSourceConnector");
    source.put("tasks.max", "1");
    source.put("tables", table.toString());
    source.put("topic.format", "changes");
    source.put("key.converter.schemas.enable", "false");
    source.put("key.converter", "org.apache.kafka.connect.json.JsonConverter");
    source.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
    source.put("value.converter.schemas.enable", "false");
    source.put("poll.interval.ms", "100");
    source.put("transaction.boundary", "connector");
    source.put("output.format", "after");
    return source;
  }

  private static void send(String value, long... ids) {
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
      for (long id : ids) {
        records.add(PlainRecords.record("orders", 0, null, id, value));
      }
      Topics.send(producer, records);
    }
  }

  private static boolean exists(Path table) {
    try {
      return DeltaTable.exists(Storage.of(Map.of()), table.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first records of the source's topic, when there are so many. */
  private static List<ConsumerRecord<byte[], byte[]>> received(ConnectRest rest, int count) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "isolation.level",
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      TopicPartition changes = new TopicPartition("changes", 0);
      consumer.assign(List.of(changes));
      consumer.seekToBeginning(List.of(changes));
      Await.until(
          count + " records in the topic changes",
          TIMEOUT,
          () -> {
            rest.throwIfFailed("sink");
            rest.throwIfFailed("source");
            consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
            return records.size() >= count;
          });
    }
    return records;
  }

  private static long id(ConsumerRecord<byte[], byte[]> record) {
    try {
      return JSON.readTree(record.key()).path("id").asLong();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a monitoring agent sees them. */
  @SuppressWarnings("BanJNDI") // The address is that of a process of ours.
  private static void assertMetrics(ConnectWorker worker) throws IOException, JMException {
    try (JMXConnector jmx = JMXConnectorFactory.connect(new JMXServiceURL(agent(worker)))) {
      ObjectName sink =
          new ObjectName("io.deltaconnect:type=sink-task-metrics,connector=sink,task=0");
      ObjectName source =
          new ObjectName(
              "io.deltaconnect:type=source-table-metrics,connector=source,task=0,table=orders");
      assertThat(jmx.getMBeanServerConnection().getAttribute(sink, "RowsInserted")).isEqualTo(2L);
      assertThat(jmx.getMBeanServerConnection().getAttribute(sink, "RowsDeleted")).isEqualTo(1L);
      assertThat(jmx.getMBeanServerConnection().getAttribute(source, "Deletes")).isEqualTo(1L);
    }
  }

  private static String agent(ConnectWorker worker) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(worker.pid()));
      try {
        return machine.startLocalManagementAgent();
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException(e);
    }
  }

  /** Our lines say connector, task and table; nothing says the secret. */
  private static void assertLog(ConnectWorker worker) throws IOException {
    String log = new String(Files.readAllBytes(worker.log()), StandardCharsets.UTF_8);
    assertThat(log.lines())
        .anyMatch(
            line ->
                line.matches(
                    ".* INFO \\[sink\\|task-0\\] table orders .* v\\d+: \\d+ records -> \\d+ rows"
                        + " inserted, .* orders"))
        .anyMatch(
            line ->
                line.matches(
                    ".* INFO \\[source\\|task-0\\] published table orders .*: \\d records in .*"
                        + " orders"));
    assertThat(log).doesNotContain(SECRET);
  }
}
