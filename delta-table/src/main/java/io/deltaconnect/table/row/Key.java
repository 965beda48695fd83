package io.deltaconnect.table.row;

import java.util.Arrays;

/**
 * The key of a row: the values of its key columns in the order of the key, none of them null, in
 * the shapes and decimal scales of the table's columns. Equal by value ({@link Values#same});
 * immutable as long as its byte arrays are left alone.
 */
public final class Key {
  private final Object[] values;
  private final int hash;

  /**
   * @throws IllegalArgumentException if there is no value or one of them is null
   */
  public Key(Object... values) {
    if (values.length == 0 || Arrays.asList(values).contains(null)) {
      throw new IllegalArgumentException("a key needs values and none may be NULL");
    }
    this.values = values;
    this.hash = Values.hash(values);
  }

  /** The value of key column {@code i}. */
  public Object get(int i) {
    return values[i];
  }

  /** The same key in another layout of the key columns. */
  public Key as(RowProjection projection) {
    return new Key(projection.apply(values));
  }

  /** The number of key columns. */
  public int size() {
    return values.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Key key && hash == key.hash && Values.sameRow(values, key.values);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.deepToString(values);
  }
}
