package io.deltaconnect.sink.buffer;

import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.row.Values;

/**
 * A change of one record.
 *
 * @param key null if rows are only appended
 * @param row null: the row of the key dies
 * @param partial whether the row that was there before completes it
 * @param rowRequired if the record is bad where no row was there before; else null
 * @param arrival counts the records of a task; later ones win over earlier ones
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record BufferedChange(
    Key key, Object[] row, boolean partial, RowRequired rowRequired, long arrival) {
  private static final long OVERHEAD = 72;

  /** How many times the row's size the record is: its fields, and the bytes they were made of. */
  private static final long RECORD_SIZE = 3;

  /** A change to a whole row, or none. */
  public BufferedChange(Key key, Object[] row, long arrival) {
    this(key, row, false, null, arrival);
  }

  /**
   * Roughly, in bytes. Values that key and row share count once.
   *
   * @param storedRow heap that a row of the table takes: the commit reads it where there is no
   *     whole new one, which would be much alike
   */
  long heapBytes(long storedRow) {
    if (row != null) {
      long bytes = OVERHEAD + Values.heapBytes(row) + (partial ? storedRow : 0);
      return rowRequired == null ? bytes : bytes * (1 + RECORD_SIZE);
    }
    long bytes = OVERHEAD + storedRow;
    for (int i = 0; i < key.size(); i++) {
      bytes += Values.heapBytes(key.get(i));
    }
    return bytes;
  }
}
