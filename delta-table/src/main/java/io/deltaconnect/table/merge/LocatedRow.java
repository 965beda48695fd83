package io.deltaconnect.table.merge;

import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.row.Key;

/**
 * A live row of the snapshot whose key is among the changes.
 *
 * @param position in the file, from 0
 * @param row in the order of the schema of the plan
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LocatedRow(DataFile file, long position, Key key, Object[] row) {}
