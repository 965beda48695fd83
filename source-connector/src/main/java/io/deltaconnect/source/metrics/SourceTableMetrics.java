package io.deltaconnect.source.metrics;

import io.deltaconnect.table.row.ChangeType;
import java.util.function.LongSupplier;

/** Kept up by the task's thread; any thread may look, and sees it as of the last batch. */
public final class SourceTableMetrics implements SourceTableMetricsMXBean {
  private final LongSupplier clock;

  // The task's thread's own; shown by tell().
  private long records;
  private long inserts;
  private long preimages;
  private long postimages;
  private long deletes;
  private long snapshotRecords;
  private long versions;
  private long version = -1;
  private long publishedAt = -1;
  private long failures;

  private volatile Counts told = new Counts(0, 0, 0, 0, 0, 0, 0, -1, -1, 0);
  private volatile Lag lag = new Lag(0, 0);

  private record Counts(
      long records,
      long inserts,
      long preimages,
      long postimages,
      long deletes,
      long snapshotRecords,
      long versions,
      long version,
      long publishedAt,
      long failures) {}

  private record Lag(long versions, long committedAt) {}

  /**
   * @param clock milliseconds since the epoch
   */
  public SourceTableMetrics(LongSupplier clock) {
    this.clock = clock;
  }

  /** Counts a record. */
  public void count(String changeType, boolean snapshot) {
    records++;
    if (snapshot) {
      snapshotRecords++;
      return;
    }
    switch (changeType) {
      case ChangeType.INSERT -> inserts++;
      case ChangeType.UPDATE_PREIMAGE -> preimages++;
      case ChangeType.UPDATE_POSTIMAGE -> postimages++;
      case ChangeType.DELETE -> deletes++;
      default -> {
        // Other writers may have types of their own.
      }
    }
  }

  /** A version, or a snapshot of it, is handed over to its end. */
  public void published(long publishedVersion) {
    versions++;
    version = publishedVersion;
    publishedAt = clock.getAsLong();
  }

  /** The table could not be read. */
  public void failed() {
    failures++;
    tell();
  }

  /**
   * How far the table is ahead.
   *
   * @param versions that are not handed over to their end
   * @param committedAt when the first of them was, in milliseconds since the epoch
   */
  public void behind(long versions, long committedAt) {
    Lag l = lag;
    if (l.versions != versions || l.committedAt != committedAt) {
      lag = new Lag(versions, committedAt);
    }
  }

  /** Shows what was counted. */
  public void tell() {
    told =
        new Counts(
            records,
            inserts,
            preimages,
            postimages,
            deletes,
            snapshotRecords,
            versions,
            version,
            publishedAt,
            failures);
  }

  @Override
  public long getVersion() {
    return told.version;
  }

  @Override
  public long getLastPublishedTimestamp() {
    return told.publishedAt;
  }

  @Override
  public long getVersionsPublished() {
    return told.versions;
  }

  @Override
  public long getRecords() {
    return told.records;
  }

  @Override
  public long getInserts() {
    return told.inserts;
  }

  @Override
  public long getUpdatePreimages() {
    return told.preimages;
  }

  @Override
  public long getUpdatePostimages() {
    return told.postimages;
  }

  @Override
  public long getDeletes() {
    return told.deletes;
  }

  @Override
  public long getSnapshotRecords() {
    return told.snapshotRecords;
  }

  @Override
  public long getFailures() {
    return told.failures;
  }

  @Override
  public long getVersionsBehind() {
    return lag.versions;
  }

  @Override
  public long getBehindMs() {
    Lag l = lag;
    return l.versions == 0 || l.committedAt == 0
        ? 0
        : Math.max(0, clock.getAsLong() - l.committedAt);
  }
}
