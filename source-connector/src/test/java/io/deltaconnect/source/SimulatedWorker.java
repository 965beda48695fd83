package io.deltaconnect.source;

import io.deltaconnect.source.position.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.source.TransactionContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/**
 * What a worker does with a source task: with exactly-once support records and offsets become
 * visible when the task says so, without it at once.
 */
final class SimulatedWorker {
  private final Map<String, String> config;
  private final boolean exactlyOnce;
  private final Map<Map<String, ?>, Map<String, ?>> offsets = new HashMap<>();
  private final List<SourceRecord> visible = new CopyOnWriteArrayList<>();
  private final List<SourceRecord> open = new ArrayList<>();
  private final List<Integer> transactions = new ArrayList<>();
  private final Set<SourceRecord> commitAt = new HashSet<>();
  private DeltaSourceTask task;
  private volatile boolean stopped;

  SimulatedWorker(Map<String, String> config, boolean exactlyOnce) {
    this.config = new HashMap<>(config);
    this.exactlyOnce = exactlyOnce;
    if (exactlyOnce) {
      this.config.put("transaction.boundary", "connector");
    }
  }

  static SimulatedWorker exactlyOnce(Map<String, String> config) {
    return new SimulatedWorker(config, true);
  }

  static SimulatedWorker atLeastOnce(Map<String, String> config) {
    return new SimulatedWorker(config, false);
  }

  /** Configuration of a connector for these tables. */
  static Map<String, String> config(Object tables, String... settings) {
    Map<String, String> config = new HashMap<>();
    config.put("name", "source");
    config.put("tables", tables.toString());
    config.put("poll.interval.ms", "1");
    config.put("heartbeat.interval.ms", "3600000");
    for (int i = 0; i < settings.length; i += 2) {
      config.put(settings[i], settings[i + 1]);
    }
    return config;
  }

  SimulatedWorker set(String key, String value) {
    config.put(key, value);
    return this;
  }

  void setOffset(String table, Map<String, ?> offset) {
    offsets.put(Position.partition(table), offset);
  }

  Map<String, ?> offset(String table) {
    return offsets.get(Position.partition(table));
  }

  SimulatedWorker start() {
    task = new DeltaSourceTask();
    task.initialize(new Context());
    task.start(config);
    return this;
  }

  void stop() {
    stopped = true;
    task.stop();
  }

  boolean isStopped() {
    return stopped;
  }

  /** The worker dies: what is not committed is lost. */
  void crash() {
    task.stop();
    open.clear();
    commitAt.clear();
  }

  /** Takes what one call gives; false if it gives nothing. */
  boolean poll() throws InterruptedException {
    List<SourceRecord> records = task.poll();
    if (records == null) {
      return false;
    }
    for (SourceRecord record : records) {
      open.add(record);
      if (!exactlyOnce || commitAt.remove(record)) {
        commit();
      }
    }
    return true;
  }

  private void commit() {
    for (SourceRecord record : open) {
      offsets.put(record.sourcePartition(), record.sourceOffset());
    }
    visible.addAll(open);
    transactions.add(open.size());
    open.clear();
  }

  /** Takes all that there is, and gives what became visible meanwhile, heartbeats apart. */
  List<SourceRecord> drain() throws InterruptedException {
    int before = visible.size();
    int idle = 0;
    while (idle < 5) {
      long begun = System.nanoTime();
      boolean something = poll();
      // Where nothing is to come at all a call waits for half a second.
      boolean waited = System.nanoTime() - begun > 400_000_000L;
      idle = something ? 0 : idle + (waited ? 5 : 1);
    }
    return data(visible.subList(before, visible.size()));
  }

  /** All records of tables that are visible. */
  List<SourceRecord> data() {
    return data(visible);
  }

  private static List<SourceRecord> data(Collection<SourceRecord> records) {
    return records.stream().filter(record -> !isHeartbeat(record)).toList();
  }

  List<SourceRecord> heartbeats() {
    return visible.stream().filter(SimulatedWorker::isHeartbeat).toList();
  }

  private static boolean isHeartbeat(SourceRecord record) {
    return record.topic().startsWith("__delta-heartbeat");
  }

  /** How many records each transaction had. */
  List<Integer> transactions() {
    return transactions;
  }

  List<SourceRecord> uncommitted() {
    return open;
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

    @Override
    public TransactionContext transactionContext() {
      return exactlyOnce ? new Transactions() : null;
    }
  }

  private final class Transactions implements TransactionContext {
    @Override
    public void commitTransaction() {
      throw new AssertionError("a batch may be sent in parts");
    }

    @Override
    public void commitTransaction(SourceRecord record) {
      commitAt.add(record);
    }

    @Override
    public void abortTransaction() {
      throw new AssertionError("it commits offsets");
    }

    @Override
    public void abortTransaction(SourceRecord record) {
      throw new AssertionError("it commits offsets");
    }
  }
}
