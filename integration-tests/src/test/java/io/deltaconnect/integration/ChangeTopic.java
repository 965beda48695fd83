package io.deltaconnect.integration;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A topic of one partition that a source writes to, as a consumer finds it. */
final class ChangeTopic implements AutoCloseable {
  private final TopicPartition partition;
  private final IsolationLevel isolation;
  private final Admin admin;
  private final KafkaConsumer<byte[], byte[]> consumer;

  /** Makes the topic. */
  ChangeTopic(String bootstrapServers, String topic, IsolationLevel isolation) {
    this.partition = new TopicPartition(topic, 0);
    this.isolation = isolation;
    admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    Answer.of(admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all());
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", isolation.toString()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
  }

  String name() {
    return partition.topic();
  }

  /** The offset behind all that was written. */
  long end() {
    return end(IsolationLevel.READ_UNCOMMITTED);
  }

  /** Whether there are records of a transaction that has not ended. */
  boolean isInTransaction() {
    long committed = end(IsolationLevel.READ_COMMITTED);
    return end() > committed;
  }

  private long end(IsolationLevel level) {
    return Answer.of(
            admin
                .listOffsets(Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(level))
                .partitionResult(partition))
        .offset();
  }

  /** Reads on, up to the end of what such a consumer can see now: never to within a transaction. */
  void read(Consumer<PublishedChange> changes) {
    long end = end(isolation);
    while (consumer.position(partition) < end) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
        changes.accept(PublishedChange.of(record));
      }
      if (consumer.position(partition) > end) {
        // What was committed meanwhile has come too, perhaps not all of it.
        end = end(isolation);
      }
    }
  }

  @Override
  public void close() {
    consumer.close();
    admin.close();
  }
}
