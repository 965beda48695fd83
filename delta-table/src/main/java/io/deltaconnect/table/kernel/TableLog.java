package io.deltaconnect.table.kernel;

import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.List;

/**
 * The log of one table, and the newest snapshot read from it. Not thread-safe: one task, one log.
 */
public final class TableLog {
  private TableLog() {}

  /** Whether there is a Delta table at this path. */
  public static boolean exists(Storage storage, String tablePath) throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * Opens a table at its newest version.
   *
   * @throws UnsupportedTableException naming the feature, if the table has one that we cannot read
   */
  public static TableLog open(Storage storage, String tablePath) throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * Makes a table, as a version 0 of its own.
   *
   * @throws CommitConflictException if another writer has made one at this path meanwhile
   */
  public static TableLog create(Storage storage, String tablePath, TableDefinition definition)
      throws IOException, CommitConflictException {
    throw new UnsupportedOperationException();
  }

  /** The newest snapshot read. */
  public TableSnapshot snapshot() {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads the commits since {@link #snapshot()}, and only those.
   *
   * @return what they said, oldest first; empty if there is none
   */
  public List<Commit> refresh() throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * The table at an older (or the same) version.
   *
   * @throws VersionNotAvailableException if the log no longer reaches back to it
   */
  public TableSnapshot snapshotAt(long version) throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads one commit.
   *
   * @throws VersionNotAvailableException if the log does not have it (any more, or yet)
   */
  public Commit read(long version) throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * Fails, naming the feature, if the table has a feature that a writer must keep up and we do not.
   *
   * @throws UnsupportedTableException naming table and feature
   */
  public void checkWritable() {
    throw new UnsupportedOperationException();
  }

  /**
   * Commits on top of {@link #snapshot()} and moves the snapshot on. A lost response is looked up
   * by the commit's {@code txnId}, so that on return the outcome is known. Writes a checkpoint when
   * the table's interval is reached; a failed one is logged, never thrown.
   *
   * @return the commit as it stands in the log
   * @throws CommitConflictException if another writer was first; the snapshot has not moved
   */
  public Commit commit(CommitRequest request) throws IOException, CommitConflictException {
    throw new UnsupportedOperationException();
  }
}
