package io.deltaconnect.table.feed;

import io.deltaconnect.table.feed.LostHistoryException.Reason;
import io.deltaconnect.table.kernel.ChangeFeedColumns;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.MergeMetrics;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.kernel.UnsupportedTableException;
import io.deltaconnect.table.kernel.VersionNotAvailableException;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;

/**
 * Reads committed versions of a table as row changes (Delta protocol, "Reader Requirements for
 * AddCDCFile"). Cheapest when versions are read one after the other. Not thread-safe.
 */
public final class ChangeFeed {
  private final Storage storage;
  private final TableLog log;

  /** The table at the version read last; its files are never looked at. */
  private TableSnapshot last;

  private long lastVersion;

  public ChangeFeed(Storage storage, TableLog log) {
    this.storage = storage;
    this.log = log;
  }

  /**
   * The changes of one version.
   *
   * @throws VersionNotAvailableException if the version is newer than the log's snapshot
   * @throws LostHistoryException if the version is gone or the feed was off
   * @throws UnsupportedTableException if the version has a feature that we cannot read, or columns
   *     with the names of the feed's own
   */
  public VersionChanges read(long version) throws IOException {
    return read(commit(version));
  }

  private Commit commit(long version) throws IOException {
    try {
      return log.read(version);
    } catch (VersionNotAvailableException e) {
      throw goneOrNotYet(version, e);
    }
  }

  /**
   * Makes sure that all files that {@link #read} of this version needs are still there; costs a
   * look at each.
   *
   * @throws LostHistoryException if they are not, or as {@link #read} does
   */
  public void requireFiles(long version) throws IOException {
    files(commit(version)).requireFiles();
  }

  /**
   * The table at a version.
   *
   * @throws VersionNotAvailableException if the version is newer than the log's snapshot
   * @throws LostHistoryException if the log no longer reaches back to it
   */
  public TableSnapshot snapshot(long version) throws IOException {
    try {
      return log.snapshotAt(version);
    } catch (VersionNotAvailableException e) {
      throw goneOrNotYet(version, e);
    }
  }

  /** As {@link #read(long)}, of a commit that was read from the log before. */
  public VersionChanges read(Commit commit) throws IOException {
    CommitFiles files = files(commit);
    return new VersionChanges(
        commit.version(),
        commit.committedAt(last.properties()),
        last.tableId(),
        files.layout(),
        files.layoutBefore(),
        files.schemaBefore(),
        files.changes());
  }

  private CommitFiles files(Commit commit) throws IOException {
    TableSnapshot before = commit.version() == lastVersion + 1 ? last : null;
    TableSnapshot table = at(commit);
    checkReadable(table, commit.version());
    boolean rewritten =
        CommitFiles.showsRemovedFiles(commit)
            && MergeMetrics.sayThatNoRowChanged(storage, table.tablePath(), commit);
    Commit shown = rewritten ? commit.withoutActions() : commit;
    return new CommitFiles(storage, log, table.layout(), layoutBefore(shown, before), shown);
  }

  /**
   * That of the version before a commit that changed it; null if it is the same, if no old image
   * needs it, or if nothing says any more what it was and none must be shown in it.
   *
   * @param known the table before the commit; null: it must be looked for
   */
  private TableLayout layoutBefore(Commit commit, TableSnapshot known) throws IOException {
    if (!commit.metadataChanged() || commit.version() == 0 || !CommitFiles.showsOldImages(commit)) {
      return null;
    }
    try {
      return (known == null ? load(commit.version() - 1) : known).layout();
    } catch (LostHistoryException e) {
      if (!CommitFiles.showsRemovedFiles(commit)) {
        return null;
      }
      throw new LostHistoryException(
          e.reason(),
          commit.version() - 1,
          "table %s: version %d has another schema than the rows that it removes, and what theirs was is gone: %s"
              .formatted(log.snapshot().tablePath(), commit.version(), e.getMessage()),
          e);
    }
  }

  /** A snapshot whose metadata and protocol are those of the commit's version. */
  private TableSnapshot at(Commit commit) throws IOException {
    boolean next =
        commit.version() == lastVersion + 1
            && !commit.metadataChanged()
            && !commit.protocolChanged();
    boolean sameAsBefore = last != null && (next || commit.version() == lastVersion);
    if (!sameAsBefore) {
      last = load(commit.version());
    }
    lastVersion = commit.version();
    return last;
  }

  /**
   * A snapshot with metadata and protocol of a version. Clean-up of the log can leave commits
   * without the checkpoint that they continue: their metadata is then that of a later version, if
   * no commit up to there has changed it.
   */
  private TableSnapshot load(long version) throws IOException {
    try {
      return snapshot(version);
    } catch (LostHistoryException e) {
      long until = log.snapshot().version();
      for (long next = version + 1; next <= until; next++) {
        Commit commit = commit(next);
        if (commit.metadataChanged() || commit.protocolChanged()) {
          until = next - 1;
        }
      }
      if (until == version) {
        throw e;
      }
      try {
        return snapshot(until);
      } catch (LostHistoryException later) {
        e.addSuppressed(later);
        throw e;
      }
    }
  }

  private RuntimeException goneOrNotYet(long version, VersionNotAvailableException e) {
    if (version > log.snapshot().version()) {
      return e;
    }
    return new LostHistoryException(
        Reason.VERSION_GONE,
        version,
        "table %s: version %d is no longer in the log (cleaned up)"
            .formatted(log.snapshot().tablePath(), version),
        e);
  }

  private static void checkReadable(TableSnapshot table, long version) {
    if (!table.changeDataFeedEnabled()) {
      throw new LostHistoryException(
          Reason.FEED_OFF,
          version,
          "table %s: delta.enableChangeDataFeed was not on at version %d"
              .formatted(table.tablePath(), version),
          null);
    }
    try {
      ChangeFeedColumns.check(table.schema(), table.properties());
    } catch (IllegalArgumentException e) {
      throw new UnsupportedTableException(
          "table %s, version %d: %s".formatted(table.tablePath(), version, e.getMessage()), e);
    }
  }
}
