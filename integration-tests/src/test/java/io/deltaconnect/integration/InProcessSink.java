package io.deltaconnect.integration;

import io.deltaconnect.sink.DeltaSinkTask;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * The sink's task without a worker: records of one topic-partition, each batch committed at once. A
 * bad record throws.
 */
final class InProcessSink implements AutoCloseable {
  private final DeltaSinkTask task = new DeltaSinkTask();
  private final String topic;
  private long offset;

  /**
   * @param lake folder of the table, which is called as the topic is
   * @param settings keys and values besides
   */
  InProcessSink(Path lake, String topic, String... settings) {
    this.topic = topic;
    Map<String, String> config = new HashMap<>();
    config.put("name", "sink");
    config.put("table.path", lake + "/${topic}");
    config.put("auto.create", "true");
    config.put("commit.interval.ms", "0");
    for (int i = 0; i < settings.length; i += 2) {
      config.put(settings[i], settings[i + 1]);
    }
    task.initialize(
        (SinkTaskContext)
            Proxy.newProxyInstance(
                SinkTaskContext.class.getClassLoader(),
                new Class<?>[] {SinkTaskContext.class},
                (proxy, method, arguments) -> null));
    task.start(config);
  }

  /** A record's key and value; a null value deletes. */
  record Row(Struct key, Struct value) {}

  /** Puts records and commits them. */
  void put(List<Row> rows) {
    List<SinkRecord> records = new ArrayList<>();
    for (Row row : rows) {
      records.add(
          new SinkRecord(
              topic,
              0,
              row.key.schema(),
              row.key,
              row.value == null ? null : row.value.schema(),
              row.value,
              offset++,
              1_000L,
              TimestampType.CREATE_TIME));
    }
    task.put(records);
  }

  @Override
  public void close() {
    task.stop();
  }
}
