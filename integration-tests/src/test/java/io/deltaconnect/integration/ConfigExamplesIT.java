package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectRest;
import io.deltaconnect.quickstart.ConnectWorker;
import io.deltaconnect.quickstart.ConnectorExample;
import io.deltaconnect.quickstart.KafkaBroker;
import io.deltaconnect.quickstart.ProjectLayout;
import io.deltaconnect.quickstart.S3Server;
import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The example configurations that no other test runs, on a worker with the settings of {@code
 * worker.properties}: what they name is made, and nothing in them is wrong.
 */
class ConfigExamplesIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final ProjectLayout PROJECT = ProjectLayout.find();
  private static final String SCHEMA = "{\"type\":\"struct\",\"fields\":[%s]}";

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path directory;

  private static S3Server s3;
  private static FakeSts sts;
  private static KafkaBroker broker;
  private static ConnectWorker worker;
  private static ConnectRest rest;
  private static Admin admin;
  private static Producer<String, String> producer;

  @BeforeAll
  static void start() throws IOException {
    s3 = S3Server.start(PROJECT.s3Libs(), directory.resolve("s3"), "lake");
    sts = new FakeSts(S3Server.ACCESS_KEY, S3Server.SECRET_KEY);
    broker = KafkaBroker.start(PROJECT.kafkaLibs(), directory.resolve("broker"));
    worker = ConnectWorker.start(workerSettings(), directory.resolve("worker"));
    rest = worker.rest();
    admin = broker.admin();
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer());
  }

  /** Those of the file, but for where things are, and what takes more than one broker. */
  private static ConnectWorker.Settings workerSettings() throws IOException {
    Properties file = new Properties();
    try (Reader reader = Files.newBufferedReader(PROJECT.configExample("worker.properties"))) {
      file.load(reader);
    }
    ConnectWorker.Settings settings =
        ConnectWorker.Settings.of(
                PROJECT.kafkaLibs(), broker.bootstrapServers(), "examples", PROJECT.pluginPath())
            .withJvmOptions(
                // What the environment of a worker in AWS has.
                "-Daws.region=" + S3Server.REGION,
                "-Daws.accessKeyId=" + S3Server.ACCESS_KEY,
                "-Daws.secretAccessKey=" + S3Server.SECRET_KEY,
                "-Daws.endpointUrlSts=" + sts.endpoint());
    for (String property : file.stringPropertyNames()) {
      if (!List.of("bootstrap.servers", "listeners", "plugin.path").contains(property)
          && !property.endsWith(".replication.factor")) {
        settings = settings.with(property, file.getProperty(property));
      }
    }
    return settings.with("config.providers.file.param.allowed.paths", directory.toString());
  }

  @AfterAll
  static void stop() throws Exception {
    for (AutoCloseable each : new AutoCloseable[] {producer, admin, worker, broker, sts, s3}) {
      if (each != null) {
        each.close();
      }
    }
  }

  private static ConnectorExample example(String name) {
    ConnectorExample example = ConnectorExample.read(PROJECT.configExample(name));
    for (Map.Entry<String, String> entry : example.config().entrySet()) {
      String value = entry.getValue().replace("/data/lake", directory + "/lake");
      example = example.with(entry.getKey(), value);
    }
    return example.config().containsKey("commit.interval.ms")
        ? example.with("commit.interval.ms", "200")
        : example.with("poll.interval.ms", "200");
  }

  private static void deploy(ConnectorExample example) {
    assertThat(rest.validate(example.name(), example.config())).as(example.name()).isEmpty();
    rest.deploy(example.name(), example.config());
  }

  @Test
  void everyRecordIsAppended() {
    String fields = field("day", "string") + "," + field("page", "string");
    send("clicks", null, json(fields, "{\"day\":\"2026-01-02\",\"page\":\"/\"}"));
    send("clicks", null, json(fields, "{\"day\":\"2026-01-02\",\"page\":\"/\"}"));
    send("clicks", null, json(fields, "{\"day\":\"2026-01-03\",\"page\":\"/a\"}"));
    ConnectorExample example = example("sink-append.json");
    deploy(example);

    Path table = directory.resolve("lake/web/clicks");
    awaitRows(
        example, table, "day=2026-01-02 page=/", "day=2026-01-02 page=/", "day=2026-01-03 page=/a");
    assertThat(table.resolve("day=2026-01-03")).isDirectory();
  }

  @Test
  void eachTopicHasItsTableAndItsOwnSettings() {
    String order = field("id", "int64");
    String name = field("name", "string");
    for (String value : new String[] {"a", "b"}) {
      send(
          "shop.orders",
          json(order, "{\"id\":1}"),
          json(order + "," + name, "{\"id\":1,\"name\":\"" + value + "\"}"));
    }
    String line = field("order_id", "int64") + "," + field("line", "int32") + "," + name;
    send("shop.order-lines", null, json(line, "{\"order_id\":1,\"line\":1,\"name\":\"x\"}"));
    send("shop.order-lines", null, json(line, "{\"order_id\":1,\"line\":2,\"name\":\"y\"}"));
    send("shop.order-lines", null, json(line, "{\"order_id\":1,\"line\":1,\"name\":\"z\"}"));
    send("shop.visits", null, json(name, "{\"name\":\"v\"}"));
    send("shop.visits", null, json(name, "{\"name\":\"v\"}"));
    ConnectorExample example = example("sink-many-tables.json");
    deploy(example);

    Path shop = directory.resolve("lake/shop");
    awaitRows(example, shop.resolve("orders"), "id=1 name=b");
    awaitRows(
        example,
        shop.resolve("order_lines"),
        "order_id=1 line=1 name=z",
        "order_id=1 line=2 name=y");
    awaitRows(example, shop.resolve("shop.visits"), "name=v", "name=v");
    assertThat(snapshot(Map.of(), shop.resolve("order_lines").toString()).properties())
        .containsEntry("delta.logRetentionDuration", "interval 7 days");
    assertThat(snapshot(Map.of(), shop.resolve("orders").toString()).properties())
        .doesNotContainKey("delta.logRetentionDuration");
  }

  @ParameterizedTest
  @CsvSource({
    "sink-s3-keys.json,keys",
    "sink-s3-role.json,environment",
    "sink-s3-assumed-role.json,role"
  })
  void tablesOnS3AreWrittenWithAllKindsOfCredentials(String file, String topic) throws Exception {
    String fields = field("order_id", "string") + "," + field("status", "string");
    send(topic, "A-1", json(fields, "{\"order_id\":\"A-1\",\"status\":\"PLACED\"}"));
    ConnectorExample example =
        example(file)
            .with("topics", topic)
            .with("storage.endpoint", s3.endpoint().toString())
            .with("storage.path.style.access", "true");
    example = new ConnectorExample(topic, example.config());
    if (example.config().containsKey("storage.access.key")) {
      Path secrets = directory.resolve("s3.properties");
      Files.writeString(
          secrets, "access=" + S3Server.ACCESS_KEY + "\nsecret=" + S3Server.SECRET_KEY + "\n");
      example =
          example
              .with("storage.access.key", "${file:" + secrets + ":access}")
              .with("storage.secret.key", "${file:" + secrets + ":secret}");
    }
    deploy(example);

    awaitRows(
        example, s3.hadoopProperties(), "s3a://lake/retail/" + topic, "order_id=A-1 status=PLACED");
    if (topic.equals("role")) {
      assertThat(sts.requests())
          .isNotEmpty()
          .allSatisfy(
              request ->
                  assertThat(request)
                      .contains("Action=AssumeRole", "arn:aws:iam::123456789012:role/lake-writer"));
    }
  }

  @ParameterizedTest
  @CsvSource({"sink-adls.json,abfss", "sink-gcs.json,gs"})
  void aFileSystemThatIsNotInThePluginIsNamed(String file, String scheme) {
    ConnectorExample example = example(file);

    assertThat(rest.validate(example.name(), example.config()))
        .containsOnlyKeys("table.path")
        .extractingByKey("table.path")
        .asString()
        .contains("cannot be written: there is no file system for " + scheme + "://");
  }

  @Test
  void changesOfATableGoOutAsEnvelopesAndToACompactedTopic() throws Exception {
    String fields = field("order_id", "string") + "," + field("status", "string");
    send("orders", "A-1", json(fields, "{\"order_id\":\"A-1\",\"status\":\"PLACED\"}"));
    ConnectorExample sink = example("sink-upsert-json.json");
    deploy(sink);
    Path table = directory.resolve("lake/retail/orders");
    awaitRows(sink, table, "order_id=A-1 status=PLACED");
    ConnectorExample compacted =
        example("source-compacted.json").with("topic.creation.default.replication.factor", "1");
    ConnectorExample debezium = example("source-debezium.json");
    deploy(debezium);
    deploy(compacted);
    awaitRecords(debezium, "lake.retail.orders", 1);
    awaitRecords(compacted, "current.orders", 1);

    send("orders", "A-1", json(fields, "{\"order_id\":\"A-1\",\"status\":\"PAID\"}"));
    awaitRows(sink, table, "order_id=A-1 status=PAID");
    send("orders", "A-1", null);
    awaitRows(sink, table);

    List<String> events = new ArrayList<>();
    for (ConsumerRecord<String, String> record : awaitRecords(debezium, "lake.retail.orders", 4)) {
      assertThat(new ObjectMapper().readTree(record.key()).path("payload").path("order_id"))
          .hasToString("\"A-1\"");
      events.add(
          record.value() == null
              ? "tombstone"
              : event(new ObjectMapper().readTree(record.value()).path("payload")));
    }
    assertThat(events)
        .containsExactly("r null > PLACED", "u PLACED > PAID", "d PAID > null", "tombstone");
    assertThat(
            awaitRecords(compacted, "current.orders", 3).stream()
                .map(record -> record.key() + " " + record.value()))
        .containsExactly(
            "{\"order_id\":\"A-1\"} {\"order_id\":\"A-1\",\"status\":\"PLACED\"}",
            "{\"order_id\":\"A-1\"} {\"order_id\":\"A-1\",\"status\":\"PAID\"}",
            "{\"order_id\":\"A-1\"} null");
    assertThat(cleanupPolicy("current.orders")).isEqualTo("compact");
  }

  private static String event(JsonNode envelope) {
    return "%s %s > %s"
        .formatted(
            envelope.path("op").asText(),
            envelope.path("before").path("status").asText("null"),
            envelope.path("after").path("status").asText("null"));
  }

  private static String cleanupPolicy(String topic) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return admin
        .describeConfigs(List.of(resource))
        .all()
        .get()
        .get(resource)
        .get(TopicConfig.CLEANUP_POLICY_CONFIG)
        .value();
  }

  private static String field(String name, String type) {
    return "{\"field\":\"%s\",\"type\":\"%s\",\"optional\":true}".formatted(name, type);
  }

  private static String json(String fields, String payload) {
    return "{\"schema\":%s,\"payload\":%s}".formatted(SCHEMA.formatted(fields), payload);
  }

  private static void send(String topic, String key, String value) {
    Answer.of(producer.send(new ProducerRecord<>(topic, key, value)));
  }

  /** Waits until a consumer of committed records has seen so many, and gives all that it sees. */
  private static List<ConsumerRecord<String, String>> awaitRecords(
      ConnectorExample source, String topic, int count) {
    List<ConsumerRecord<String, String>> records = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", broker.bootstrapServers(),
                "isolation.level", "read_committed",
                "allow.auto.create.topics", "false"),
            new StringDeserializer(),
            new StringDeserializer())) {
      Await.until(
          count + " records in " + topic + " (log: " + worker.log() + ")",
          TIMEOUT,
          () -> {
            rest.throwIfFailed(source.name());
            if (consumer.assignment().isEmpty() && consumer.listTopics().containsKey(topic)) {
              List<TopicPartition> partitions =
                  consumer.partitionsFor(topic).stream()
                      .map(info -> new TopicPartition(topic, info.partition()))
                      .toList();
              consumer.assign(partitions);
              consumer.seekToBeginning(partitions);
            }
            if (!consumer.assignment().isEmpty()) {
              consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
            return records.size() >= count;
          });
    }
    assertThat(records).hasSize(count);
    return records;
  }

  private static void awaitRows(ConnectorExample sink, Path table, String... rows) {
    awaitRows(sink, Map.of(), table.toString(), rows);
  }

  private static void awaitRows(
      ConnectorExample sink, Map<String, String> storage, String table, String... rows) {
    List<String> expected = List.of(rows).stream().sorted().toList();
    Await.until(
        expected + " in " + table + " (log: " + worker.log() + ")",
        TIMEOUT,
        () -> {
          rest.throwIfFailed(sink.name());
          return expected.equals(rows(storage, table));
        });
  }

  /** Null if there is no table yet. */
  private static TableSnapshot snapshot(Map<String, String> storage, String table) {
    try {
      return TableLog.exists(Storage.of(storage), table)
          ? TableLog.open(Storage.of(storage), table).snapshot()
          : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sorted; null if there is no table yet. */
  private static List<String> rows(Map<String, String> storage, String table) {
    TableSnapshot snapshot = snapshot(storage, table);
    if (snapshot == null) {
      return null;
    }
    List<String> names = snapshot.schema().fieldNames();
    List<String> found = new ArrayList<>();
    try (SnapshotRows rows = new SnapshotRows(Storage.of(storage), snapshot)) {
      while (rows.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
          cells.add(names.get(i) + "=" + rows.row()[i]);
        }
        found.add(String.join(" ", cells));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.stream().sorted().toList();
  }
}
