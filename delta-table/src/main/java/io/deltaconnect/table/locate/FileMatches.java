package io.deltaconnect.table.locate;

import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.row.Key;

/**
 * The matches in one file.
 *
 * @param positions of live rows, ascending
 * @param keys the key at each position
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FileMatches(DataFile file, long[] positions, Key[] keys) {}
