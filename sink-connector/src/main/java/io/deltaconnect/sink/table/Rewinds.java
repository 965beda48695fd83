package io.deltaconnect.sink.table;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
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
 */
public final class Rewinds {
  private final SinkTaskContext context;
  private final Map<TopicPartition, Long> offsets = new HashMap<>();
  private final Set<TopicPartition> unsure = new HashSet<>();
  private final Set<TopicPartition> arrived = new HashSet<>();
  private boolean batchDone = true;

  public Rewinds(SinkTaskContext context) {
    this.context = context;
  }

  /** A batch begins, perhaps one that was begun before. */
  public void batchBegins() {
    if (batchDone) {
      offsets.clear();
    }
    arrived.clear();
    batchDone = false;
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
    unsure.removeAll(arrived);
    offsets.forEach(context::offset);
  }

  /** Reads a partition again from this offset. */
  public void rewind(TopicPartition partition, long offset) {
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
   * @return empty if it is not known, since what the worker says may be wrong
   */
  public OptionalLong resumeAt(TopicPartition partition, long current) {
    return unsure.contains(partition)
        ? OptionalLong.empty()
        : OptionalLong.of(Math.min(current, offsets.getOrDefault(partition, current)));
  }

  /** These partitions are gone, perhaps to come back; their part of a batch in hand is gone too. */
  public void close(Collection<TopicPartition> partitions) {
    offsets.keySet().removeAll(partitions);
    arrived.removeAll(partitions);
    if (!batchDone) {
      unsure.addAll(partitions);
    }
  }
}
