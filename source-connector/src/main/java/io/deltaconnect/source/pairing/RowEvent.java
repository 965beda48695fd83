package io.deltaconnect.source.pairing;

/**
 * What happened to a row.
 *
 * @param changeType as the change feed names it, {@code update_postimage} for updates
 * @param before the old image, null if the row is new; of {@link Grouping#BY_KEY} only the key
 *     columns
 * @param after the new image, null if the row is gone
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RowEvent(String changeType, Object[] before, Object[] after) {}
