package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.quickstart.ConnectRest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Bad records of every kind among good ones, on a real worker with and without a queue. */
class BadInputIT {
  private static final String TOPIC = "orders";
  private static final String KEY = "{\"type\":\"struct\",\"fields\":[%s]}";
  private static final String ID = "{\"field\":\"id\",\"type\":\"int64\"}";
  private static final String N = field("n", "int32");
  private static final String AT =
      "{\"field\":\"at\",\"type\":\"int64\",\"optional\":true,"
          + "\"name\":\"io.debezium.time.MicroTimestamp\"}";
  private static final String AMOUNT =
      "{\"field\":\"amount\",\"type\":\"bytes\",\"optional\":true,"
          + "\"name\":\"org.apache.kafka.connect.data.Decimal\",\"version\":1,"
          + "\"parameters\":{\"scale\":\"2\",\"connect.decimal.precision\":\"5\"}}";

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  /** A record and what the queue must say of it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Bad(byte[] key, byte[] value, String said) {}

  private static String field(String name, String type) {
    return "{\"field\":\"%s\",\"type\":\"%s\",\"optional\":true}".formatted(name, type);
  }

  private static byte[] json(String fields, String payload) {
    return ("{\"schema\":" + KEY.formatted(fields) + ",\"payload\":" + payload + "}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] key(long id) {
    return json(ID, "{\"id\":" + id + "}");
  }

  private static Bad bad(String fields, String payload, String said) {
    return new Bad(key(-1), json(fields, payload), said);
  }

  private static List<Bad> badRecords() {
    return List.of(
        new Bad(null, json(N, "{\"n\":1}"), "the record has no key"),
        new Bad(null, null, "the record has no key"),
        new Bad(
            json(field("code", "int64"), "{\"code\":1}"),
            json(N, "{\"n\":1}"),
            "the table's key has 'id', which the record's key does not have; it has code"),
        new Bad(
            json(field("id", "int64"), "{\"id\":null}"),
            json(N, "{\"n\":1}"),
            "key column id is NULL"),
        bad(
            field("n", "string"),
            "{\"n\":\"x\"}",
            "column n: expected integer, got String x; columns.exclude"),
        bad(
            field("n", "int64"),
            "{\"n\":3000000000}",
            "column n: expected integer, got 3000000000 (out of range): auto.evolve=widen"),
        bad(
            AMOUNT,
            "{\"amount\":\"AeJI\"}",
            "column amount: expected Decimal(5, 2), got 1234.64 (too many digits)"),
        bad(AT, "{\"at\":253402300800000000}", "column at: 253402300800000000 microseconds"),
        bad(field("s", "string"), "{\"s\":\"\\ud800\"}", "column s: expected string"),
        new Bad(
            key(-1),
            new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'},
            "Converting byte[] to Kafka Connect data failed"),
        bad(field("order id", "int64"), "{\"order id\":1}", "delta.columnMapping.mode=name"),
        bad(field("_change_type", "int64"), "{\"_change_type\":1}", "cannot be called"),
        bad(N + "," + field("N", "int32"), "{\"n\":1,\"N\":2}", "but for their case"),
        bad(
            "{\"field\":\"e\",\"type\":\"struct\",\"optional\":true,\"fields\":[]}",
            "{\"e\":{}}",
            "'e' is a struct without fields"),
        new Bad(
            key(-1),
            "{\"schema\":{\"type\":\"int64\"},\"payload\":1}".getBytes(StandardCharsets.UTF_8),
            "the value must be a struct"));
  }

  private static byte[] good(int n) {
    return json(
        N + "," + field("s", "string") + "," + AT + "," + AMOUNT,
        "{\"n\":%d,\"s\":\"x\",\"at\":0,\"amount\":\"AQ==\"}".formatted(n));
  }

  @Test
  void badRecordsGoToTheQueueAloneOrFailTheTask() throws Exception {
    try (SinkCluster cluster = new SinkCluster(directory, 1)) {
      cluster.admin().createTopics(List.of(new NewTopic(TOPIC, 2, (short) 1))).all().get();
      List<Bad> bad = badRecords();
      List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
      for (int i = 0; i < bad.size(); i++) {
        // Each partition: a good one, and a bad one after it.
        records.add(new ProducerRecord<>(TOPIC, i % 2, key(i), good(i)));
        records.add(new ProducerRecord<>(TOPIC, i % 2, bad.get(i).key(), bad.get(i).value()));
      }
      records.add(new ProducerRecord<>(TOPIC, 0, key(bad.size()), good(bad.size())));
      new Topics(cluster).send(records);
      ConnectRest rest = cluster.worker(0).rest();

      rest.deploy("tolerant", config("tolerant", TOPIC, true));
      Map<TopicPartition, Long> ends =
          Map.of(
              new TopicPartition(TOPIC, 0),
              (bad.size() + 1) / 2 * 2L + 1,
              new TopicPartition(TOPIC, 1),
              bad.size() / 2 * 2L);
      cluster.awaitCommitted("tolerant", ends);

      assertQueue(DeadLetter.read(cluster.bootstrapServers(), "tolerant-queue"), bad);
      assertThat(ids("tolerant", TOPIC))
          .containsExactlyElementsOf(LongStream.rangeClosed(0, bad.size()).boxed().toList());
      Map<String, Long> txns = new LinkedHashMap<>();
      ends.forEach((tp, end) -> txns.put("tolerant:" + tp.topic() + ":" + tp.partition(), end - 1));
      assertThat(CommitLog.read(table("tolerant", TOPIC)).txns()).isEqualTo(txns);

      assertTaskFailsAndPassesNothing(cluster, rest);
      assertValidationFindsWhatCannotBe(rest);
    }
  }

  private static void assertQueue(List<DeadLetter> queue, List<Bad> bad) {
    assertThat(queue).hasSameSizeAs(bad);
    for (int i = 0; i < bad.size(); i++) {
      int partition = i % 2;
      long offset = i / 2 * 2L + 1;
      DeadLetter letter =
          queue.stream()
              .filter(l -> l.partition() == partition && l.offset() == offset)
              .findFirst()
              .orElseThrow();
      assertThat(letter.topic()).isEqualTo(TOPIC);
      assertThat(letter.value()).isEqualTo(bad.get(i).value());
      assertThat(letter.message()).contains(bad.get(i).said());
      if (!letter.message().startsWith("Converting")) {
        assertThat(letter.message())
            .startsWith("record orders-" + partition + "@" + offset + " for table orders: ");
      }
    }
  }

  /** The record of which the task died is the first one that it reads when it may report it. */
  private void assertTaskFailsAndPassesNothing(SinkCluster cluster, ConnectRest rest) {
    TopicPartition partition = new TopicPartition("strict", 0);
    Topics topics = new Topics(cluster);
    topics.create(partition.topic(), Map.of());
    byte[] value = good(1);
    topics.send(
        List.of(
            new ProducerRecord<>(partition.topic(), 0, key(0), good(0)),
            new ProducerRecord<>(partition.topic(), 0, null, value),
            new ProducerRecord<>(partition.topic(), 0, key(2), good(2))));

    rest.deploy("strict", config("strict", "strict", false));
    assertThat(rest.awaitFailure("strict", SinkCluster.TIMEOUT))
        .contains("record strict-0@1 for table strict: the record has no key");
    assertThat(cluster.committed("strict").values()).allMatch(offset -> offset <= 1);

    // Stopped, it has no task that has failed.
    rest.stop("strict");
    rest.deploy("strict", config("strict", "strict", true));
    rest.resume("strict");
    rest.awaitRunning("strict", 1, SinkCluster.TIMEOUT);
    cluster.awaitCommitted("strict", Map.of(partition, 3L));
    assertThat(DeadLetter.read(cluster.bootstrapServers(), "strict-queue"))
        .singleElement()
        .satisfies(letter -> assertThat(letter.offset()).isEqualTo(1));
    assertThat(ids("strict", "strict")).containsExactly(0L, 2L);
  }

