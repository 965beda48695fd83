package io.deltaconnect.source.table;

import io.deltaconnect.table.feed.ChangeFeed;
import io.deltaconnect.table.feed.LostHistoryException;
import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.kernel.LogHistory;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.OptionalLong;

/** What of a table can be read: versions as changes, versions as rows, and which there are. */
final class TableReader {
  private final Storage storage;
  private final TableLog log;
  private final LogHistory history;
  private ChangeFeed feed;

  private TableReader(Storage storage, TableLog log, LogHistory history) {
    this.storage = storage;
    this.log = log;
    this.history = history;
    this.feed = new ChangeFeed(storage, log);
  }

  static TableReader open(Storage storage, String path) throws IOException {
    return new TableReader(storage, TableLog.open(storage, path), new LogHistory(storage, path));
  }

  /** The newest version known. */
  TableSnapshot newest() {
    return log.snapshot();
  }

  /** Looks for newer versions. */
  void refresh() throws IOException {
    int incarnation = log.snapshot().incarnation();
    log.refresh();
    if (log.snapshot().incarnation() != incarnation) {
      feed = new ChangeFeed(storage, log);
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
    for (OptionalLong version = history.firstFrom(from);
        version.isPresent();
        version = history.firstFrom(version.getAsLong() + 1)) {
      try {
        feed.requireFiles(version.getAsLong());
        return version.getAsLong();
      } catch (LostHistoryException e) {
        // Not this one.
      }
    }
    return log.snapshot().version() + 1;
  }
}
