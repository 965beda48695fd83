package io.deltaconnect.table.feed;

import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.feed.ChangedRows.Pass;
import io.deltaconnect.table.file.RowIterator;
import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/**
 * All live rows of a snapshot, streamed: files by path, rows by position, so that the n-th row of a
 * version is the same whenever it is read. Not thread-safe.
 */
public final class SnapshotRows implements RowIterator {
  private final TableSnapshot snapshot;
  private final TableFileReader reader;
  private final DeletionVectorStore vectors;
  private final List<DataFile> files;
  private final FilesAhead ahead;

  private int nextFile;
  private RowIterator rows;

  public SnapshotRows(Storage storage, TableSnapshot snapshot) {
    this.snapshot = snapshot;
    this.reader = new TableFileReader(storage, snapshot.layout(), true);
    this.vectors = new DeletionVectorStore(storage, snapshot.tablePath());
    this.files = snapshot.files().stream().sorted(Comparator.comparing(DataFile::path)).toList();
    this.ahead = new FilesAhead(files.stream().map(this::allRows).toList(), file -> true);
  }

  private ChangedRows allRows(DataFile file) {
    return new ChangedRows(
        file.path(), file.size(), Pass.ALL, null, () -> reader.rows(file, vectors.read(file.dv())));
  }

  /**
   * Makes sure that all files are still there; costs a look at each.
   *
   * @throws LostHistoryException if one is gone
   */
  public void requireFiles() throws IOException {
    for (DataFile required : files) {
      try {
        reader.require(required.path());
        vectors.read(required.dv());
      } catch (IOException e) {
        LostHistoryException.throwIfFileGone(
            e, snapshot.tablePath(), snapshot.version(), required.path());
        throw e;
      }
    }
  }

  /**
   * @throws LostHistoryException if a file is gone
   */
  @Override
  public boolean next() throws IOException {
    try {
      while (true) {
        if (rows == null) {
          if (nextFile == files.size()) {
            return false;
          }
          rows = ahead.open(nextFile++);
        }
        if (rows.next()) {
          return true;
        }
        closeFile();
      }
    } catch (IOException e) {
      LostHistoryException.throwIfFileGone(
          e, snapshot.tablePath(), snapshot.version(), files.get(nextFile - 1).path());
      throw e;
    }
  }

  @Override
  public long position() {
    return rows.position();
  }

  @Override
  public Object[] row() {
    return rows.row();
  }

  /** Null: a snapshot has no changes. */
  @Override
  public String changeType() {
    return null;
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
