package io.deltaconnect.table.feed;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.file.RowIterator;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.storage.CorruptTableException;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The row changes of one version, streamed: the next few files are opened while one is read. Not
 * thread-safe.
 *
 * <p>Old images ({@code delete}, {@code update_preimage}) come before all others; inside both
 * passes rows come in the order of the log and then of their position, so that the n-th change of a
 * version is the same whenever it is read. Change types outside the protocol's four come with the
 * new images, as they are.
 *
 * <pre>
 * while (changes.next()) { use(changes.changeType(), changes.row()); }
 * </pre>
 */
public final class VersionChanges implements Closeable {
  private final long version;
  private final long timestamp;
  private final String tableId;
  private final TableLayout layout;
  private final TableLayout layoutBefore;
  private final StructType schemaBefore;
  private final List<ChangedRows> files;
  private final FilesAhead ahead;

  /** Change files of which the first pass showed every row: the second need not read them. */
  private final Set<String> withoutNewImages = new HashSet<>();

  private int nextFile;
  private ChangedRows file;
  private RowIterator rows;
  private boolean allRowsShown;
  private String changeType;

  VersionChanges(
      long version,
      long timestamp,
      String tableId,
      TableLayout layout,
      TableLayout layoutBefore,
      StructType schemaBefore,
      List<ChangedRows> files) {
    this.version = version;
    this.timestamp = timestamp;
    this.tableId = tableId;
    this.layout = layout;
    this.layoutBefore = layoutBefore;
    this.schemaBefore = schemaBefore;
    this.files = files;
    this.ahead = new FilesAhead(files, this::isNeeded);
  }

  public long version() {
    return version;
  }

  /** When the version was committed, in milliseconds since the epoch. */
  public long timestamp() {
    return timestamp;
  }

  /** The id in the table's metadata as of this version: REPLACE TABLE gives it another one. */
  public String tableId() {
    return tableId;
  }

  /** The schema of the rows, among others. */
  public TableLayout layout() {
    return layout;
  }

  /**
   * The schema of the version before. Null if this version has not changed it, if that version is
   * gone from the log, or if old images have a layout of their own. Otherwise they are rows of that
   * schema, read as {@link #layout} has them: they may be NULL in columns that are NOT NULL since
   * this version.
   */
  public StructType schemaBefore() {
    return schemaBefore;
  }

  /**
   * That of old images. Another one than {@link #layout} only where the version replaced rows whose
   * columns it does not have as they were; all its changes are {@code delete} and {@code insert}
   * then.
   */
  public TableLayout layoutBefore() {
    return layoutBefore;
  }

  /**
   * Moves to the next change; false when there is none.
   *
   * @throws LostHistoryException if a file is gone
   */
  public boolean next() throws IOException {
    try {
      while (rows != null || open()) {
        while (rows.next()) {
          changeType = file.changeType() == null ? rows.changeType() : file.changeType();
          if (changeType == null) {
            throw new CorruptTableException(
                "table %s, version %d: a row of %s has no _change_type"
                    .formatted(layout.tablePath(), version, file.path()));
          }
          if (file.pass().shows(changeType)) {
            return true;
          }
          allRowsShown = false;
        }
        if (file.pass() == ChangedRows.Pass.OLD_IMAGES && allRowsShown) {
          withoutNewImages.add(file.path());
        }
        closeFile();
      }
      return false;
    } catch (IOException e) {
      LostHistoryException.throwIfFileGone(e, layout.tablePath(), version, file.path());
      throw e;
    }
  }

  private boolean open() throws IOException {
    while (nextFile < files.size()) {
      file = files.get(nextFile++);
      if (isNeeded(file)) {
        rows = ahead.open(nextFile - 1);
        allRowsShown = true;
        return true;
      }
    }
    return false;
  }

  private boolean isNeeded(ChangedRows some) {
    return some.pass() != ChangedRows.Pass.NEW_IMAGES || !withoutNewImages.contains(some.path());
  }

  /** {@code _change_type} of the current change. */
  public String changeType() {
    return changeType;
  }

  /**
   * The row in the order of the schema of {@link #layout}, of an old image in that of {@link
   * #layoutBefore}; the array is the caller's to keep.
   */
  public Object[] row() {
    return rows.row();
  }

  private void closeFile() throws IOException {
    if (rows != null) {
      RowIterator open = rows;
      rows = null;
      open.close();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      closeFile();
    } finally {
      ahead.close();
    }
  }
}
