package io.deltaconnect.sink.convert;

import org.apache.kafka.connect.errors.DataException;

/** The check that no NOT NULL column is NULL. */
public final class NotNull {
  private NotNull() {}

  /**
   * @param path of the struct, empty for a row
   * @throws DataException naming the first column that is NULL and must not be
   */
  public static void check(Columns columns, Object[] row, String path) {
    for (int i = 0; i < row.length; i++) {
      if (row[i] == null && !columns.at(i).isNullable()) {
        throw new DataException(
            "column "
                + Errors.path(path, columns.at(i).getName())
                + " is NOT NULL, but the record has no value for it");
      }
    }
  }
}
