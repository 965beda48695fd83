package io.deltaconnect.table.merge;

import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableSnapshot;
import java.util.Iterator;

/** How much heap the rows that a table has will take when a merge reads them. */
public final class StoredRows {
  /** Files looked at: their rows are much alike, and a table can have a great many. */
  private static final int SAMPLE = 64;

  /**
   * How many times its compressed size a row is in memory: wide texts, which count, shrink most.
   */
  private static final long EXPANSION = 6;

  private StoredRows() {}

  /**
   * The heap of one row, on average and roughly, in bytes; 0 if the table has no rows, or its files
   * do not say how many.
   */
  public static long heapBytes(TableSnapshot snapshot) {
    long bytes = 0;
    long rows = 0;
    Iterator<DataFile> files = snapshot.files().iterator();
    for (int i = 0; i < SAMPLE && files.hasNext(); i++) {
      DataFile file = files.next();
      long stated = StatisticsJson.parse(file.stats()).numRecords();
      if (stated > 0) {
        bytes += file.size();
        rows += stated;
      }
    }
    return rows == 0 ? 0 : bytes / rows * EXPANSION;
  }
}
