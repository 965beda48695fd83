package io.deltaconnect.sink.table;

import io.deltaconnect.sink.buffer.PartitionBuffer;
import io.deltaconnect.sink.buffer.Reduction;
import io.deltaconnect.sink.metrics.SinkTableMetrics;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.EarlierCommitLandedException;
import io.deltaconnect.table.commit.FencedException;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.commit.TableRecreatedException;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.merge.ConcurrentTypeException;
import io.deltaconnect.table.merge.MissingRowsException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits what one table has buffered, with a {@code txn} for each partition whose offsets it
 * covers. If a {@code txn} in the table is not the one we left there, the partition is left to
 * {@link Takeovers}; the others are committed.
 */
final class TableCommitter {
  private static final Logger LOG = LoggerFactory.getLogger(TableCommitter.class);

  private final OpenTable open;
  private final Partitions partitions;
  private final SinkContext context;
  private final Takeovers takeovers;
  private final MissingRows missingRows;
  private final boolean append;
  private final SinkTableMetrics metrics;
  private long commits;

  TableCommitter(
      OpenTable open,
      Partitions partitions,
      SinkContext context,
      Takeovers takeovers,
      boolean append,
      SinkTableMetrics metrics) {
    this.open = open;
    this.partitions = partitions;
    this.context = context;
    this.takeovers = takeovers;
    this.missingRows = new MissingRows(open, partitions, context.badRecords());
    this.append = append;
    this.metrics = metrics;
  }

  /** How many versions were made. */
  long commits() {
    return commits;
  }

  /** Commits the buffered changes, if there are any. */
  void commit() {
    missingRows.reportDeleted();
    while (partitions.records() > 0) {
      List<PartitionBuffer> held = partitions.held();
      try {
        int records = partitions.records();
        long start = System.nanoTime();
        CommitResult result = covering(held, "commit", () -> write(held));
        long millis = millisSince(start);
        log(result, records, held, millis);
        done(result, records, millis);
        return;
      } catch (EarlierCommitLandedException
          | FencedException
          | TableRecreatedException
          | ConcurrentTypeException e) {
        takeovers.lost(e);
        // What was dropped may have stood between a delete and a record that needs a row.
        missingRows.reportDeleted();
      } catch (MissingRowsException e) {
        missingRows.report(e);
      }
    }
  }

  private CommitResult write(List<PartitionBuffer> held) throws IOException {
    return append
        ? open.table()
            .append(
                new AppendRequest(
                    open.reader().schema(),
                    open.tableSchema(),
                    Reduction.rows(held),
                    txns(held),
                    expected(held)))
        : open.table()
            .merge(
                new MergeRequest(
                    open.reader().schema(),
                    open.tableSchema(),
                    open.keyColumns(),
                    Reduction.perKey(held),
                    txns(held),
                    expected(held)));
  }

  /** Commits offsets whose records had no effect. */
  void commitOffsets() {
    while (!partitions.held().isEmpty()) {
      List<PartitionBuffer> held = partitions.held();
      long start = System.nanoTime();
      try {
        CommitResult result =
            covering(
                held,
                "commit of offsets",
                () -> open.table().commitTxns(txns(held), expected(held)));
        LOG.info(
            "{} v{}: offsets alone, {} retries, {} re-plans ({})",
            open.named(),
            result.version(),
            result.retries(),
            result.replans(),
            TableErrors.offsets(held));
        done(result, 0, millisSince(start));
        return;
      } catch (EarlierCommitLandedException | FencedException | TableRecreatedException e) {
        takeovers.lost(e);
      }
    }
  }

  /**
   * Removes all rows by a commit that covers this record too, unless it turns out that another task
   * has its partition. Nothing may be buffered.
   */
  void truncate(PartitionBuffer partition, long offset) {
    while (true) {
      List<PartitionBuffer> covered = new ArrayList<>(partitions.held());
      covered.remove(partition);
      covered.add(partition);
      Map<String, Long> expected = expected(covered);
      List<Action.Txn> txns = txns(covered);
      txns.set(txns.size() - 1, partition.txn(offset, context.clock().getAsLong()));
      long start = System.nanoTime();
      try {
        CommitResult result =
            covering(
                covered,
                "truncate by " + partition.partition() + "@" + offset,
                () -> open.table().truncate(txns, expected));
        partitions.hold(partition, offset);
        LOG.info(
            "{} v{}: truncated, {} rows deleted, by {}@{}",
            open.named(),
            result.version(),
            result.deleted(),
            partition.partition(),
            offset);
        done(result, 1, millisSince(start));
        return;
      } catch (EarlierCommitLandedException | FencedException | TableRecreatedException e) {
        takeovers.lost(e);
        if (context.rewinds().isRewinding(partition.partition()) || partition.isKnown(offset)) {
          return;
        }
      }
    }
  }

  /**
   * Sets the {@code txn} of a partition back, in a commit of its own, after one of what is
   * buffered. Does nothing but what the table asks for if it is another one than before, or no
   * longer ours to write for this partition.
   */
  void setBack(PartitionBuffer partition, long version) {
    commit();
    Action.Txn txn = new Action.Txn(partition.appId(), version, context.clock().getAsLong());
    Map<String, Long> expected = expected(List.of(partition));
    long start = System.nanoTime();
    try {
      CommitResult result =
          TableErrors.run(
              open.named() + ": setting the offset of " + partition.partition() + " back",
              () -> open.table().commitTxns(List.of(txn), expected));
      commits++;
      metrics.committed(result, 0, millisSince(start));
      LOG.info(
          "{} v{}: the offset of {} is {} again",
          open.named(),
          result.version(),
          partition.partition(),
          version);
      partition.reset(version);
      partitions.dropped();
      takeovers.follow();
    } catch (EarlierCommitLandedException | FencedException | TableRecreatedException e) {
      takeovers.lost(e);
    }
  }

  private CommitResult covering(
      List<PartitionBuffer> held, String what, TableErrors.Action<CommitResult> commit) {
    context.badRecords().await(held.stream().map(PartitionBuffer::partition).toList());
    return TableErrors.run(
        open.named() + ", offsets " + TableErrors.offsets(held) + ": " + what, commit);
  }

  private void done(CommitResult result, int records, long millis) {
    metrics.committed(result, records, millis);
    if (result.nothing()) {
      partitions.withoutEffect();
    } else {
      partitions.committed();
      commits++;
    }
    takeovers.follow();
  }

  private List<Action.Txn> txns(List<PartitionBuffer> held) {
    long now = context.clock().getAsLong();
    List<Action.Txn> txns = new ArrayList<>();
    held.forEach(buffer -> txns.add(buffer.txn(now)));
    return txns;
  }

  private static Map<String, Long> expected(List<PartitionBuffer> held) {
    Map<String, Long> expected = new HashMap<>();
    held.forEach(buffer -> expected.put(buffer.appId(), buffer.committed()));
    return expected;
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  private void log(CommitResult result, int records, List<PartitionBuffer> held, long millis) {
    if (result.nothing()) {
      LOG.info(
          "{}: {} records changed nothing ({}), {} ms",
          open.named(),
          records,
          TableErrors.offsets(held),
          millis);
      return;
    }
    LOG.info(
        "{} v{}: {} records -> {} rows inserted, {} updated, {} deleted, {} ms, {} retries, {}"
            + " re-plans ({})",
        open.named(),
        result.version(),
        records,
        result.inserted(),
        result.updated(),
        result.deleted(),
        millis,
        result.retries(),
        result.replans(),
        TableErrors.offsets(held));
  }
}
