package io.deltaconnect.source.metrics;

/**
 * What is told of a table, and of all tables of a task together, since the task was started.
 * Records count when they are handed to the worker.
 */
public interface SourceMetrics {
  /** Versions with records that were handed over to their end. */
  long getVersionsPublished();

  long getRecords();

  /** Records of the change type {@code insert}, those of snapshots apart. */
  long getInserts();

  /** Records of the change type {@code update_preimage}. */
  long getUpdatePreimages();

  /** Records of the change type {@code update_postimage}. */
  long getUpdatePostimages();

  /** Records of the change type {@code delete}. */
  long getDeletes();

  long getSnapshotRecords();

  /** How often a table could not be read, and was tried again or given up. */
  long getFailures();

  /** Versions of the table that are not handed over to their end, as of the last look at it. */
  long getVersionsBehind();

  /**
   * How many milliseconds ago the version that is read now was committed; 0 if there is none to be
   * read, as of the last look at the table.
   */
  long getBehindMs();
}
