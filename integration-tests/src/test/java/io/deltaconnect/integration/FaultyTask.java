package io.deltaconnect.integration;

import io.deltaconnect.integration.Faults.Fault;
import io.deltaconnect.sink.DeltaSinkTask;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** A started sink task whose I/O may fail, and what it asks of its worker. */
final class FaultyTask implements SinkTaskContext {
  private final Map<String, String> config;
  private final Faults faults;
  private final DeltaSinkTask task = new DeltaSinkTask();
  private final Map<TopicPartition, Long> seeks = new HashMap<>();

  /**
   * @param config of the connector, but for the store
   * @param planned what goes wrong
   */
  FaultyTask(Map<String, String> config, FaultStore store, Fault... planned) {
    this.config = config;
    this.faults = new Faults(store, List.of(planned));
    Map<String, String> all = new HashMap<>(config);
    faults.hadoopProperties().forEach((key, value) -> all.put("hadoop." + key, value));
    task.initialize(this);
    task.start(all);
  }

  Faults faults() {
    return faults;
  }

  void put(Collection<SinkRecord> records) {
    task.put(records);
  }

  void close(TopicPartition partition) {
    task.close(List.of(partition));
  }

  /**
   * What the group may keep.
   *
   * @param positions that the worker would read next
   */
  Map<TopicPartition, Long> preCommit(Map<TopicPartition, Long> positions) {
    Map<TopicPartition, OffsetAndMetadata> current = new HashMap<>();
    positions.forEach((partition, offset) -> current.put(partition, new OffsetAndMetadata(offset)));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    task.preCommit(current).forEach((partition, offset) -> offsets.put(partition, offset.offset()));
    return offsets;
  }

  /** The seeks asked for since the last call. */
  Map<TopicPartition, Long> takeSeeks() {
    Map<TopicPartition, Long> taken = Map.copyOf(seeks);
    seeks.clear();
    return taken;
  }

  @Override
  public void offset(Map<TopicPartition, Long> offsets) {
    seeks.putAll(offsets);
  }

  @Override
  public void offset(TopicPartition partition, long offset) {
    seeks.put(partition, offset);
  }

  @Override
  public Map<String, String> configs() {
    return config;
  }

  @Override
  public void timeout(long timeoutMs) {
    // Nobody waits here.
  }

  @Override
  public Set<TopicPartition> assignment() {
    return Set.copyOf(SinkScript.PARTITIONS);
  }

  @Override
  public void pause(TopicPartition... partitions) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void resume(TopicPartition... partitions) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void requestCommit() {
    // Offsets are committed after every put.
  }

  @Override
  public ErrantRecordReporter errantRecordReporter() {
    return null;
  }
}
