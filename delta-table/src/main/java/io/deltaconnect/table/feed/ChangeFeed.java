package io.deltaconnect.table.feed;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.feed.LostHistoryException.Reason;
import io.deltaconnect.table.kernel.ChangeFeedColumns;
import io.deltaconnect.table.kernel.Commit;
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
    Commit commit = commit(version);
    TableSnapshot table = at(commit);
    checkReadable(table, commit.version());
    new CommitFiles(storage, log, table.layout(), commit).requireFiles();
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
    StructType schemaBefore = schemaBefore(commit);
    TableSnapshot table = at(commit);
    checkReadable(table, commit.version());
    CommitFiles files = new CommitFiles(storage, log, table.layout(), commit);
    return new VersionChanges(
        commit.version(), commit.timestamp(), table.layout(), schemaBefore, files.changes());
  }

  /** Null if it is that of the commit's version, or not known. */
  private StructType schemaBefore(Commit commit) throws IOException {
    long before = commit.version() - 1;
    if (!commit.metadataChanged() || before < 0) {
      return null;
    }
    if (last != null && lastVersion == before) {
      return last.schema();
    }
    try {
      return log.snapshotAt(before).schema();
    } catch (VersionNotAvailableException e) {
      // Cleaned up: the version's own schema is all that is known.
      return null;
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
      last = snapshot(commit.version());
    }
    lastVersion = commit.version();
    return last;
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
