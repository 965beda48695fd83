package io.deltaconnect.integration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What a consumer of committed records finds in a topic of one partition, in the flat format. */
final class CommittedTopic implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final TopicPartition partition;
  private final Admin admin;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Set<String> distinct = new HashSet<>();
  private long records;

  CommittedTopic(String bootstrapServers, String topic) {
    partition = new TopicPartition(topic, 0);
    admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    await(() -> admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get());
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
  }

  /** The offset behind all that was written. */
  long end() {
    return end(IsolationLevel.READ_UNCOMMITTED);
  }

  /** The offset at which the first open transaction begins. */
  long committedEnd() {
    return end(IsolationLevel.READ_COMMITTED);
  }

  private long end(IsolationLevel isolation) {
    return await(
        () ->
            admin
                .listOffsets(
                    Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(isolation))
                .partitionResult(partition)
                .get()
                .offset());
  }

  /** Reads on, up to the end of what is committed. */
  void read() {
    long end = committedEnd();
    while (consumer.position(partition) < end) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
        add(record);
      }
    }
  }

  private void add(ConsumerRecord<byte[], byte[]> record) {
    try {
      JsonNode value = JSON.readTree(record.value());
      String kind =
          "v" + value.path("_commit_version").asLong() + " " + value.path("_change_type").asText();
      counts.merge(kind, 1, Integer::sum);
      distinct.add(kind + " " + value.path("id").asLong());
      records++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many records there are, by version and change type, e.g. {@code v7 insert}. */
  Map<String, Integer> counts() {
    return counts;
  }

  long records() {
    return records;
  }

  /** How many there are if each version, change type and id counts once. */
  long distinct() {
    return distinct.size();
  }

  private interface Call<T> {
    T run() throws ExecutionException, InterruptedException;
  }

  private static <T> T await(Call<T> call) {
    try {
      return call.run();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    consumer.close();
    admin.close();
  }
}
