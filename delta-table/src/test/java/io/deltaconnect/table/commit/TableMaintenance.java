package io.deltaconnect.table.commit;

import static io.deltaconnect.table.TestTables.STORAGE;

import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.file.FileKind;
import io.deltaconnect.table.file.RowIterator;
import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.file.TableFileWriter;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.CommitConflictException;
import io.deltaconnect.table.kernel.CommitRequest;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** What others do to the files of an unpartitioned table. */
final class TableMaintenance {
  private TableMaintenance() {}

  /** Rewrites all rows into one file, as OPTIMIZE does. */
  static Commit optimize(String path) throws IOException, CommitConflictException {
    TableLog log = TableLog.open(STORAGE, path);
    TableSnapshot snapshot = log.snapshot();
    TableFileReader reader = new TableFileReader(STORAGE, snapshot.layout());
    DeletionVectorStore vectors = new DeletionVectorStore(STORAGE, path);
    List<Action> actions = new ArrayList<>();
    try (TableFileWriter writer =
        new TableFileWriter(STORAGE, snapshot.layout(), FileKind.DATA, Map.of(), 128L << 20)) {
      for (DataFile file : snapshot.files()) {
        try (RowIterator rows = reader.rows(file, vectors.read(file.dv()))) {
          while (rows.next()) {
            writer.write(rows.row(), null);
          }
        }
        actions.add(new Action.Remove(file, 1L, false));
      }
      for (DataFile file : writer.finish()) {
        actions.add(new Action.Add(file, false));
      }
    }
    return log.commit(new CommitRequest("OPTIMIZE", Map.of(), false, actions));
  }

  /** Removes a file with all its rows; null if there is none. */
  static Commit removeAFile(String path) throws IOException, CommitConflictException {
    TableLog log = TableLog.open(STORAGE, path);
    Iterator<DataFile> files = log.snapshot().files().iterator();
    if (!files.hasNext()) {
      return null;
    }
    DataFile file = files.next();
    return log.commit(
        new CommitRequest("DELETE", Map.of(), false, List.of(new Action.Remove(file, 1L, true))));
  }

  /** Takes all deletion vectors away, as RESTORE does. */
  static Commit undelete(String path) throws IOException, CommitConflictException {
    TableLog log = TableLog.open(STORAGE, path);
    List<Action> actions = new ArrayList<>();
    for (DataFile file : log.snapshot().files()) {
      actions.add(new Action.Remove(file, 1L, true));
      actions.add(new Action.Add(file.with(null, file.stats()), true));
    }
    return log.commit(new CommitRequest("WRITE", Map.of(), false, actions));
  }
}
