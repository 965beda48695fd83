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
  boolean isThere(Position stored) {
    long published = stored.snapshot() ? stored.version() : stored.version() - 1;
    return isSameTable(stored) && reader.newest().version() >= published;
  }

  private boolean isSameTable(Position stored) {
    return stored.tableId() == null || stored.tableId().equals(reader.newest().tableId());
  }

  /**
   * The same position, with the table's id.
   *
   * @param records are told the layout of what is published, so that changes of the schema are
   *     noticed across restarts
   */
  Position taken(Position stored, TableRecords records) throws IOException {
    Position position =
        new Position(
            reader.newest().tableId(), stored.version(), stored.index(), stored.snapshot());
    LOG.info("{}: goes on with {}", location.described(), position);
    boolean middle = position.index() > 0;
    long published = position.snapshot() || middle ? position.version() : position.version() - 1;
    if (published < 0 || (position.snapshot() && !middle)) {
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
