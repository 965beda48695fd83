package io.deltaconnect.table.merge;

import io.deltaconnect.table.row.Kept;
import io.deltaconnect.table.row.Key;

/**
 * What shall be true of one key after the commit.
 *
 * @param key in the shapes of the request's key columns
 * @param row in the order of the request's schema, or null: no row with this key
 * @param partial whether the row that the table has completes {@code row}: where it has {@link
 *     Kept#KEPT}, and in columns of the table that the request's schema lacks. Without a stored row
 *     these are NULL; of several the first by path, then position, counts
 * @param rowRequired whether the table must have a row with this key, since what led to this change
 *     does not make sense without one; else {@link MissingRowsException}
 */
@SuppressWarnings("ArrayRecordComponent") // compared by key only
public record Change(Key key, Object[] row, boolean partial, boolean rowRequired) {
  /** A whole row, or none, whatever the table has. */
  public Change(Key key, Object[] row) {
    this(key, row, false, false);
  }
}
