package io.deltaconnect.sink;

import io.deltaconnect.connector.metrics.TaskBeans;
import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.sink.metrics.SinkTaskMetrics;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/** A started task over tables in memory, with a worker and a clock in the test's hand. */
final class TaskFixture {
  static final String PATH = "/lake/orders";

  final FakeTables tables;
  final FakeWorker worker = new FakeWorker();
  final Map<String, String> config = new HashMap<>();
  long now = 1_000_000;

  /** By how much the clock was set back. */
  long setBack;

  /** How often the task has read the clock. */
  int clockReads;

  StartedTask task;

  private TaskFixture(FakeTables tables) {
    this.tables = tables;
    config.put("name", "sink");
    config.put("table.path", "/lake/${topic}");
    config.put("auto.create", "true");
  }

  /** Key columns {@code id}, table made by the first record, unless the settings say otherwise. */
  static TaskFixture with(String... keysAndValues) {
    return new TaskFixture(new FakeTables()).start(keysAndValues);
  }

  /** Another task on the same tables. */
  TaskFixture restarted() {
    TaskFixture other = new TaskFixture(tables);
    other.config.putAll(config);
    other.now = now;
    return other.start();
  }

  TaskFixture start(String... keysAndValues) {
    for (int i = 0; i < keysAndValues.length; i += 2) {
      config.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    task =
        new StartedTask(
            DeltaSinkConfig.of(config),
            tables,
            worker,
            new SinkTaskMetrics(new TaskBeans(config), () -> now - setBack, () -> now),
            this::clock,
            () -> now);
    return this;
  }

  private long clock() {
    clockReads++;
    return now - setBack;
  }

  TaskFixture put(SinkRecord... records) {
    task.put(List.of(records));
    return this;
  }

  /** Lets the commit interval pass. */
  TaskFixture commit() {
    now += 60_000;
    task.put(List.of());
    return this;
  }

  FakeTable table() {
    return tables.at(PATH);
  }

  List<Map<String, Object>> rows() {
    return table().rows();
  }

  /** What the group may keep when the worker would read this offset next. */
  long preCommit(String topic, int partition, long current) {
    TopicPartition tp = new TopicPartition(topic, partition);
    Map<TopicPartition, OffsetAndMetadata> offsets =
        task.preCommit(Map.of(tp, new OffsetAndMetadata(current)));
    return offsets.get(tp).offset();
  }

  void close(Collection<TopicPartition> partitions) {
    task.close(partitions);
  }
}
