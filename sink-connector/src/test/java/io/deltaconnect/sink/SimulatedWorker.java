package io.deltaconnect.sink;

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
    log.keySet().forEach(this::assigned);
  }

  private void assigned(TopicPartition partition) {
    long position = group.getOrDefault(partition, 0L);
    positions.put(partition, position);
    current.put(partition, position);
    pausedForRedelivery &= !batch.isEmpty();
  }

  /** One turn of the worker's loop. */
  void turn() {
    if (random.nextInt(4) == 0) {
      commitOffsets(List.copyOf(log.keySet()));
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
              batch.add(record);
            }
          }
          if (to > from) {
            positions.put(partition, (long) to);
            ofBatch.put(partition, (long) to);
          }
        });
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
    FakeTable table = fixture.table();
    if (table != null) {
      table.error = random.nextInt(6) == 0 ? new IOException("unreachable") : null;
      table.callsBeforeError = random.nextInt(2);
      table.loseResponse = random.nextInt(8) == 0;
    } else if (random.nextInt(4) == 0) {
      fixture.tables.nextError = new IOException("unreachable");
    }
  }

  private void commitOffsets(List<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> asked = new HashMap<>();
    partitions.forEach(tp -> asked.put(tp, new OffsetAndMetadata(current.get(tp))));
    fixture
        .task
        .preCommit(asked)
        .forEach(
            (tp, offset) -> {
              if (offset.offset() <= current.get(tp)) {
                group.put(tp, offset.offset());
              }
            });
  }

  /** Inside a poll a partition goes away and comes back; what was not committed is read again. */
  void rebalance(TopicPartition partition) {
    rewind();
    boolean lost = random.nextInt(3) == 0;
    if (!lost) {
      commitOffsets(List.of(partition));
    }
    fixture.task.close(List.of(partition));
    if (lost) {
      ofBatch.remove(partition);
    }
    if (random.nextInt(3) > 0) {
      // Else as if a transform had renamed the topic: the worker does not find the records then.
      batch.removeIf(record -> record.kafkaPartition() == partition.partition());
    }
    assigned(partition);
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
