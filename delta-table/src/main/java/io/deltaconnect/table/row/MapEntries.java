package io.deltaconnect.table.row;

/**
 * A map value: entry {@code i} is {@code keys[i] -> values[i]}. Keys are never null; two maps are
 * the same whatever the order of their entries ({@link Values#same}).
 *
 * @param keys entry keys, in the order they were written
 * @param values entry values, as long as {@code keys}; elements may be null
 */
@SuppressWarnings("ArrayRecordComponent") // identity is never used: Values.same compares by content
public record MapEntries(Object[] keys, Object[] values) {}
