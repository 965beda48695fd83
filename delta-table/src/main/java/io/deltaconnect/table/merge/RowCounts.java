package io.deltaconnect.table.merge;

import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.kernel.DataFile;
import java.io.IOException;

/** How many rows data files have. */
public final class RowCounts {
  private RowCounts() {}

  /** Rows of the file, dead ones counted; read from the file if its statistics do not say. */
  public static long physical(TableFileReader reader, DataFile file) throws IOException {
    long stated = StatisticsJson.parse(file.stats()).numRecords();
    return stated >= 0 ? stated : reader.rowCount(file);
  }

  /** Rows of the file that live; read from the file if its statistics do not say. */
  public static long live(TableFileReader reader, DataFile file) throws IOException {
    return physical(reader, file) - (file.dv() == null ? 0 : file.dv().cardinality());
  }
}
