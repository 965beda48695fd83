package io.deltaconnect.source.pairing;

import io.deltaconnect.table.row.Key;

/** Reads keys from rows. Deterministic. */
public interface RowKeys {
  /**
   * @param oldImage whether the row is one
   * @throws org.apache.kafka.connect.errors.DataException if the row has none
   */
  Key key(Object[] row, boolean oldImage);

  /**
   * A row of the same length that has nothing but the key.
   *
   * @param oldRow of an old image
   */
  Object[] onlyKey(Object[] oldRow);
}
