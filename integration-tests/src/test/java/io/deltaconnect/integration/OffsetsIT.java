package io.deltaconnect.integration;

import static io.deltaconnect.integration.PlainRecords.record;
import static io.deltaconnect.integration.PlainRecords.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectRest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * What only a real broker does to offsets. After each, and after a restart that follows, the
 * consumer group and the {@code txn} in the table's log say the same.
 */
class OffsetsIT {
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private SinkCluster cluster;
  private ConnectRest rest;
  private Topics topics;

  @Test
  void groupAndTableAgreeWhateverHappensToATopic() {
    try (SinkCluster c = new SinkCluster(directory, 1)) {
      cluster = c;
      rest = c.worker(0).rest();
      topics = new Topics(c);
      // All there before the first wait, so that the waits overlap.
      prepareCompacted();
      prepareTransactions();
      prepareWithoutEffect();
      prepareGrowing();
      prepareRecreated();

      withoutEffect();
      growing();
      transactions();
      recreated();
      compacted();
      nothingIsAppliedTwiceAfterARestart();
    }
  }

  private void prepareCompacted() {
    topics.compactAtOnce();
    topics.create(
        "compacted",
        Map.of(
            "cleanup.policy", "compact",
            "segment.ms", "1000",
            "min.cleanable.dirty.ratio", "0.01"));
    long start = System.currentTimeMillis() - 100_000;
    for (long offset = 0; offset < 40; offset++) {
      // Apart by more than a segment's time, and sent one by one: only the last segment stays.
      long timestamp = start + offset / 10 * 2_000;
      topics.send(List.of(record("compacted", 0, timestamp, offset % 4, "{\"n\":" + offset + "}")));
    }
  }

  private void compacted() {
    TopicPartition partition = new TopicPartition("compacted", 0);
    Await.until("compaction", SinkCluster.TIMEOUT, () -> topics.offsets(partition).size() < 40);
    List<Long> offsets = topics.offsets(partition);
    assertThat(offsets).contains(39L);
    deploy("compacted", Map.of());

    awaitAgreement("compacted", partition, 40);
    assertRows("compacted", List.of(row(0, 36), row(1, 37), row(2, 38), row(3, 39)));
  }

