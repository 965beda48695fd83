package io.deltaconnect.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Drives a task as Connect's {@code WorkerSinkTask} does (3.9 and 4.3): commit of offsets, seeks,
 * poll, put, in that order; the same batch again after a {@code RetriableException}, with the
 * consumer paused; the end of the batch for its offsets after each put; rebalances inside the poll.
 * And lets go wrong what can.
 */
final class SimulatedWorker {
  private final Random random;
  private final Map<TopicPartition, List<SinkRecord>> log;
  private final Map<TopicPartition, Long> group;
  private final Map<TopicPartition, Long> current = new HashMap<>();

  /** What the worker takes for committed: also what was assigned, and what it has sought. */
  private final Map<TopicPartition, OffsetAndMetadata> lastCommitted = new HashMap<>();

  private final Map<TopicPartition, Long> ofBatch = new HashMap<>();
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final List<SinkRecord> batch = new ArrayList<>();
  private boolean pausedForRedelivery;
  final TaskFixture fixture;

  /**
   * @param log by offset; null for a record that a transform drops
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
    assigned(log.keySet());
  }

  private void assigned(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      long position = group.getOrDefault(partition, 0L);
      positions.put(partition, position);
      current.put(partition, position);
      lastCommitted.put(partition, new OffsetAndMetadata(position));
    }
    pausedForRedelivery &= !batch.isEmpty();
  }

  /** One turn of the worker's loop. */
  void turn() {
    if (random.nextInt(4) == 0) {
      commitOffsets(log.keySet());
    }
    rewind();
    if (!pausedForRedelivery) {
      poll();
    }
    fixture.now += random.nextInt(3) * 30_000L;
    breakSomething();
    deliver();
  }

  private void rewind() {
    fixture.worker.seeks.forEach(
        (partition, offset) -> {
          positions.put(partition, offset);
          current.put(partition, offset);
          lastCommitted.put(partition, new OffsetAndMetadata(offset));
        });
    fixture.worker.seeks.clear();
  }

  private void poll() {
    log.forEach(
        (partition, records) -> {
          int from = positions.get(partition).intValue();
          int to = Math.min(records.size(), from + random.nextInt(6));
          for (SinkRecord record : records.subList(from, to)) {
            if (record != null) {
              batch.add(copy(record));
            }
          }
          if (to > from) {
            positions.put(partition, (long) to);
            ofBatch.put(partition, (long) to);
          }
        });
  }

  /** Each poll makes records of its own. */
  private static SinkRecord copy(SinkRecord record) {
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        record.valueSchema(),
        record.value(),
        record.timestamp());
  }

  private void deliver() {
    try {
      fixture.task.put(List.copyOf(batch));
    } catch (RetriableException e) {
      pausedForRedelivery = true;
      return;
    }
    current.putAll(ofBatch);
    ofBatch.clear();
    batch.clear();
    pausedForRedelivery = false;
  }

  private void breakSomething() {
    for (FakeTable table : fixture.tables.all()) {
      table.error = random.nextInt(6) == 0 ? new IOException("unreachable") : null;
      table.callsBeforeError = random.nextInt(2);
      table.loseResponse = random.nextInt(8) == 0;
    }
    if (fixture.tables.all().isEmpty() && random.nextInt(4) == 0) {
      fixture.tables.nextError = new IOException("unreachable");
    }
  }

  /** As the worker does: all that the task says of it, or nothing where it finds no difference. */
  private void commitOffsets(Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> asked = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> before = new HashMap<>();
    for (TopicPartition partition : partitions) {
      asked.put(partition, new OffsetAndMetadata(current.get(partition)));
      before.put(partition, lastCommitted.get(partition));
    }
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>(before);
    fixture
        .task
        .preCommit(asked)
        .forEach(
            (partition, offset) -> {
              if (offset.offset() <= current.get(partition)) {
                offsets.put(partition, offset);
              }
            });
    boolean fails = random.nextInt(6) == 0;
    if (!offsets.equals(before) && !fails) {
      lastCommitted.putAll(offsets);
      offsets.forEach((partition, offset) -> group.put(partition, offset.offset()));
    }
  }

  /** Inside a poll partitions go away and come back; what was not committed is read again. */
  void rebalance(TopicPartition partition) {
    rewind();
    Collection<TopicPartition> moved =
        random.nextBoolean() ? List.of(partition) : List.copyOf(log.keySet());
    boolean lost = random.nextInt(3) == 0;
    if (!lost) {
      commitOffsets(moved);
    }
    fixture.task.close(moved);
    lastCommitted.keySet().removeAll(moved);
    if (lost) {
      ofBatch.keySet().removeAll(moved);
      current.keySet().removeAll(moved);
    }
    if (random.nextInt(3) > 0) {
      // Else as if a transform had renamed the topic: the worker does not find the records then.
      batch.removeIf(
          record ->
              moved.contains(
                  new TopicPartition(record.originalTopic(), record.originalKafkaPartition())));
    }
    assigned(moved);
    if (!pausedForRedelivery && random.nextBoolean()) {
      poll();
    }
    breakSomething();
    deliver();
  }

  /** Whether all was read and there is nothing left to commit. */
  boolean isIdle() {
    return batch.isEmpty()
        && !pausedForRedelivery
        && fixture.worker.seeks.isEmpty()
        && log.entrySet().stream()
            .allMatch(e -> positions.get(e.getKey()) == (long) e.getValue().size());
  }
}
