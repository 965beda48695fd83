package io.deltaconnect.integration;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A record in a dead letter queue, as its headers tell.
 *
 * @param topic that it came from
 * @param partition that it came from
 * @param offset that it had there
 * @param message what was wrong
 * @param value as it came, may be null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record DeadLetter(String topic, int partition, long offset, String message, byte[] value) {
  private static final String PREFIX = "__connect.errors.";

  /** All that a queue of one partition has, in order. */
  static List<DeadLetter> read(String bootstrapServers, String queue) {
    TopicPartition partition = new TopicPartition(queue, 0);
    List<DeadLetter> letters = new ArrayList<>();
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          letters.add(of(record));
        }
      }
    }
    return letters;
  }

  private static DeadLetter of(ConsumerRecord<byte[], byte[]> record) {
    return new DeadLetter(
        header(record, "topic"),
        Integer.parseInt(header(record, "partition")),
        Long.parseLong(header(record, "offset")),
        header(record, "exception.message"),
        record.value());
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(PREFIX + name);
    return header == null || header.value() == null
        ? ""
        : new String(header.value(), StandardCharsets.UTF_8);
  }
}
