package io.deltaconnect.sink.buffer;

import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.row.Values;

/**
 * A change of one record.
 *
 * @param key null if rows are only appended
 * @param row null: the row of the key dies
 * @param arrival counts the records of a task; later ones win over earlier ones
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record BufferedChange(Key key, Object[] row, long arrival) {
  private static final long OVERHEAD = 72;

  /** Roughly, in bytes. Values that key and row share count once. */
  long heapBytes() {
    if (row != null) {
      return OVERHEAD + Values.heapBytes(row);
    }
    long bytes = OVERHEAD;
    for (int i = 0; i < key.size(); i++) {
      bytes += Values.heapBytes(key.get(i));
    }
    return bytes;
  }
}
