package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltaconnect.quickstart.ComponentException;
import io.deltaconnect.quickstart.ConnectRest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Offsets set back, set forward and reset through a worker's REST interface, for a connector whose
 * topic a transform renames: the consumer group and the table move together.
 */
class AlterOffsetsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CONNECTOR = "altered";
  private static final String TOPIC = "orders";
  private static final TopicPartition P0 = new TopicPartition(TOPIC, 0);
  private static final TopicPartition P1 = new TopicPartition(TOPIC, 1);
  private static final int KEYS = 5;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private final Map<Long, Map<String, Object>> model = new TreeMap<>();
  private final long[] sent = new long[2];
  private SinkCluster cluster;
  private ConnectRest rest;
  private SparkTable spark;

  @Test
  void replayIsAReplayAndAForwardMoveAForwardMove() throws Exception {
    try (SinkCluster c = new SinkCluster(directory, 1)) {
      cluster = c;
      rest = c.worker(0).rest();
      spark = new SparkTable(table(), List.of("id"));
      c.admin().createTopics(List.of(new NewTopic(TOPIC, 2, (short) 1))).all().get();
      Map<String, String> config = PlainRecords.sink(directory + "/lake/${topic}", TOPIC);
      config.putAll(PlainRecords.renaming(TOPIC, "sales"));
      rest.deploy(CONNECTOR, config);
      rest.awaitRunning(CONNECTOR, 1, SinkCluster.TIMEOUT);
      send(P0, 20, true);
      send(P1, 20, true);
      awaitWritten();
      assertTxns(19, 19);

      offsetsOfARunningConnectorCannotBeChanged();
      wrongOffsetsChangeNothing();
      setBack();
      setForward();
      reset();
    }
  }

  private Path table() {
    return directory.resolve("lake/sales");
  }

  private void offsetsOfARunningConnectorCannotBeChanged() {
    assertThatThrownBy(() -> rest.alterOffsets(CONNECTOR, offset(P0, 5)))
        .isInstanceOf(ComponentException.class)
        .hasMessageContaining("answered with 400")
        .hasMessageContaining("STOPPED");
    assertTxns(19, 19);
  }

  private void wrongOffsetsChangeNothing() {
    rest.stop(CONNECTOR);
    for (JsonNode wrong : List.of(offset(new TopicPartition("unknown", 0), 5), offset(P0, -7))) {
      assertThatThrownBy(() -> rest.alterOffsets(CONNECTOR, wrong))
          .isInstanceOf(ComponentException.class)
          .hasMessageContaining("answered with");
    }
    assertTxns(19, 19);
    assertThat(cluster.committed(CONNECTOR)).isEqualTo(Map.of(P0, 20L, P1, 20L));
  }

  /** Records that are read again are applied again, and only they. */
  private void setBack() {
    // What a replay brings back shows that it was one: a row of either partition goes.
    spark.sql("DELETE FROM %s WHERE id IN (3, 103)");
    model.remove(103L);
    long version = spark.version();
    List<Map<String, Object>> before = spark.rows();

    rest.alterOffsets(CONNECTOR, offset(P0, 5));
    assertTxns(4, 19);
    assertThat(CommitLog.read(table()).size() - 1).as("one commit").isEqualTo(version + 1);
    assertThat(cluster.committed(CONNECTOR)).isEqualTo(Map.of(P0, 5L, P1, 20L));
    resume();
    awaitWritten();

    assertTxns(19, 19);
    spark.assertRows(model.values());
    spark.assertFeedTellsEveryVersion(version + 1, before);
  }

  /** Records that are passed over are never applied. */
  private void setForward() throws Exception {
    rest.stop(CONNECTOR);
    send(P0, 4, false);
    send(P0, 3, true);

    rest.alterOffsets(CONNECTOR, offset(P0, 24));
    assertTxns(23, 19);
    resume();
    awaitWritten();

    assertTxns(26, 19);
    spark.assertRows(model.values());
  }

  /** All is read again: also what was passed over, and what Spark has deleted. */
  private void reset() {
    rest.stop(CONNECTOR);
    rest.resetOffsets(CONNECTOR);
    assertTxns(-1, -1);
    assertThat(cluster.committed(CONNECTOR)).isEmpty();
    rest.resetOffsets(CONNECTOR);
    assertTxns(-1, -1);

    resume();
    awaitWritten();
    for (long offset = 0; offset < sent[0]; offset++) {
      apply(P0, offset);
    }
    for (long offset = 0; offset < sent[1]; offset++) {
      apply(P1, offset);
    }
    assertTxns(26, 19);
    spark.assertRows(model.values());
    spark.assertFeedTellsEveryVersion();
  }

  private void resume() {
    rest.resume(CONNECTOR);
    rest.awaitRunning(CONNECTOR, 1, SinkCluster.TIMEOUT);
  }

  /** Sends further records; the model takes them in if they are to be applied. */
  private void send(TopicPartition partition, int records, boolean applied) throws Exception {
    List<Future<RecordMetadata>> results = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      long offset = sent[partition.partition()]++;
      results.add(
          cluster
              .producer()
              .send(
                  PlainRecords.record(
                      TOPIC, partition.partition(), id(partition, offset), offset)));
      if (applied) {
        apply(partition, offset);
      }
    }
    for (Future<RecordMetadata> result : results) {
      result.get();
    }
  }

  private void apply(TopicPartition partition, long offset) {
    long id = id(partition, offset);
    model.put(id, PlainRecords.row(id, offset));
  }

  private static long id(TopicPartition partition, long offset) {
    return partition.partition() * 100L + offset % KEYS;
  }

  private void awaitWritten() {
    cluster.awaitCommitted(CONNECTOR, Map.of(P0, sent[0], P1, sent[1]));
  }

  private void assertTxns(long txn0, long txn1) {
    assertThat(CommitLog.read(table()).txns())
        .isEqualTo(Map.of("altered:orders:0", txn0, "altered:orders:1", txn1));
  }

  private static JsonNode offset(TopicPartition partition, long offset) {
    ObjectNode body = JSON.createObjectNode();
    ArrayNode offsets = body.putArray("offsets");
    ObjectNode entry = offsets.addObject();
    entry
        .putObject("partition")
        .put("kafka_topic", partition.topic())
        .put("kafka_partition", partition.partition());
    entry.putObject("offset").put("kafka_offset", offset);
    return body;
  }
}
