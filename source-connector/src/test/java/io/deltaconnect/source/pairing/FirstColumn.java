package io.deltaconnect.source.pairing;

import io.deltaconnect.table.row.Key;

/** The key is the first column. */
final class FirstColumn implements RowKeys {
  @Override
  public Key key(Object[] row, boolean oldImage) {
    return new Key(row[0]);
  }

  @Override
  public Object[] onlyKey(Object[] row) {
    Object[] only = new Object[row.length];
    only[0] = row[0];
    return only;
  }
}
