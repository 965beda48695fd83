package io.deltaconnect.sink.metrics;

import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.merge.MergePhase.Kind;
import io.deltaconnect.table.merge.PhaseTimes;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Kept up by the task's thread, at commits and ends of batches; any thread may look. */
public final class SinkTableMetrics implements SinkTableMetricsMXBean {
  /** No time. */
  private static final long NEVER = Long.MAX_VALUE;

  private final LongSupplier clock;
  private final LongSupplier elapsed;

  /** One for each table that was opened at the path. */
  private final List<PhaseTimes> phases = new CopyOnWriteArrayList<>();

  private volatile Totals totals = new Totals(-1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0);
  private volatile Held held = new Held(0, 0, NEVER);

  private record Totals(
      long version,
      long lastCommitAt,
      long lastCommitMs,
      long commits,
      long records,
      long inserted,
      long updated,
      long deleted,
      long retries,
      long replans,
      long commitMs) {}

  private record Held(long records, long bytes, long since) {}

  /**
   * @param clock milliseconds since the epoch
   * @param elapsed milliseconds since some moment
   */
  SinkTableMetrics(LongSupplier clock, LongSupplier elapsed) {
    this.clock = clock;
    this.elapsed = elapsed;
  }

  /** The table is opened, perhaps another one than before. */
  public void opened(PhaseTimes times) {
    phases.add(times);
  }

  /**
   * A commit is done.
   *
   * @param records it was made of
   * @param millis it took
   */
  public void committed(CommitResult result, long records, long millis) {
    Totals t = totals;
    boolean made = !result.nothing();
    totals =
        new Totals(
            made ? result.version() : t.version,
            made ? clock.getAsLong() : t.lastCommitAt,
            made ? millis : t.lastCommitMs,
            t.commits + (made ? 1 : 0),
            t.records + records,
            t.inserted + result.inserted(),
            t.updated + result.updated(),
            t.deleted + result.deleted(),
            t.retries + result.retries(),
            t.replans + result.replans(),
            t.commitMs + millis);
  }

  /**
   * What waits for the next commit.
   *
   * @param since when the oldest record came, in the time of {@code elapsed}; {@link
   *     Long#MAX_VALUE} if none waits
   */
  public void held(long records, long bytes, long since) {
    Held h = held;
    if (h.records != records || h.bytes != bytes || h.since != since) {
      held = new Held(records, bytes, since);
    }
  }

  @Override
  public long getVersion() {
    return totals.version;
  }

  @Override
  public long getLastCommitTimestamp() {
    return totals.lastCommitAt;
  }

  @Override
  public long getLastCommitMs() {
    return totals.lastCommitMs;
  }

  @Override
  public long getCommits() {
    return totals.commits;
  }

  @Override
  public long getRecordsCommitted() {
    return totals.records;
  }

  @Override
  public long getRowsInserted() {
    return totals.inserted;
  }

  @Override
  public long getRowsUpdated() {
    return totals.updated;
  }

  @Override
  public long getRowsDeleted() {
    return totals.deleted;
  }

  @Override
  public long getRetries() {
    return totals.retries;
  }

  @Override
  public long getReplans() {
    return totals.replans;
  }

  @Override
  public long getCommitTotalMs() {
    return totals.commitMs;
  }

  @Override
  public long getLocateMs() {
    return phaseMs(Kind.LOCATE);
  }

  @Override
  public long getReadMs() {
    return phaseMs(Kind.READ);
  }

  @Override
  public long getWriteMs() {
    return phaseMs(Kind.WRITE);
  }

  @Override
  public long getCommitMs() {
    return phaseMs(Kind.COMMIT);
  }

  private long phaseMs(Kind phase) {
    long nanos = 0;
    for (PhaseTimes times : phases) {
      nanos += times.nanos(phase);
    }
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  @Override
  public long getRecordsHeld() {
    return held.records;
  }

  @Override
  public long getBytesHeld() {
    return held.bytes;
  }

  @Override
  public long getHeldMs() {
    long since = held.since;
    return since == NEVER ? 0 : Math.max(0, elapsed.getAsLong() - since);
  }
}
