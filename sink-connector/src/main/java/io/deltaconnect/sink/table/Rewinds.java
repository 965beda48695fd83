package io.deltaconnect.sink.table;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Partitions that shall be read again from an earlier offset.
 *
 * <p>The worker seeks only before its next poll. Until then the rest of the batch in hand must be
 * left alone (the same records come again, in order), and the group's offset must not pass the
 * place where reading starts again. A batch that is put again after a {@code RetriableException} is
 * still the one in hand.
 */
public final class Rewinds {
  private final SinkTaskContext context;
  private final Map<TopicPartition, Long> offsets = new HashMap<>();
  private boolean batchDone;

  public Rewinds(SinkTaskContext context) {
    this.context = context;
  }

  /** A batch begins, perhaps one that was begun before. */
  public void batchBegins() {
    if (batchDone) {
      offsets.clear();
    }
    batchDone = false;
  }

  /** All records of the batch were dealt with. */
  public void batchEnds() {
    batchDone = true;
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

  /** The offset from which a partition will be read, or {@code otherwise}. */
  public long resumeAt(TopicPartition partition, long otherwise) {
    return Math.min(otherwise, offsets.getOrDefault(partition, otherwise));
  }

  public void close(Collection<TopicPartition> partitions) {
    offsets.keySet().removeAll(partitions);
  }
}
