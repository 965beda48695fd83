package io.deltaconnect.sink;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The task as a worker runs it, on tables on disk. Each put is a commit unless it says otherwise.
 */
final class RealTaskFixture {
  final FakeWorker worker = new FakeWorker();
  final Map<String, String> config = new HashMap<>();
  private final Path lake;
  DeltaSinkTask task;

  private RealTaskFixture(Path lake) {
    this.lake = lake;
    config.put("name", "sink");
    config.put("table.path", lake + "/${topic}");
    config.put("auto.create", "true");
    config.put("commit.interval.ms", "0");
  }

  static RealTaskFixture in(Path lake, String... keysAndValues) {
    return new RealTaskFixture(lake).start(keysAndValues);
  }

  /** Another task in the place of this one, which has gone without a word. */
  RealTaskFixture restarted(String... keysAndValues) {
    RealTaskFixture other = new RealTaskFixture(lake);
    other.config.putAll(config);
    return other.start(keysAndValues);
  }

  /** Starts it, again if need be, with these settings too. */
  RealTaskFixture start(String... keysAndValues) {
    for (int i = 0; i < keysAndValues.length; i += 2) {
      config.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    task = new DeltaSinkTask();
    task.initialize(worker);
    task.start(config);
    return this;
  }

  RealTaskFixture put(SinkRecord... records) {
    task.put(List.of(records));
    return this;
  }

  long preCommit(String topic, int partition, long current) {
    TopicPartition tp = new TopicPartition(topic, partition);
    return task.preCommit(Map.of(tp, new OffsetAndMetadata(current))).get(tp).offset();
  }

  RealTable table() throws IOException {
    return table("orders");
  }

  RealTable table(String name) throws IOException {
    return new RealTable(lake.resolve(name).toString());
  }
}
