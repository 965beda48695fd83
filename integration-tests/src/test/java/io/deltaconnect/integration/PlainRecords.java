package io.deltaconnect.integration;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records of a table {@code (id, n)} as JSON without schemas. */
final class PlainRecords {
  private PlainRecords() {}

  /** A record whose value is {@code {"n": n}}; null: a tombstone. */
  static ProducerRecord<byte[], byte[]> record(String topic, int partition, long id, Long n) {
    return record(topic, partition, null, id, n == null ? null : "{\"n\":" + n + "}");
  }

  /**
   * @param timestamp null: now
   * @param value JSON
   */
  static ProducerRecord<byte[], byte[]> record(
      String topic, int partition, Long timestamp, long id, String value) {
    return new ProducerRecord<>(
        topic,
        partition,
        timestamp,
        ("{\"id\":" + id + "}").getBytes(StandardCharsets.UTF_8),
        value == null ? null : value.getBytes(StandardCharsets.UTF_8));
  }

  static Map<String, Object> row(long id, long n) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", id);
    row.put("n", n);
    return row;
  }

  /** The configuration of a sink of such records that commits at once. */
  static Map<String, String> sink(String tablePath, String topics) {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("connector.class", "io.deltaconnect.sink.DeltaSinkConnector");
    config.put("tasks.max", "1");
    config.put("topics", topics);
    config.put("key.converter", "org.apache.kafka.connect.json.JsonConverter");
    config.put("key.converter.schemas.enable", "false");
    config.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
    config.put("value.converter.schemas.enable", "false");
    config.put("table.path", tablePath);
    config.put("auto.create", "true");
    config.put("commit.interval.ms", "100");
    config.put("offsets.commit.max.delay.ms", "1000");
    return config;
  }

  /** Settings that rename a topic for the connector, before it sees the record. */
  static Map<String, String> renaming(String topic, String newName) {
    return Map.of(
        "transforms",
        "rename",
        "transforms.rename.type",
        "org.apache.kafka.connect.transforms.RegexRouter",
        "transforms.rename.regex",
        topic,
        "transforms.rename.replacement",
        newName);
  }
}
