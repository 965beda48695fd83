package io.deltaconnect.source.pairing;

import io.deltaconnect.table.row.Key;

/** Reads keys from rows. Deterministic. */
public interface RowKeys {
  /**
   * @throws org.apache.kafka.connect.errors.DataException if the row has none
   */
  Key key(Object[] row);

  /** A row of the same length that has nothing but the key. */
  Object[] onlyKey(Object[] row);
}
