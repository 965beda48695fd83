package io.deltaconnect.sink.table;

import io.deltaconnect.sink.buffer.PartitionBuffer;
import io.deltaconnect.table.commit.EarlierCommitLandedException;
import io.deltaconnect.table.commit.FencedException;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.merge.ConcurrentTypeException;
import java.util.Objects;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of one table's buffers when the table is not as we left it. If a {@code txn} is
 * another one, another task has taken that partition over, or its offset was set: what was buffered
 * is dropped and read again after the {@code txn}. If it is another table, or has columns of other
 * types than rows were laid out for, everything is.
 */
final class Takeovers {
  private static final Logger LOG = LoggerFactory.getLogger(Takeovers.class);

  private final OpenTable open;
  private final Partitions partitions;
  private final Rewinds rewinds;

  Takeovers(OpenTable open, Partitions partitions, Rewinds rewinds) {
    this.open = open;
    this.partitions = partitions;
    this.rewinds = rewinds;
  }

  /** Nothing was committed: what was buffered is, in part or all, not ours to commit any more. */
  void lost(RuntimeException e) {
    if (e instanceof EarlierCommitLandedException landed) {
      landed(landed);
    } else if (e instanceof FencedException fenced) {
      fenced(fenced);
    } else if (e instanceof ConcurrentTypeException) {
      retyped(e);
    } else {
      recreated(e);
    }
  }

  /** What is buffered was laid out for columns that are of other types by now. */
  private void retyped(RuntimeException e) {
    LOG.warn(
        "{}: {}. What is buffered is read again for the table as it is",
        open.named(),
        e.getMessage());
    resume();
    open.followSchema();
  }

  /** Our commit before is in the table after all: what it did not cover is read again. */
  private void landed(EarlierCommitLandedException e) {
    LOG.info("{} v{}: {}", open.named(), e.version(), e.getMessage());
    for (PartitionBuffer buffer : partitions.all()) {
      if (!Objects.equals(committed(buffer), buffer.committed())) {
        drop(buffer);
      }
    }
    partitions.dropped();
    if (partitions.records() == 0) {
      open.followSchema();
    }
  }

  private void fenced(FencedException e) {
    refresh();
    for (PartitionBuffer buffer : partitions.all()) {
      if (buffer.appId().equals(e.appId())) {
        LOG.warn(
            "{}: another task has committed offsets of {}, or they were set: its {} buffered"
                + " records are dropped. {}",
            open.named(),
            buffer.partition(),
            buffer.changes().size(),
            e.getMessage());
        drop(buffer);
      }
    }
    partitions.dropped();
    if (partitions.records() == 0) {
      open.followSchema();
    }
  }

  private void recreated(RuntimeException e) {
    if (!refresh()) {
      throw new ConnectException(open.named() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Reads the table's newest version, and follows its schema if no rows are buffered.
   *
   * @return whether it is another table than before
   */
  boolean refresh() {
    TableErrors.run(open.named() + ": reading its newest version", open.table()::refresh);
    return follow();
  }

  /** As {@link #refresh}, of what a commit has read. */
  boolean follow() {
    boolean recreated = open.isRecreated();
    if (recreated) {
      resume();
    }
    if (partitions.records() == 0) {
      open.followSchema();
    }
    return recreated;
  }

  /**
   * Looks whether the {@code txn} of a partition, in the newest version read, is another one than
   * we left there, and follows it if so.
   */
  boolean isTakenOver(PartitionBuffer buffer) {
    if (Objects.equals(committed(buffer), buffer.committed())) {
      return false;
    }
    LOG.info(
        "{}: the offset of {} is {}, not {}: reading goes on there",
        open.named(),
        buffer.partition(),
        committed(buffer),
        buffer.committed());
    drop(buffer);
    partitions.dropped();
    return true;
  }

  /**
   * The table is not the one that rows were laid out for. Reading goes on after the offsets that it
   * holds: earlier ones, if it is an older copy of the one before.
   */
  private void resume() {
    for (PartitionBuffer buffer : partitions.all()) {
      if (committed(buffer) == null) {
        restart(buffer);
      } else {
        drop(buffer);
      }
    }
    partitions.dropped();
  }

  /** There is no table: what was buffered is read again for the next one. */
  void restart() {
    partitions.all().forEach(this::restart);
    partitions.dropped();
  }

  private void restart(PartitionBuffer buffer) {
    if (buffer.firstHeld() != PartitionBuffer.NONE) {
      rewinds.rewind(buffer.partition(), buffer.firstHeld());
    }
    buffer.reset(null);
  }

  private void drop(PartitionBuffer buffer) {
    long handled = buffer.lastHandled();
    Long committed = committed(buffer);
    buffer.reset(committed);
    long next = committed == null ? 0 : committed + 1;
    // Never forward: another table may still need the records in between.
    if (next <= handled) {
      rewinds.rewind(buffer.partition(), next);
    }
  }

  /** What the newest version read says of a partition. */
  Long committed(PartitionBuffer buffer) {
    Action.Txn txn = open.table().snapshot().txn(buffer.appId());
    return txn == null ? null : (Long) txn.version();
  }
}
