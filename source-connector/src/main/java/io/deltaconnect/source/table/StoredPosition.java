package io.deltaconnect.source.table;

import io.deltaconnect.source.config.Keys;
import io.deltaconnect.source.config.ReadSettings;
import io.deltaconnect.source.config.TableLocation;
import io.deltaconnect.source.position.Position;
import io.deltaconnect.source.record.TableRecords;
import io.deltaconnect.table.feed.LostHistoryException;
import io.deltaconnect.table.kernel.TableSnapshot;
import java.io.IOException;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a table goes on that was left at a position. */
final class StoredPosition {
  private static final Logger LOG = LoggerFactory.getLogger(StoredPosition.class);

  private final TableLocation location;
  private final ReadSettings settings;
  private final TableReader reader;

  StoredPosition(TableLocation location, ReadSettings settings, TableReader reader) {
    this.location = location;
    this.settings = settings;
    this.reader = reader;
  }

  /** Whether the table that is there now is the one that was left. */
  boolean isThere(Position stored) throws IOException {
    long published = stored.snapshot() ? stored.version() : stored.version() - 1;
    return reader.newest().version() >= published && isSameTable(stored);
  }

  /**
   * Whether the position is one in this table, which may have got another id since (REPLACE TABLE)
   * and still have the version that the position was reached with.
   */
  boolean isSameTable(Position stored) throws IOException {
    String id = stored.tableId();
    if (id == null || id.equals(reader.newest().tableId())) {
      return true;
    }
    long published = published(stored);
    return isIdAt(id, published) || (published < stored.version() && isIdAt(id, stored.version()));
  }

  private boolean isIdAt(String id, long version) throws IOException {
    if (version < 0 || version > reader.newest().version()) {
      return false;
    }
    try {
      return id.equals(reader.snapshot(version).tableId());
    } catch (LostHistoryException e) {
      return false;
    }
  }

  /** The version that the last record that is published is of; -1 if there can be none. */
  private static long published(Position stored) {
    boolean middle = stored.snapshot() || stored.index() > 0;
    return middle ? stored.version() : stored.version() - 1;
  }

  /**
   * The same position, with the table's id.
   *
   * @param records are told the layout of what is published, so that changes of the schema are
   *     noticed across restarts
   */
  Position taken(Position stored, TableRecords records) throws IOException {
    Position position = stored.tableId() == null ? stored.of(reader.newest().tableId()) : stored;
    LOG.info("{}: goes on with {}", location.described(), position);
    long published = published(position);
    if (published < 0 || (position.snapshot() && position.index() == 0)) {
      return position;
    }
    try {
      records.resumeAfter(reader.snapshot(published).layout());
    } catch (LostHistoryException e) {
      LOG.info(
          "{}: version {} is gone from the log: whether the schema has changed since is not known",
          location.described(),
          published);
    }
    return position;
  }

  /**
   * Where to go on in the table that has taken the place of the one that was left.
   *
   * @throws ConnectException if configuration does not say so
   */
  Position inOther(Position stored) throws IOException {
    TableSnapshot newest = reader.newest();
    String what =
        isSameTable(stored)
            ? "it is at version "
                + newest.version()
                + " and not as it was left at "
                + stored
                + ", as when a backup is put back"
            : "it is another table than before (id "
                + newest.tableId()
                + ", was "
                + stored.tableId()
                + ")";
    return new LostVersions(location, reader)
        .after(what, 0, Keys.ON_TABLE_RECREATED, settings.onRecreated(), null);
  }
}