  private void prepareTransactions() {
    topics.create("transactions", Map.of());
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers", cluster.bootstrapServers(), "transactional.id", "offsets-it"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.initTransactions();
      transaction(producer, 0, 5, true); // 0 to 4, marker 5
      transaction(producer, 10, 3, false); // 6 to 8, marker 9
      transaction(producer, 5, 2, true); // 10 and 11, marker 12
      transaction(producer, 20, 2, false); // 13 and 14, marker 15
    }
    deploy("transactions", Map.of("consumer.override.isolation.level", "read_committed"));
  }

  private static void transaction(
      Producer<byte[], byte[]> producer, long firstId, int records, boolean commit) {
    producer.beginTransaction();
    List<ProducerRecord<byte[], byte[]>> all = new ArrayList<>();
    for (long id = firstId; id < firstId + records; id++) {
      all.add(record("transactions", 0, id, id));
    }
    Topics.send(producer, all);
    if (commit) {
      producer.commitTransaction();
    } else {
      producer.abortTransaction();
    }
  }

  private void transactions() {
    awaitAgreement("transactions", new TopicPartition("transactions", 0), 12);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (long id = 0; id < 7; id++) {
      rows.add(row(id, id));
    }
    assertRows("transactions", rows);
  }

  private void prepareWithoutEffect() {
    topics.create("quiet", Map.of());
    topics.send(
        List.of(
            record("quiet", 0, null, 1, "{\"n\":1,\"op\":\"u\"}"),
            record("quiet", 0, null, 2, "{\"n\":\"no number\",\"op\":\"u\"}"),
            record("quiet", 0, null, 1, "{\"n\":9,\"op\":\"update_preimage\"}"),
            record("quiet", 0, null, 1, "{\"n\":1,\"op\":\"u\"}"),
            record("quiet", 0, null, 7, null)));
    deploy(
        "quiet",
        Map.of(
            "op.field", "op",
            "columns.exclude", "op",
            "commit.max.records", "1",
            "errors.tolerance", "all",
            "errors.deadletterqueue.topic.name", "quiet-bad",
            "errors.deadletterqueue.topic.replication.factor", "1"));
  }

  /** A bad record, an ignored one and two that change nothing: the last commit is of offsets. */
  private void withoutEffect() {
    awaitAgreement("quiet", new TopicPartition("quiet", 0), 5);
    assertRows("quiet", List.of(row(1, 1)));
    assertThat(CommitLog.read(table("quiet")).size())
        .as("made, one row, and offsets alone")
        .isEqualTo(3);
    assertThat(topics.offsets(new TopicPartition("quiet-bad", 0))).hasSize(1);
  }

  private void prepareGrowing() {
    topics.create("growing", Map.of());
    topics.send(List.of(record("growing", 0, 1, 1L), record("growing", 0, 2, 2L)));
    Map<String, String> config = new HashMap<>(PlainRecords.renaming("growing", "renamed"));
    config.put("consumer.override.metadata.max.age.ms", "500");
    deploy("growing", config);
  }

  /** A second partition comes; a transform renames the topic, and the original one counts. */
  private void growing() {
    Path table = directory.resolve("lake/growing/renamed");
    cluster.awaitCommitted("growing", Map.of(new TopicPartition("growing", 0), 2L));
    topics.growTo("growing", 2);
    topics.send(List.of(record("growing", 1, 3, 3L), record("growing", 0, 2, 4L)));

    cluster.awaitCommitted(
        "growing",
        Map.of(new TopicPartition("growing", 0), 3L, new TopicPartition("growing", 1), 1L));
    assertThat(CommitLog.read(table).txns())
        .isEqualTo(Map.of("growing:growing:0", 2L, "growing:growing:1", 0L));
    new SparkTable(table, List.of("id")).assertRows(List.of(row(1, 1), row(2, 4), row(3, 3)));
  }

  private void prepareRecreated() {
    topics.create("recreated", Map.of());
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (long id = 0; id < 10; id++) {
      records.add(record("recreated", 0, id, id));
    }
    topics.send(records);
    deploy("strict", "recreated", Map.of("offset.regression.tolerance.ms", "0"));
    deploy(
        "replaying",
        "recreated",
        Map.of("offset.regression.tolerance.ms", "0", "on.offset.regression", "replay"));
  }

  private void recreated() {
    TopicPartition partition = new TopicPartition("recreated", 0);
    for (String connector : List.of("strict", "replaying")) {
      cluster.awaitCommitted(connector, Map.of(partition, 10L));
      rest.stop(connector);
    }
    topics.delete("recreated");
    topics.create("recreated", Map.of());
    topics.send(List.of(record("recreated", 0, 3, 33L), record("recreated", 0, 20, 20L)));
    rest.resume("strict");
    rest.resume("replaying");

    assertThat(rest.awaitFailure("strict", SinkCluster.TIMEOUT))
        .contains("the offsets of recreated-0 went back", "up to 9", "offset 0");
    assertThat(CommitLog.read(table("strict", "recreated")).txns())
        .isEqualTo(Map.of("strict:recreated:0", 9L));
    cluster.awaitCommitted("replaying", Map.of(partition, 2L));
    assertThat(CommitLog.read(table("replaying", "recreated")).txns())
        .isEqualTo(Map.of("replaying:recreated:0", 1L));
    List<Map<String, Object>> rows = new ArrayList<>();
    for (long id = 0; id < 10; id++) {
      rows.add(row(id, id == 3 ? 33 : id));
    }
    rows.add(row(20, 20));
    new SparkTable(table("replaying", "recreated"), List.of("id")).assertRows(rows);
    rest.delete("strict");
  }

  private void nothingIsAppliedTwiceAfterARestart() {
    Map<String, Integer> versions = new HashMap<>();
    List<String> connectors = List.of("compacted", "transactions", "quiet", "replaying");
    for (String connector : connectors) {
      versions.put(connector, CommitLog.read(table(connector)).size());
      rest.restart(connector);
    }
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    records.add(record("compacted", 0, 100, 100L));
    records.add(record("transactions", 0, 100, 100L));
    records.add(record("recreated", 0, 100, 100L));
    records.add(record("quiet", 0, null, 100, "{\"n\":100,\"op\":\"u\"}"));
    topics.send(records);
    awaitAgreement("compacted", new TopicPartition("compacted", 0), 41);
    awaitAgreement("transactions", new TopicPartition("transactions", 0), 17);
    awaitAgreement("quiet", new TopicPartition("quiet", 0), 6);
    cluster.awaitCommitted("replaying", Map.of(new TopicPartition("recreated", 0), 3L));
    for (String connector : connectors) {
      assertThat(CommitLog.read(table(connector)).size())
          .as("versions of %s, one for the new record", connector)
          .isEqualTo(versions.get(connector) + 1);
    }
  }

  /** The group's offset is this, and the table's {@code txn} one less. */
  private void awaitAgreement(String connector, TopicPartition partition, long offset) {
    cluster.awaitCommitted(connector, Map.of(partition, offset));
    assertThat(CommitLog.read(table(connector)).txns())
        .isEqualTo(Map.of(connector + ":" + partition.topic() + ":0", offset - 1));
  }

  private void assertRows(String connector, Collection<Map<String, Object>> rows) {
    new SparkTable(table(connector), List.of("id")).assertRows(rows);
  }

  private Path table(String connector) {
    return table(connector, connector.equals("replaying") ? "recreated" : connector);
  }

  private Path table(String connector, String name) {
    return directory.resolve("lake").resolve(connector).resolve(name);
  }

  private void deploy(String topic, Map<String, String> settings) {
    deploy(topic, topic, settings);
  }

  private void deploy(String connector, String topic, Map<String, String> settings) {
    Map<String, String> config =
        PlainRecords.sink(directory + "/lake/" + connector + "/${topic}", topic);
    config.putAll(settings);
    rest.deploy(connector, config);
    rest.awaitRunning(connector, 1, SinkCluster.TIMEOUT);
  }
}
