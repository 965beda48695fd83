package io.deltaconnect.table.row;

/**
 * Stands in a partial row for the value that the stored row has in that column. Columns are kept as
 * a whole: it is never inside a struct, an array or a map.
 */
public enum Kept {
  /** The only one. */
  KEPT;

  /**
   * Puts the values of an older row where a partial row keeps them.
   *
   * @param partial left as it is
   * @param older as long as {@code partial}, perhaps partial itself; null: NULL in all columns
   * @return {@code partial} itself if it keeps nothing
   */
  public static Object[] complete(Object[] partial, Object[] older) {
    Object[] complete = partial;
    for (int i = 0; i < partial.length; i++) {
      if (partial[i] == KEPT) {
        if (complete == partial) {
          complete = partial.clone();
        }
        complete[i] = older == null ? null : older[i];
      }
    }
    return complete;
  }
}
