package io.deltaconnect.source.table;

import io.deltaconnect.source.config.OnLoss;
import io.deltaconnect.source.config.ReadSettings;
import io.deltaconnect.source.config.StartupMode;
import io.deltaconnect.source.config.TableLocation;
import io.deltaconnect.source.position.Position;
import io.deltaconnect.source.record.RecordParts;
import io.deltaconnect.source.record.TableRecords;
import io.deltaconnect.table.feed.LostHistoryException;
import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table that is being published: where it stands, and the records that come next. Not
 * thread-safe.
 *
 * <p>After any exception it is as it was before the record that was handed over last, and can be
 * asked again.
 */
public final class SourceTable {
  private static final Logger LOG = LoggerFactory.getLogger(SourceTable.class);

  /** How long a table with many versions to be read counts as the same without a look. */
  private static final long LONGEST_TRUST_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** What {@link #prepare} found. */
  public enum State {
    /** There is a record to be taken. */
    RECORDS,
    /** There may be one: ask again. */
    AGAIN,
    /** There is none until the table gets a new version. */
    CAUGHT_UP,
    /** There will be none. */
    ENDED
  }

  private final TableLocation location;
  private final ReadSettings settings;
  private final TableRecords records;
  private final Storage storage;
  private final boolean transactions;

  /** Null until a start is found. */
  private Position position;

  private boolean resolved;
  private boolean refreshed;
  private long refreshedAt;

  /** Whether records of a transaction that is not at its end are handed over. */
  private boolean inTransaction;

  private TableReader reader;
  private int replacements;
  private OpenRecords open;

  /** When the version that was opened last was committed; milliseconds since the epoch. */
  private long openedCommittedAt;

  /** The table's id at the version that {@link #open} is of. */
  private String openId;

  /**
   * @param transactions whether records become visible together, up to {@link
   *     Taken#endsTransaction}
   * @param stored where it was left; null if it never was begun
   */
  public SourceTable(
      TableLocation location,
      ReadSettings settings,
      TableRecords records,
      Storage storage,
      boolean transactions,
      Position stored) {
    this.location = location;
    this.settings = settings;
    this.records = records;
    this.storage = storage;
    this.transactions = transactions;
    this.position = stored;
  }

  public TableLocation location() {
    return location;
  }

  /** Of the next record; null until the first {@link #prepare}. */
  public Position position() {
    return position;
  }

  /**
   * Whether the position was found anew, instead of being moved by records, since this was asked
   * last.
   */
  public boolean takeResolved() {
    boolean was = resolved;
    resolved = false;
    return was;
  }

  /** Versions up to the newest known one that are not handed over to their end. */
  public long versionsBehind() {
    return reader == null || position == null || isEnded()
        ? 0
        : Math.max(0, reader.newest().version() + 1 - position.version());
  }

  /** When the version that was opened last was committed; milliseconds since the epoch. */
  public long openedCommittedAt() {
    return openedCommittedAt;
  }

  /** Makes the next record ready; reads at most one version without records. */
  public State prepare() throws IOException {
    if (open != null) {
      return State.RECORDS;
    }
    if (reader == null) {
      begin();
    }
    if (isEnded()) {
      return State.ENDED;
    }
    if (!position.snapshot() && position.version() > reader.newest().version()) {
      if (refreshed) {
        refreshed = false;
        openedCommittedAt = 0;
        return State.CAUGHT_UP;
      }
      refresh();
      refreshed = true;
      return State.AGAIN;
    }
    refreshed = false;
    boolean another = reader.replacements() != replacements;
    if (another || System.nanoTime() - refreshedAt > LONGEST_TRUST_NANOS) {
      refresh();
      return State.AGAIN;
    }
    try {
      return position.snapshot() ? openSnapshot() : openVersion();
    } catch (LostHistoryException e) {
      moveOn(e);
      return State.AGAIN;
    }
  }

  private boolean isEnded() {
    return !position.snapshot()
        && (settings.mode() == StartupMode.SNAPSHOT_ONLY
            || settings.isAfterEnd(position.version()));
  }

  private void begin() throws IOException {
    TableReader opened = TableReader.open(storage, location.path());
    records.check(opened.newest().layout());
    if (position == null) {
      position = new StartPosition(location, settings, opened).resolve();
      resolved = true;
      LOG.info("{}: begins with {}", location.described(), position);
    } else {
      StoredPosition stored = new StoredPosition(location, settings, opened);
      resolved = !stored.isThere(position);
      position = resolved ? stored.inOther(position) : stored.taken(position, records);
    }
    reader = opened;
    refreshedAt = System.nanoTime();
    replacements = opened.replacements();
  }

  /** Looks for newer versions, and whether it is the same table still. */
  private void refresh() throws IOException {
    reader.refresh();
    refreshedAt = System.nanoTime();
    if (reader.replacements() == replacements) {
      return;
    }
    requireNotInTransaction("another table, or an older copy, has taken its place", null);
    position = new StoredPosition(location, settings, reader).inOther(position);
    resolved = true;
    // Not before: as long as there is no place to go on it is another table at each look.
    replacements = reader.replacements();
  }

  private State openSnapshot() throws IOException {
    TableSnapshot snapshot = reader.snapshot(position.version());
    SnapshotRows rows = reader.rows(snapshot);
    openedCommittedAt = snapshot.timestamp();
    if (settings.onDataLoss() != OnLoss.FAIL) {
      rows.requireFiles();
    }
    return opened(
        OpenRecords.from(
            position,
            records.snapshot(rows, snapshot.version(), snapshot.timestamp(), snapshot.layout())),
        snapshot.tableId());
  }

  private State openVersion() throws IOException {
    if (settings.onDataLoss() != OnLoss.FAIL) {
      reader.requireFiles(position.version());
    }
    VersionChanges changes = reader.changes(position.version());
    if (settings.isAfterEnd(changes.version(), changes.timestamp())) {
      changes.close();
      return State.ENDED;
    }
    openedCommittedAt = changes.timestamp();
    String tableId = changes.tableId();
    return opened(OpenRecords.from(position, records.changes(changes)), tableId);
  }

  private State opened(OpenRecords opened, String tableId) throws IOException {
    openId = tableId;
    if (opened.hasNext()) {
      open = opened;
      return State.RECORDS;
    }
    opened.close();
    position = position.next().of(openId);
    return State.AGAIN;
  }

  private void moveOn(LostHistoryException e) throws IOException {
    requireNotInTransaction(e.getMessage(), e);
    position = new LostVersions(location, reader).after(position, settings, e);
    resolved = true;
  }

  /** What is handed over of a version whose rest is lost must not become visible. */
  private void requireNotInTransaction(String what, Exception cause) {
    if (inTransaction) {
      throw new ConnectException(
          location.described()
              + ": "
              + what
              + ", and a part of "
              + position
              + " is in the open transaction. Restart the task: nothing of it is committed",
          cause);
    }
  }

  /** Whether {@link #take} can be called. */
  public boolean hasRecord() {
    return open != null;
  }

  /** The next record; the position moves on. */
  public Taken take() throws IOException {
    RecordParts parts;
    try {
      parts = open.next();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
    boolean last = !open.hasNext();
    long index = position.index() + 1;
    position = (last ? position.next() : position.at(index)).of(openId);
    if (last) {
      close();
    }
    boolean chunkEnds = position.snapshot() && index % settings.snapshotChunk() == 0;
    boolean ends = last || chunkEnds;
    inTransaction = transactions && !ends;
    return new Taken(parts, position, last, ends);
  }

  /**
   * A record that was taken.
   *
   * @param after the position behind it
   * @param last whether it is the last one of its version, or of the snapshot
   * @param endsTransaction whether all up to it can be seen together, without what follows
   */
  public record Taken(RecordParts parts, Position after, boolean last, boolean endsTransaction) {}

  /** Gives up the records that are open; they are opened again when they are asked for. */
  public void close() throws IOException {
    if (open != null) {
      OpenRecords closing = open;
      open = null;
      closing.close();
    }
  }
}
