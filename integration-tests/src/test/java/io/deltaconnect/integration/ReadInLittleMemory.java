package io.deltaconnect.integration;

import io.deltaconnect.source.DeltaSourceTask;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/**
 * A process of its own, with a small heap: a source task reads a table, and its records become JSON
 * and are forgotten. It prints {@code key=value} lines.
 */
final class ReadInLittleMemory {
  private static final String TOPIC = "wares";

  private long records;
  private long tombstones;
  private long bytes;
  private long idSum;

  private ReadInLittleMemory() {}

  /**
   * Arguments: the table's path, the folder for what does not fit into memory, and then for each
   * reading the output format, the start mode and the number of records.
   */
  public static void main(String[] args) throws Exception {
    for (int i = 2; i < args.length; i += 3) {
      Map<String, String> config = new HashMap<>();
      config.put("name", "source");
      config.put("tables", TOPIC + "=" + args[0]);
      config.put("spill.dir", args[1]);
      config.put("key.fields", "id");
      config.put("output.format", args[i]);
      config.put("startup.mode", args[i + 1]);
      if (args[i + 1].equals("version")) {
        config.put("starting.version", "1");
      }
      ReadInLittleMemory reading = new ReadInLittleMemory();
      long begin = System.nanoTime();
      reading.read(config, Long.parseLong(args[i + 2]));
      String name = args[i] + "." + args[i + 1];
      System.out.println(name + ".records=" + reading.records);
      System.out.println(name + ".tombstones=" + reading.tombstones);
      System.out.println(name + ".bytes=" + reading.bytes);
      System.out.println(name + ".ids=" + reading.idSum);
      System.out.println(name + ".ms=" + (System.nanoTime() - begin) / 1_000_000);
    }
  }

  private void read(Map<String, String> config, long expected) throws InterruptedException {
    DeltaSourceTask task = new DeltaSourceTask();
    task.initialize(new Context(config));
    task.start(config);
    try (JsonConverter json = new JsonConverter()) {
      json.configure(Map.of("schemas.enable", "false"), false);
      while (records < expected) {
        List<SourceRecord> batch = task.poll();
        if (batch != null) {
          for (SourceRecord record : batch) {
            take(record, json);
          }
        }
      }
    } finally {
      task.stop();
    }
  }

  private void take(SourceRecord record, JsonConverter json) {
    if (!record.topic().equals(TOPIC)) {
      return;
    }
    records++;
    idSum += ((Struct) record.key()).getInt64("id");
    if (record.value() == null) {
      tombstones++;
    } else {
      bytes += json.fromConnectData(TOPIC, record.valueSchema(), record.value()).length;
    }
  }

  /** A worker without exactly-once support that has no offsets. */
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