  /** The worker's own call says what the tasks would stop at. */
  private void assertValidationFindsWhatCannotBe(ConnectRest rest) throws Exception {
    Map<String, String> config = config("validated", TOPIC, false);
    config.put("auto.create", "false");
    assertThat(rest.validate("validated", config)).containsOnlyKeys("table.path", "auto.create");
    Path file = Files.writeString(directory.resolve("file"), "x");
    config.put("table.path", file + "/${topic}");
    assertThat(rest.validate("validated", config)).containsOnlyKeys("table.path");
    config.put("table.path", "s3a://lake/${topic}");
    config.put("storage.endpoint", "http://127.0.0.1:1");
    assertThat(rest.validate("validated", config)).containsOnlyKeys("storage.endpoint");
  }

  private Path table(String connector, String topic) {
    return directory.resolve("lake").resolve(connector).resolve(topic);
  }

  private List<Long> ids(String connector, String topic) {
    return new SparkTable(table(connector, topic), List.of("id"))
        .sql("SELECT id FROM %s ORDER BY id").stream().map(row -> row.getLong(0)).toList();
  }

  private Map<String, String> config(String connector, String topic, boolean tolerant) {
    Map<String, String> config =
        PlainRecords.sink(directory.resolve("lake").resolve(connector) + "/${topic}", topic);
    config.put("key.converter.schemas.enable", "true");
    config.put("value.converter.schemas.enable", "true");
    config.put("auto.evolve", "add");
    if (tolerant) {
      config.put("errors.tolerance", "all");
      config.put("errors.deadletterqueue.topic.name", connector + "-queue");
      config.put("errors.deadletterqueue.topic.replication.factor", "1");
      config.put("errors.deadletterqueue.context.headers.enable", "true");
    }
    return config;
  }
}
