package io.deltaconnect.integration;

import io.deltaconnect.quickstart.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The topics of a cluster and what is in them. Every method waits until it is done. */
final class Topics {
  private final SinkCluster cluster;
  private final Admin admin;

  Topics(SinkCluster cluster) {
    this.cluster = cluster;
    this.admin = cluster.admin();
  }

  /** Makes a topic of one partition. */
  void create(String name, Map<String, String> settings) {
    Answer.of(
        admin.createTopics(List.of(new NewTopic(name, 1, (short) 1).configs(settings))).all());
  }

  void delete(String name) {
    Answer.of(admin.deleteTopics(List.of(name)).all());
    Await.until(
        "the topic " + name + " to be gone",
        SinkCluster.TIMEOUT,
        () -> !Answer.of(admin.listTopics().names()).contains(name));
  }

  void growTo(String name, int partitions) {
    Answer.of(admin.createPartitions(Map.of(name, NewPartitions.increaseTo(partitions))).all());
  }

  /** Lets the broker look all the time whether there is anything to be compacted. */
  void compactAtOnce() {
    Answer.of(
        admin
            .incrementalAlterConfigs(
                Map.of(
                    new ConfigResource(ConfigResource.Type.BROKER, ""),
                    List.of(
                        new AlterConfigOp(
                            new ConfigEntry("log.cleaner.backoff.ms", "100"),
                            AlterConfigOp.OpType.SET))))
            .all());
  }

  void send(List<ProducerRecord<byte[], byte[]>> records) {
    send(cluster.producer(), records);
  }

  static void send(
      Producer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
    List<Future<?>> results = new ArrayList<>();
    records.forEach(record -> results.add(producer.send(record)));
    results.forEach(Answer::of);
  }

  /** The offsets at which a partition has records, ascending. */
  List<Long> offsets(TopicPartition partition) {
    List<Long> offsets = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", cluster.bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofSeconds(1)).forEach(found -> offsets.add(found.offset()));
      }
    }
    return offsets;
  }
}
