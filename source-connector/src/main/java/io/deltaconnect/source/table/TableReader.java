package io.deltaconnect.source.table;

import io.deltaconnect.table.feed.ChangeFeed;
import io.deltaconnect.table.feed.LostHistoryException;
import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.kernel.LogHistory;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.kernel.VersionNotAvailableException;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.OptionalLong;

/** What of a table can be read: versions as changes, versions as rows, and which there are. */
final class TableReader {
  private static final long MILLIS_PER_SECOND = 1000;

  private final Storage storage;
  private final TableLog log;
  private final LogHistory history;
  private ChangeFeed feed;

  /** The newest version, when it was last known to continue those before. */
  private TableSnapshot newest;

  private int replacements;

  private TableReader(Storage storage, TableLog log, LogHistory history) {
    this.storage = storage;
    this.log = log;
    this.history = history;
    this.feed = new ChangeFeed(storage, log);
    this.newest = log.snapshot();
  }

  static TableReader open(Storage storage, String path) throws IOException {
    return new TableReader(storage, TableLog.open(storage, path), new LogHistory(storage, path));
  }

  /** The newest version known. */
  TableSnapshot newest() {
    return newest;
  }

  /**
   * How often another table, or another history of it, was found to have taken the place of the one
   * read before. That is not so where a commit of the same log replaced the table and gave it
   * another id (REPLACE TABLE): it is a change like others.
   */
  int replacements() {
    return replacements;
  }

  /** Looks for newer versions. */
  void refresh() throws IOException {
    log.refresh();
    if (log.snapshot().incarnation() != newest.incarnation() && !hasVersion(newest)) {
      replacements++;
      feed = new ChangeFeed(storage, log);
    }
    newest = log.snapshot();
  }

  private boolean hasVersion(TableSnapshot known) throws IOException {
    if (log.snapshot().version() <= known.version()) {
      return false;
    }
    try {
      TableSnapshot there = log.snapshotAt(known.version());
      // Some stores tell the time of a file in seconds, depending on how they are asked.
      boolean sameTime = Math.abs(there.timestamp() - known.timestamp()) < MILLIS_PER_SECOND;
      return there.tableId().equals(known.tableId()) && sameTime;
    } catch (VersionNotAvailableException e) {
      return false;
    }
  }

  /** As {@link ChangeFeed#read(long)}. */
  VersionChanges changes(long version) throws IOException {
    return feed.read(version);
  }

  /** As {@link ChangeFeed#requireFiles}. */
  void requireFiles(long version) throws IOException {
    feed.requireFiles(version);
  }

  /** As {@link ChangeFeed#snapshot}. */
  TableSnapshot snapshot(long version) throws IOException {
    return feed.snapshot(version);
  }

  SnapshotRows rows(TableSnapshot snapshot) {
    return new SnapshotRows(storage, snapshot);
  }

  /** As {@link LogHistory#firstFrom}. */
  OptionalLong firstFrom(long version) throws IOException {
    return history.firstFrom(version);
  }

  /** As {@link LogHistory#firstAtOrAfter}. */
  OptionalLong firstAtOrAfter(long timestamp) throws IOException {
    return history.firstAtOrAfter(timestamp);
  }

  /**
   * The first version, from one on, whose changes can be read; the one after the newest if there is
   * none.
   */
  long firstReadable(long from) throws IOException {
    long end = newest.version() + 1;
    for (long version = history.firstFrom(from).orElse(end); version < end; version++) {
      try {
        feed.requireFiles(version);
        return version;
      } catch (LostHistoryException e) {
        // Not this one.
      }
    }
    return end;
  }
}
