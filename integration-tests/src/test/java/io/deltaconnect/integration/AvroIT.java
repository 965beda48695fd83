package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectRest;
import io.deltaconnect.quickstart.ConnectWorker;
import io.deltaconnect.quickstart.ConnectorExample;
import io.deltaconnect.quickstart.KafkaBroker;
import io.deltaconnect.quickstart.ProjectLayout;
import io.deltaconnect.quickstart.SchemaRegistry;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Avro in Confluent's wire format, through a registry and a converter, into tables. */
class AvroIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path directory;

  private static SchemaRegistry registry;
  private static KafkaBroker broker;
  private static ConnectWorker worker;
  private static Admin admin;
  private static Producer<byte[], byte[]> producer;

  @BeforeAll
  static void start() {
    ProjectLayout project = ProjectLayout.find();
    registry = SchemaRegistry.start(project.registryLibs(), directory.resolve("registry"));
    broker = KafkaBroker.start(project.kafkaLibs(), directory.resolve("broker"));
    worker =
        ConnectWorker.start(
            ConnectWorker.Settings.of(
                project.kafkaLibs(),
                broker.bootstrapServers(),
                "avro",
                project.pluginPath(),
                project.avroConverter()),
            directory.resolve("worker"));
    admin = broker.admin();
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  @AfterAll
  static void stop() {
    for (AutoCloseable each : new AutoCloseable[] {producer, admin, worker, broker, registry}) {
      close(each);
    }
  }

  private static void close(AutoCloseable each) {
    if (each == null) {
      return;
    }
    try {
      each.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Schema schema(String json) {
    return new Schema.Parser().parse(json);
  }

  private static Schema record(String name, String... fields) {
    return schema(
        "{\"type\":\"record\",\"name\":\"%s\",\"fields\":[%s]}"
            .formatted(name, String.join(",", fields)));
  }

  private static String field(String name, String type) {
    return "{\"name\":\"%s\",\"type\":%s}".formatted(name, type);
  }

  private static String field(String name, String type, String byDefault) {
    return "{\"name\":\"%s\",\"type\":%s,\"default\":%s}".formatted(name, type, byDefault);
  }

  private static String logical(String type, String logicalType) {
    return "{\"type\":\"%s\",\"logicalType\":\"%s\"}".formatted(type, logicalType);
  }

  private static GenericRecord value(Schema schema, Object... namesAndValues) {
    GenericRecord value = new GenericData.Record(schema);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      value.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return value;
  }

  private static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  private static ByteBuffer bytes(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length);
    for (int value : values) {
      bytes.put((byte) value);
    }
    return bytes.flip();
  }

  @Test
  void everyTypeOfAvroHasItsColumn() throws Exception {
    Schema all =
        record(
            "All",
            field("flag", "\"boolean\""),
            field("i", "\"int\""),
            field("l", "\"long\""),
            field("f", "\"float\""),
            field("d", "\"double\""),
            field("s", "\"string\""),
            field("raw", "\"bytes\""),
            field(
                "color", "{\"type\":\"enum\",\"name\":\"Color\",\"symbols\":[\"RED\",\"GREEN\"]}"),
            field("other_color", "[\"null\",\"Color\"]", "null"),
            field("hash", "{\"type\":\"fixed\",\"name\":\"Hash\",\"size\":2}"),
            field("maybe", "[\"null\",\"string\"]", "null"),
            field("either", "[\"null\",\"string\",\"int\"]", "null"),
            field("seven", "\"int\"", "7"),
            field("tags", "{\"type\":\"array\",\"items\":\"string\"}"),
            field("readings", "{\"type\":\"array\",\"items\":\"double\"}"),
            field("counts", "{\"type\":\"map\",\"values\":\"int\"}"),
            field(
                "address",
                record(
                        "Address",
                        field("street", "\"string\""),
                        field("no", "[\"null\",\"int\"]", "null"))
                    .toString()),
            field(
                "price",
                "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":10,\"scale\":2}"),
            field("day", logical("int", "date")),
            field("time_ms", logical("int", "time-millis")),
            field("at_ms", logical("long", "timestamp-millis")),
            field("time_us", logical("long", "time-micros")),
            field("at_us", logical("long", "timestamp-micros")),
            field("local_us", logical("long", "local-timestamp-micros")),
            field("uuid", logical("string", "uuid")),
            field(
                "named_us",
                "{\"type\":\"long\",\"connect.name\":\"io.debezium.time.MicroTimestamp\","
                    + "\"connect.version\":1}"));
    GenericRecord value =
        value(
            all,
            "flag",
            true,
            "i",
            -1,
            "l",
            Long.MAX_VALUE,
            "f",
            1.5f,
            "d",
            -0.25,
            "s",
            "é",
            "raw",
            bytes(0, 255),
            "color",
            new GenericData.EnumSymbol(all.getField("color").schema(), "GREEN"),
            "other_color",
            new GenericData.EnumSymbol(all.getField("color").schema(), "RED"),
            "hash",
            new GenericData.Fixed(all.getField("hash").schema(), new byte[] {(byte) 0xca, 7}),
            "either",
            5,
            "seven",
            8,
            "tags",
            List.of("a", "b"),
            "readings",
            List.of(0.1),
            "counts",
            Map.of("k", 1),
            "address",
            value(all.getField("address").schema(), "street", "x"),
            "price",
            ByteBuffer.wrap(new BigDecimal("-8.50").unscaledValue().toByteArray()),
            "day",
            20_455,
            "time_ms",
            1,
            "at_ms",
            1_767_323_045_123L,
            "time_us",
            1L,
            "at_us",
            1_767_323_045_123_456L,
            "local_us",
            2L,
            "uuid",
            "0f8fad5b-d9cb-469f-a165-70867728950e",
            "named_us",
            1_767_323_045_123_456L);
    AvroTopic topic = topic("types");
    send(List.of(topic.record(1, value), topic.record(2, value), topic.record(2, null)));

    deploy("types", config("types"));
    awaitOffset("types", "types", 3);

    Map<String, Object> row =
        map(
            "id",
            1L,
            "flag",
            true,
            "i",
            -1,
            "l",
            Long.MAX_VALUE,
            "f",
            1.5f,
            "d",
            -0.25,
            "s",
            "é",
            "raw",
            bytes(0, 255),
            "color",
            "GREEN",
            "other_color",
            "RED",
            "hash",
            bytes(0xca, 7),
            "maybe",
            null,
            "either",
            map("string", null, "int", 5),
            "seven",
            8,
            "tags",
            List.of("a", "b"),
            "readings",
            List.of(0.1),
            "counts",
            Map.of("k", 1),
            "address",
            map("street", "x", "no", null),
            "price",
            new BigDecimal("-8.5"),
            "day",
            LocalDate.ofEpochDay(20_455),
            "time_ms",
            "00:00:00.001",
            "at_ms",
            Instant.ofEpochMilli(1_767_323_045_123L),
            "time_us",
            1L,
            "at_us",
            1_767_323_045_123_456L,
            "local_us",
            2L,
            "uuid",
            "0f8fad5b-d9cb-469f-a165-70867728950e",
            "named_us",
            Instant.parse("2026-01-02T03:04:05.123456Z"));
    SparkTable spark = table("types");
    assertThat(spark.rows()).containsExactly(row);
    assertThat(
            spark.sql("DESCRIBE %s").stream()
                .filter(column -> column.getString(0).equals("price"))
                .map(column -> column.getString(1)))
        .containsExactly("decimal(10,2)");
  }

  @Test
  void schemasThatGrowUnderBackwardCompatibilityGrowTheTable() throws Exception {
    Schema first = record("Customer", field("name", "\"string\""));
    Schema second =
        record(
            "Customer",
            field("name", "\"string\""),
            field("city", "[\"null\",\"string\"]", "null"),
            field("level", "\"int\"", "1"));
    Schema third =
        record(
            "Customer",
            field("city", "[\"null\",\"string\"]", "null"),
            field("level", "\"long\"", "1"));
    AvroTopic topic = topic("customers");
    topic.setCompatibility("BACKWARD");
    ProducerRecord<byte[], byte[]> old = topic.record(1, value(first, "name", "Ann"));
    ProducerRecord<byte[], byte[]> grown =
        topic.record(2, value(second, "name", "Bob", "city", "Ulm", "level", 2));
    assertThat(topic.isTaken(record("Customer", field("must", "\"int\""))))
        .as("a new field without a default")
        .isFalse();
    ProducerRecord<byte[], byte[]> shrunk =
        topic.record(3, value(third, "city", "Bonn", "level", 3L));
    ProducerRecord<byte[], byte[]> oldAgain = topic.record(2, value(first, "name", "Bea"));
    send(List.of(old, grown, old, shrunk, oldAgain));

    ConnectorExample example =
        ConnectorExample.read(ProjectLayout.find().configExample("sink-upsert-avro.json"));
    Map<String, String> config = new LinkedHashMap<>(example.config());
    config.keySet().removeIf(key -> key.contains(".converter"));
    config.putAll(AvroSetup.converters(registry));
    config.put("table.path", lake());
    config.put("commit.interval.ms", "200");
    deploy(example.name(), config);
    awaitOffset(example.name(), "customers", 5);

    table("customers")
        .assertRows(
            List.of(
                map("id", 1L, "name", "Ann", "city", null, "level", null),
                map("id", 2L, "name", "Bea", "city", null, "level", null),
                map("id", 3L, "name", null, "city", "Bonn", "level", 3)));
  }

  @Test
  void whatHasNoTypeInDeltaIsRefusedAndItsNeighboursAreThere() throws Exception {
    Schema good = record("Good", field("n", "\"int\""));
    Schema empty =
        record("WithEmpty", field("e", record("Empty").toString()), field("n", "\"int\""));
    Schema recursive =
        record("Node", field("n", "\"int\""), field("next", "[\"null\",\"Node\"]", "null"));
    AvroTopic topic = topic("refused");
    send(
        List.of(
            topic.record(1, value(good, "n", 1)),
            topic.record(2, value(empty, "n", 2, "e", value(empty.getField("e").schema()))),
            topic.record(3, value(good, "n", 3)),
            topic.record(4, value(recursive, "n", 4, "next", value(recursive, "n", 5))),
            topic.record(5, value(good, "n", 5))));
    Map<String, String> config = config("refused");
    config.put("errors.tolerance", "all");
    config.put("errors.deadletterqueue.topic.name", "refused-queue");
    config.put("errors.deadletterqueue.topic.replication.factor", "1");
    config.put("errors.deadletterqueue.context.headers.enable", "true");

    deploy("refused", config);
    awaitOffset("refused", "refused", 5);

    table("refused")
        .assertRows(List.of(map("id", 1L, "n", 1), map("id", 3L, "n", 3), map("id", 5L, "n", 5)));
    List<DeadLetter> queue = DeadLetter.read(broker.bootstrapServers(), "refused-queue");
    assertThat(queue).extracting(DeadLetter::offset).containsExactly(1L, 3L);
    assertThat(queue.get(0).message()).contains("'e' is a struct without fields");
    assertThat(queue.get(1).message()).contains("contains itself");
  }

  private static AvroTopic topic(String name) throws Exception {
    admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get();
    return new AvroTopic(registry, name);
  }

  private static void send(List<ProducerRecord<byte[], byte[]>> records) {
    Topics.send(producer, records);
  }

  private static String lake() {
    return directory.resolve("lake") + "/${topic}";
  }

  private static SparkTable table(String name) {
    return new SparkTable(directory.resolve("lake").resolve(name), List.of("id"));
  }

  private static Map<String, String> config(String topic) {
    Map<String, String> config = new LinkedHashMap<>(AvroSetup.converters(registry));
    config.put("connector.class", "io.deltaconnect.sink.DeltaSinkConnector");
    config.put("tasks.max", "1");
    config.put("topics", topic);
    config.put("table.path", lake());
    config.put("auto.create", "true");
    config.put("auto.evolve", "add");
    config.put("commit.interval.ms", "200");
    config.put("offsets.commit.max.delay.ms", "1000");
    return config;
  }

  private static void deploy(String connector, Map<String, String> config) {
    ConnectRest rest = worker.rest();
    rest.deploy(connector, config);
    rest.awaitRunning(connector, 1, TIMEOUT);
  }

  private static void awaitOffset(String connector, String topic, long offset) {
    TopicPartition partition = new TopicPartition(topic, 0);
    Await.until(
        connector + " to commit all records (log: " + worker.log() + ")",
        TIMEOUT,
        () -> {
          worker.rest().throwIfFailed(connector);
          OffsetAndMetadata committed = committed(connector).get(partition);
          return committed != null && committed.offset() == offset;
        });
  }

  private static Map<TopicPartition, OffsetAndMetadata> committed(String connector) {
    return Answer.of(
        admin.listConsumerGroupOffsets("connect-" + connector).partitionsToOffsetAndMetadata());
  }
}
