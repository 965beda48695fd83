package io.deltaconnect.table.file;

import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;

/**
 * Reads rows of a table's files: columns by physical name or id, missing ones as NULL, narrower
 * ones widened, partition columns from the log. Thread-safe.
 */
public final class TableFileReader {
  public TableFileReader(Storage storage, TableLayout layout) {
    throw new UnsupportedOperationException();
  }

  /** All rows of a data file but the dead ones, streamed. */
  public RowIterator rows(DataFile file, DeletionVector dead) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Only the dead rows, or any other chosen ones, of a data file, streamed. */
  public RowIterator onlyRows(DataFile file, DeletionVector chosen) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** The rows of a change data file, streamed, each with its {@code _change_type}. */
  public RowIterator changeRows(Action.Cdc file) throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * The rows at these positions, reading no more pages than hold them and skipping in bulk inside
   * pages.
   *
   * @param positions ascending, without repetition
   * @return one row per position, in their order
   */
  public Object[][] rowsAt(DataFile file, long[] positions) throws IOException {
    throw new UnsupportedOperationException();
  }
}
