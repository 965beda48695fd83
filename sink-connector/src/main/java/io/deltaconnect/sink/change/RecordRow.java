package io.deltaconnect.sink.change;

/**
 * A record as a row.
 *
 * @param values in the order of the table's columns; in a partial row some are kept
 * @param partial whether the stored row completes it
 * @param withoutRow why the record is bad where the table has no row with its key; null if it is
 *     not
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RecordRow(Object[] values, boolean partial, String withoutRow) {}
