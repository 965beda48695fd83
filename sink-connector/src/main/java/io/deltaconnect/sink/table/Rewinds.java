package io.deltaconnect.sink.table;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Partitions that shall be read again from an earlier offset, and what the group's offset may be
 * meanwhile.
 *
 * <p>The worker seeks only before its next poll. Until then the rest of the batch in hand must be
 * left alone (the same records come again, in order), and the group's offset must not pass the
 * place where reading starts again. A batch that is put again after a {@code RetriableException} is
 * still the one in hand.
 *
 * <p>When a batch has been put, the worker takes the end of the batch for its offsets, whatever has
 * happened since it was polled: it forgets a seek that it did before the batch was put again, and
 * the end of a revoked partition's part of the batch becomes that partition's offset even if it was
 * assigned anew from an earlier one.
 *
 * <p>The worker takes the records of a revoked partition out of a batch in hand, but does not find
 * those whose topic a transform has renamed. They are another task's by now, or will be read again
 * after others that were before them.
 */
public final class Rewinds {
  private final SinkTaskContext context;
  private final Map<TopicPartition, Long> offsets = new HashMap<>();
  private final Set<TopicPartition> sought = new HashSet<>();
  private final Set<TopicPartition> unsure = new HashSet<>();
  private final Set<TopicPartition> arrived = new HashSet<>();
  private boolean batchDone = true;

  /** The batch in hand, and the partitions that were closed since it was polled. */
  private Collection<SinkRecord> inHand = List.of();

  private final Set<TopicPartition> gone = new HashSet<>();

  public Rewinds(SinkTaskContext context) {
    this.context = context;
  }

  /** A batch begins, perhaps one that was begun before, or what is left of it. */
  public void batchBegins(Collection<SinkRecord> records) {
    if (batchDone) {
      offsets.clear();
    }
    if (!isInHand(records)) {
      gone.clear();
    }
    inHand = records;
    arrived.clear();
    batchDone = false;
  }

  /** The worker puts the very records again, and polls no others as long as there are any. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isInHand(Collection<SinkRecord> records) {
    if (records.isEmpty()) {
      return false;
    }
    SinkRecord first = records.iterator().next();
    for (SinkRecord record : inHand) {
      if (record == first) {
        return true;
      }
    }
    return false;
  }

  /** Whether the batch in hand has records of a partition that are not to be taken from it. */
  public boolean isGone(TopicPartition partition) {
    return gone.contains(partition);
  }

  /** A record is here. What the worker says is right again when its whole batch is dealt with. */
  public void arrived(TopicPartition partition) {
    if (!unsure.isEmpty()) {
      arrived.add(partition);
    }
  }

  /** All records of the batch were dealt with. */
  public void batchEnds() {
    batchDone = true;
    inHand = List.of();
    unsure.removeAll(arrived);
    offsets.forEach(context::offset);
  }

  /** Reads a partition again from this offset. */
  public void rewind(TopicPartition partition, long offset) {
    sought.add(partition);
    long lowest = offsets.merge(partition, offset, Math::min);
    context.offset(partition, lowest);
  }

  /** Whether records of this partition must be left alone. */
  public boolean isRewinding(TopicPartition partition) {
    return offsets.containsKey(partition);
  }

  /**
   * The offset from which a partition will be read.
   *
   * @param current what the worker takes for it
   */
  public long resumeAt(TopicPartition partition, long current) {
    return Math.min(current, offsets.getOrDefault(partition, current));
  }

  /** Whether a partition was read again from an earlier offset since it was assigned. */
  public boolean wasSought(TopicPartition partition) {
    return sought.contains(partition);
  }

  /** Whether what the worker takes for a partition's offset may be wrong. */
  public boolean isUnsure(TopicPartition partition) {
    return unsure.contains(partition);
  }

  /** These partitions are gone, perhaps to come back; their part of a batch in hand is gone too. */
  public void close(Collection<TopicPartition> partitions) {
    offsets.keySet().removeAll(partitions);
    sought.removeAll(partitions);
    arrived.removeAll(partitions);
    if (!batchDone) {
      unsure.addAll(partitions);
      gone.addAll(partitions);
    }
  }
}
