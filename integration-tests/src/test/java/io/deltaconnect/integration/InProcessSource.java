package io.deltaconnect.integration;

import io.deltaconnect.source.DeltaSourceTask;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/**
 * The source's task without a worker: one table, each record's offset committed as soon as it is
 * handed over.
 */
final class InProcessSource implements AutoCloseable {
  static final String TOPIC = "changes";

  private static final long NOTHING_TO_COME_NANOS = 400_000_000L;
  private static final int IDLE_POLLS = 5;

  private final Map<String, String> config = new HashMap<>();
  private final Map<Map<String, ?>, Map<String, ?>> offsets = new HashMap<>();
  private DeltaSourceTask task;

  /**
   * @param settings keys and values besides
   */
  InProcessSource(String path, String... settings) {
    config.put("name", "source");
    config.put("tables", TOPIC + "=" + path);
    config.put("poll.interval.ms", "1");
    config.put("heartbeat.interval.ms", "3600000");
    for (int i = 0; i < settings.length; i += 2) {
      config.put(settings[i], settings[i + 1]);
    }
  }

  /**
   * Changes a setting; it counts from the next start on.
   *
   * @param value null: the default
   */
  InProcessSource set(String key, String value) {
    if (value == null) {
      config.remove(key);
    } else {
      config.put(key, value);
    }
    return this;
  }

  /** Starts the task, at its offsets if it has been there before. */
  InProcessSource start() {
    task = new DeltaSourceTask();
    task.initialize(new Context());
    task.start(config);
    return this;
  }

  /** All that is new in the table. A failure leaves in {@code taken} what came before it. */
  void drain(List<SourceRecord> taken) throws InterruptedException {
    drain(taken, () -> false);
  }

  List<SourceRecord> drain() throws InterruptedException {
    List<SourceRecord> taken = new ArrayList<>();
    drain(taken);
    return taken;
  }

  /**
   * All that is new in the table.
   *
   * @param restart asked after each batch whether the task is to be started anew
   */
  void drain(List<SourceRecord> taken, BooleanSupplier restart) throws InterruptedException {
    int idle = 0;
    while (idle < IDLE_POLLS) {
      long begun = System.nanoTime();
      List<SourceRecord> batch = task.poll();
      if (batch == null) {
        // Where nothing is to come at all a call waits for half a second.
        boolean waited = System.nanoTime() - begun > NOTHING_TO_COME_NANOS;
        idle += waited ? IDLE_POLLS : 1;
        continue;
      }
      idle = 0;
      for (SourceRecord record : batch) {
        offsets.put(record.sourcePartition(), record.sourceOffset());
        if (record.topic().equals(TOPIC)) {
          taken.add(record);
        }
      }
      if (restart.getAsBoolean()) {
        stop();
        start();
      }
    }
  }

  void stop() {
    task.stop();
    task = null;
  }

  @Override
  public void close() {
    if (task != null) {
      stop();
    }
  }

  private final class Context implements SourceTaskContext {
    @Override
    public Map<String, String> configs() {
      return config;
    }

    @Override
    public OffsetStorageReader offsetStorageReader() {
      return new OffsetStorageReader() {
        @Override
        @SuppressWarnings("unchecked")
        public <T> Map<String, Object> offset(Map<String, T> partition) {
          return (Map<String, Object>) offsets.get(partition);
        }

        @Override
        public <T> Map<Map<String, T>, Map<String, Object>> offsets(
            Collection<Map<String, T>> partitions) {
          Map<Map<String, T>, Map<String, Object>> all = new HashMap<>();
          partitions.forEach(partition -> all.put(partition, offset(partition)));
          return all;
        }
      };
    }
  }
}
