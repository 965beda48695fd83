package io.deltaconnect.sink.table;

import io.deltaconnect.sink.buffer.BufferedChange;
import io.deltaconnect.sink.buffer.PartitionBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/** The buffers of one table, and since when they have waited for a commit. */
final class Partitions {
  static final long NEVER = Long.MAX_VALUE;

  private final LongSupplier elapsed;
  private final Map<TopicPartition, PartitionBuffer> byPartition = new LinkedHashMap<>();
  private int records;
  private long bytes;
  private long firstChangeAt = NEVER;
  private long firstHeldAt = NEVER;

  Partitions(LongSupplier elapsed) {
    this.elapsed = elapsed;
  }

  /** Null if there is none. */
  PartitionBuffer get(TopicPartition partition) {
    return byPartition.get(partition);
  }

  void put(PartitionBuffer buffer) {
    byPartition.put(buffer.partition(), buffer);
  }

  Collection<PartitionBuffer> all() {
    return byPartition.values();
  }

  void add(PartitionBuffer buffer, BufferedChange change, long storedRow, long offset) {
    bytes += buffer.add(change, storedRow);
    records++;
    if (firstChangeAt == NEVER) {
      firstChangeAt = elapsed.getAsLong();
    }
    hold(buffer, offset);
  }

  /** The offset waits for a commit. */
  void hold(PartitionBuffer buffer, long offset) {
    buffer.handled(offset);
    if (firstHeldAt == NEVER) {
      firstHeldAt = elapsed.getAsLong();
    }
  }

  /** Buffers with offsets that wait for a commit. */
  List<PartitionBuffer> held() {
    List<PartitionBuffer> held = new ArrayList<>();
    for (PartitionBuffer buffer : byPartition.values()) {
      if (buffer.firstHeld() != PartitionBuffer.NONE) {
        held.add(buffer);
      }
    }
    return held;
  }

  /** A commit covers all that was handled. */
  void committed() {
    held().forEach(PartitionBuffer::committedAll);
    dropped();
  }

  /** The changes had no effect: their offsets still wait. */
  void withoutEffect() {
    held().forEach(PartitionBuffer::clearChanges);
    dropped();
  }

  /** Forgets partitions and what they had buffered. */
  void close(Collection<TopicPartition> partitions) {
    byPartition.keySet().removeAll(partitions);
    dropped();
  }

  /** Buffers were emptied. */
  void dropped() {
    records = 0;
    bytes = 0;
    for (PartitionBuffer buffer : byPartition.values()) {
      records += buffer.changes().size();
      bytes += buffer.bytes();
    }
    if (records == 0) {
      firstChangeAt = NEVER;
    }
    if (held().isEmpty()) {
      firstHeldAt = NEVER;
    }
  }

  int records() {
    return records;
  }

  /** Heap of all buffers, roughly. */
  long bytes() {
    return bytes;
  }

  /** When the oldest change was buffered, or {@link #NEVER}. */
  long firstChangeAt() {
    return firstChangeAt;
  }

  /** Since when an offset has waited, or {@link #NEVER}. */
  long firstHeldAt() {
    return firstHeldAt;
  }
}
