package io.deltaconnect.table.dv;

/**
 * Where the deletion vector of a data file is (Delta protocol, "Deletion Vector Descriptor
 * Schema").
 *
 * @param storageType {@code u} (file named by a UUID), {@code p} (absolute path) or {@code i}
 *     (inline)
 * @param pathOrInlineDv what {@code storageType} says, as it stands in the log
 * @param offset of the size field in the file, in bytes; null when the log has none
 * @param sizeInBytes of the serialized bitmap, without size and checksum
 * @param cardinality number of dead rows
 */
public record DvDescriptor(
    String storageType, String pathOrInlineDv, Integer offset, int sizeInBytes, long cardinality) {}
