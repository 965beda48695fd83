package io.deltaconnect.source.record;

import io.deltaconnect.source.pairing.RowKeys;
import io.deltaconnect.table.row.Key;

/**
 * Keys of the rows of one version, whose old images may have another layout than its new ones.
 *
 * @param before of old images
 * @param after of new ones
 */
record VersionKeys(KeyColumns before, KeyColumns after) implements RowKeys {
  @Override
  public Key key(Object[] row, boolean oldImage) {
    if (before == after) {
      return after.key(row);
    }
    Key key = (oldImage ? before : after).key(row);
    // A key of other columns is another key, whatever its values.
    boolean other = oldImage && !before.columns().equals(after.columns());
    Object[] values = new Object[key.size() + (other ? 1 : 0)];
    for (int i = 0; i < key.size(); i++) {
      values[i] = wide(key.get(i));
    }
    if (other) {
      values[key.size()] = true;
    }
    return new Key(values);
  }

  /** As records write whole numbers: the same whatever their type. */
  private static Object wide(Object value) {
    boolean whole = value instanceof Byte || value instanceof Short || value instanceof Integer;
    return whole ? Long.valueOf(((Number) value).longValue()) : value;
  }

  @Override
  public Object[] onlyKey(Object[] oldRow) {
    return before.onlyKey(oldRow);
  }
}
