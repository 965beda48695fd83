package io.deltaconnect.table.file;

import io.deltaconnect.table.kernel.DataFile;

/**
 * Rows wanted of a file.
 *
 * @param positions ascending, without repetition
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FileRows(DataFile file, long[] positions) {}
