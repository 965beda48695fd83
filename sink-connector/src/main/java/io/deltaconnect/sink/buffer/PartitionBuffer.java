package io.deltaconnect.sink.buffer;

import io.deltaconnect.table.kernel.Action;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * What one original topic-partition has for one table.
 *
 * <p>Offsets run through three states. <em>Committed</em>: the table's {@code txn} covers them.
 * <em>Handled</em>: their records were buffered, or had no effect, or were bad and reported; they
 * must not be handled again, and the group's offset must not pass them before they are committed.
 * Beyond them: not seen yet.
 */
public final class PartitionBuffer {
  /** No offset. */
  public static final long NONE = -1;

  private static final long DAY_MS = 86_400_000;

  /**
   * By how much a clock can be ahead and its timestamps still say when a record was written: enough
   * for all time zones. What is further ahead is a clock that is wrong, another unit, or no time of
   * writing at all.
   */
  public static final long AHEAD_MS = DAY_MS;

  /**
   * For how long a record of a commit may be delivered again: as long as a group's offsets are kept
   * by default ({@code offsets.retention.minutes} of the broker).
   */
  private static final long DELIVERED_AGAIN_MS = 7 * DAY_MS;

  private final TopicPartition partition;
  private final String appId;
  private Long committed;
  private long handled = NONE;
  private long firstHeld = NONE;
  private long committedAtLeast = Long.MIN_VALUE;
  private List<BufferedChange> changes = new ArrayList<>();
  private long bytes;
  private long storedRowBytes;

  /**
   * @param appId of the partition's {@code txn} in the table
   */
  public PartitionBuffer(TopicPartition partition, String appId) {
    this.partition = partition;
    this.appId = appId;
  }

  public TopicPartition partition() {
    return partition;
  }

  public String appId() {
    return appId;
  }

  /** Whether a record was committed or handled before. */
  public boolean isKnown(long offset) {
    return offset <= handled;
  }

  /** The table's {@code txn} says this; null if it has none. What it covers needs no handling. */
  public void loaded(Long txnVersion) {
    committed = txnVersion;
    if (txnVersion != null && txnVersion > handled) {
      handled = txnVersion;
    }
  }

  /**
   * A record changes something.
   *
   * @param storedRow heap that a row of the table takes, roughly
   * @return heap the change takes, roughly
   */
  public long add(BufferedChange change, long storedRow) {
    changes.add(change);
    storedRowBytes = storedRow;
    long size = change.heapBytes(storedRow);
    bytes += size;
    return size;
  }

  /**
   * Notes the timestamp of a record before it is handled. One so far ahead that it stays beyond
   * {@link #AHEAD_MS} for as long as the record may be delivered again need not be noted; if it
   * were, one record of a wrong clock would hide for years that offsets went back.
   *
   * @param timestamp in milliseconds since the epoch; may be null
   * @param now likewise
   * @param tolerance how much younger than its commit a record may look, in milliseconds
   */
  public void sawTimestamp(Long timestamp, long now, long tolerance) {
    if (timestamp != null && timestamp - now <= AHEAD_MS + DELIVERED_AGAIN_MS) {
      committedAtLeast = Math.max(committedAtLeast, timestamp - tolerance);
    }
  }

  /** A record needs nothing more than that a commit covers its offset. */
  public void handled(long offset) {
    handled = offset;
    if (firstHeld == NONE) {
      firstHeld = offset;
    }
  }

  /** A record needs nothing, not even a commit, since there is no table. */
  public void passed(long offset) {
    handled = offset;
  }

  /** The lowest offset that is handled and not committed, or {@link #NONE}. */
  public long firstHeld() {
    return firstHeld;
  }

  /** The highest offset handled, or {@link #NONE}. */
  public long lastHandled() {
    return handled;
  }

  /** What the table's {@code txn} is expected to be; null if it should have none. */
  public Long committed() {
    return committed;
  }

  /**
   * The {@code txn} by which a commit covers all that was handled. It is young enough that none of
   * the records, delivered again, looks younger than the commit that has it, though the clock was
   * ahead that gave it its timestamp.
   */
  public Action.Txn txn(long now) {
    return txn(handled, now);
  }

  /** Likewise, up to an offset whose record a commit of its own applies. */
  public Action.Txn txn(long offset, long now) {
    return new Action.Txn(appId, offset, Math.max(now, committedAtLeast));
  }

  public List<BufferedChange> changes() {
    return changes;
  }

  /** Whether some change requires that the table has a row. */
  boolean requiresRows() {
    for (BufferedChange change : changes) {
      if (change.rowRequired() != null) {
        return true;
      }
    }
    return false;
  }

  /** Takes changes back whose records turned out to be bad: their offsets are held all the same. */
  public void remove(Collection<BufferedChange> bad) {
    Set<Long> arrivals = new HashSet<>();
    bad.forEach(change -> arrivals.add(change.arrival()));
    changes.removeIf(change -> arrivals.contains(change.arrival()));
    bytes = 0;
    for (BufferedChange change : changes) {
      bytes += change.heapBytes(storedRowBytes);
    }
  }

  /** Heap of the changes, roughly. */
  public long bytes() {
    return bytes;
  }

  /** The changes had no effect and made no commit: offsets are still held. */
  public void clearChanges() {
    changes = new ArrayList<>();
    bytes = 0;
  }

  /** A commit covers all that was handled. */
  public void committedAll() {
    clearChanges();
    committed = handled;
    firstHeld = NONE;
  }

  /** Forgets everything but what the table's {@code txn} says. */
  public void reset(Long txnVersion) {
    clearChanges();
    firstHeld = NONE;
    handled = NONE;
    committedAtLeast = Long.MIN_VALUE;
    loaded(txnVersion);
  }
}
