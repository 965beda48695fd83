package io.deltaconnect.benchmarks;

import io.deltaconnect.source.DeltaSourceTask;
import io.deltaconnect.source.record.RecordHeaders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** A source task at work, and the converter that a worker calls for each of its records. */
final class SourceReading {
  private static final String TOPIC = "customers";

  private SourceReading() {}

  /**
   * @param version whose changes are read; negative: the rows of the newest version
   */
  static FeedTiming of(Path table, long version) throws IOException {
    Map<String, String> config = new HashMap<>();
    config.put("name", "benchmark");
    config.put("tables", TOPIC + "=" + table);
    if (version < 0) {
      config.put("startup.mode", "snapshot_only");
      config.put("output.format", "after");
      config.put("key.fields", Customers.KEY);
    } else {
      config.put("startup.mode", "version");
      config.put("starting.version", Long.toString(version));
      config.put("ending.version", Long.toString(version));
    }
    DeltaSourceTask task = new DeltaSourceTask();
    task.initialize(new Context(config));
    long start = System.nanoTime();
    task.start(config);
    try (JsonConverter json = new JsonConverter()) {
      json.configure(Map.of("schemas.enable", "false"), false);
      return read(task, json, start);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      task.stop();
    }
  }

  private static FeedTiming read(DeltaSourceTask task, JsonConverter json, long start)
      throws InterruptedException {
    CRC32 crc = new CRC32();
    long records = 0;
    long bytes = 0;
    long checksum = 0;
    while (true) {
      List<SourceRecord> batch = task.poll();
      if (batch == null) {
        continue;
      }
      for (SourceRecord record : batch) {
        if (record.topic().equals(TOPIC)) {
          byte[] value = json.fromConnectData(TOPIC, record.valueSchema(), record.value());
          records++;
          bytes += value.length;
          crc.reset();
          crc.update(value);
          checksum += crc.getValue();
        }
      }
      if (isLast(batch.get(batch.size() - 1))) {
        return new FeedTiming((System.nanoTime() - start) / 1e9, records, bytes, checksum);
      }
    }
  }

  /** A batch ends where a version does. */
  private static boolean isLast(SourceRecord record) {
    return record.topic().equals(TOPIC)
        && (Boolean) record.headers().lastWithName(RecordHeaders.COMMIT_END).value();
  }

  /** A worker that has no offsets, and no exactly-once support. */
  private record Context(Map<String, String> configs) implements SourceTaskContext {
    @Override
    public OffsetStorageReader offsetStorageReader() {
      return new OffsetStorageReader() {
        @Override
        public <T> Map<String, Object> offset(Map<String, T> partition) {
          return null;
        }

        @Override
        public <T> Map<Map<String, T>, Map<String, Object>> offsets(
            Collection<Map<String, T>> partitions) {
          return Map.of();
        }
      };
    }
  }
}
