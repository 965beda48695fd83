package io.deltaconnect.table.merge;

import io.deltaconnect.table.row.Key;

/**
 * What shall be true of one key after the commit.
 *
 * @param key in the shapes of the table's key columns
 * @param row the whole row in the order of the request's schema, or null: no row with this key
 */
@SuppressWarnings("ArrayRecordComponent") // compared by key only
public record Change(Key key, Object[] row) {}
