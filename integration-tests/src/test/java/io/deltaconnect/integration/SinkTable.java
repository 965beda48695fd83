package io.deltaconnect.integration;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A sink connector that writes one topic into one table.
 *
 * @param connector its name
 * @param strategy {@code merge.strategy}
 * @param tasks that share the table
 * @param directory in which the table is made, named after the topic
 */
record SinkTable(
    String connector, String strategy, int tasks, WorkloadTopic topic, Path directory) {

  Path path() {
    return directory.resolve(connector).resolve(topic.name());
  }

  SparkTable spark() {
    return new SparkTable(path(), topic.keyColumns());
  }

  /** The name that a partition's offset has in the table. */
  String appId(int partition) {
    return connector + ":" + topic.name() + ":" + partition;
  }

  /** The connector's configuration. */
  Map<String, String> config(int commitIntervalMs) {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("connector.class", "io.deltaconnect.sink.DeltaSinkConnector");
    config.put("tasks.max", Integer.toString(tasks));
    config.put("topics", topic.name());
    config.put("key.converter.schemas.enable", "true");
    config.put("value.converter.schemas.enable", "true");
    config.put("table.path", directory.resolve(connector) + "/${topic}");
    config.put("auto.create", "true");
    config.put("merge.strategy", strategy);
    config.put("commit.interval.ms", Integer.toString(commitIntervalMs));
    config.put("offsets.commit.max.delay.ms", "1000");
    return config;
  }

  @Override
  public String toString() {
    return connector;
  }
}
