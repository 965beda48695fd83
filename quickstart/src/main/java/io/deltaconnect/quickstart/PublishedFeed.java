package io.deltaconnect.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What the source has published of a table's versions, as a consumer of committed records receives
 * it.
 */
final class PublishedFeed {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final KafkaCluster kafka;
  private final ConnectRest rest;
  private final ConnectorExample connector;
  private final String topic;

  /**
   * @param connector with records in the flat format, as JSON without schemas
   * @param topic that it writes to
   */
  PublishedFeed(KafkaCluster kafka, ConnectRest rest, ConnectorExample connector, String topic) {
    this.kafka = kafka;
    this.rest = rest;
    this.connector = connector;
    this.topic = topic;
  }

  /**
   * Deploys the source and waits for what it publishes.
   *
   * @param changes so many are awaited
   * @return counted by version
   */
  List<FeedCounts> receive(long changes) {
    kafka.createTopic(topic);
    rest.deploy(connector.name(), connector.config());
    rest.awaitRunning(connector.name(), 1, TIMEOUT);
    List<FeedCounts> versions = new ArrayList<>();
    long[] received = {0};
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(kafka, topic)) {
      Await.until(
          changes + " changes in the topic " + topic,
          TIMEOUT,
          () -> {
            rest.throwIfFailed(connector.name());
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
              count(record, versions);
              received[0]++;
            }
            return received[0] >= changes;
          });
    }
    return versions;
  }

  /** Reads the committed records of a topic of one partition; the caller closes it. */
  static KafkaConsumer<byte[], byte[]> consumer(KafkaCluster kafka, String topic) {
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    TopicPartition partition = new TopicPartition(topic, 0);
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
    return consumer;
  }

  private static void count(ConsumerRecord<byte[], byte[]> record, List<FeedCounts> versions) {
    JsonNode value;
    try {
      value = JSON.readTree(record.value());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int version = value.path("_commit_version").asInt();
    if (version >= versions.size()) {
      versions.addAll(Collections.nCopies(version + 1 - versions.size(), FeedCounts.NONE));
    }
    versions.set(version, versions.get(version).plus(value.path("_change_type").asText()));
  }
}
