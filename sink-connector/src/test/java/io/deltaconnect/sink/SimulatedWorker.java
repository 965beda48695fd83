package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Drives a task as Connect's worker does: commit of offsets, seeks, poll, put, in that order, with
 * the same batch again after a {@code RetriableException}; and lets go wrong what can.
 */
final class SimulatedWorker {
  private final Random random;
  private final Map<TopicPartition, List<SinkRecord>> log;
  private final Map<TopicPartition, Long> group;
  private final Map<TopicPartition, OffsetAndMetadata> current = new HashMap<>();
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private List<SinkRecord> batch = List.of();
  final TaskFixture fixture;

  /**
   * @param group the committed offsets, shared by all workers
   */
  SimulatedWorker(
      Random random,
      Map<TopicPartition, List<SinkRecord>> log,
      Map<TopicPartition, Long> group,
      TaskFixture fixture) {
    this.random = random;
    this.log = log;
    this.group = group;
    this.fixture = fixture;
    log.keySet().forEach(this::open);
  }

  private void open(TopicPartition partition) {
    positions.put(partition, group.getOrDefault(partition, 0L));
  }

  /** One turn of the worker's loop. */
  void turn() {
    if (random.nextInt(4) == 0) {
      commitOffsets();
    }
    fixture.worker.seeks.forEach(
        (partition, offset) -> {
          positions.put(partition, offset);
          current.put(partition, new OffsetAndMetadata(offset));
        });
    fixture.worker.seeks.clear();
    if (batch.isEmpty()) {
      batch = poll();
    }
    fixture.now += random.nextInt(3) * 30_000L;
    breakSomething();
    try {
      fixture.task.put(batch);
    } catch (RetriableException e) {
      return;
    }
    for (SinkRecord record : batch) {
      TopicPartition partition = new TopicPartition(TOPIC, record.kafkaPartition());
      current.put(partition, new OffsetAndMetadata(record.kafkaOffset() + 1));
    }
    batch = List.of();
  }

  private List<SinkRecord> poll() {
    List<SinkRecord> polled = new ArrayList<>();
    log.forEach(
        (partition, records) -> {
          int from = positions.get(partition).intValue();
          int to = Math.min(records.size(), from + random.nextInt(6));
          if (to > from) {
            polled.addAll(records.subList(from, to));
            positions.put(partition, (long) to);
          }
        });
    return polled;
  }

  private void breakSomething() {
    FakeTable table = fixture.table();
    if (table != null) {
      table.error = random.nextInt(6) == 0 ? new IOException("unreachable") : null;
      table.loseResponse = random.nextInt(8) == 0;
    } else if (random.nextInt(4) == 0) {
      fixture.tables.nextError = new IOException("unreachable");
    }
  }

  private void commitOffsets() {
    fixture.task.preCommit(Map.copyOf(current)).forEach((tp, o) -> group.put(tp, o.offset()));
  }

  /** A partition goes away and comes back; what was not committed is read again. */
  void rebalance(TopicPartition partition) {
    if (random.nextBoolean()) {
      commitOffsets();
    }
    fixture.task.close(List.of(partition));
    fixture.worker.seeks.remove(partition);
    current.remove(partition);
    batch = batch.stream().filter(r -> r.kafkaPartition() != partition.partition()).toList();
    open(partition);
  }

  /** Whether all was read and there is nothing left to commit. */
  boolean isIdle() {
    return batch.isEmpty()
        && fixture.worker.seeks.isEmpty()
        && log.entrySet().stream()
            .allMatch(e -> positions.get(e.getKey()) == (long) e.getValue().size());
  }
}
