package io.deltaconnect.table.kernel;

import io.deltaconnect.table.dv.DvDescriptor;
import java.util.Map;

/**
 * A data file as an {@code add} action names it.
 *
 * @param path as it stands in the log: URI-encoded, relative to the table or absolute
 * @param partitionValues serialized values by <em>physical</em> column name; a null value is NULL.
 *     The map itself is null only in a {@code remove} of another writer that leaves it out
 * @param size in bytes
 * @param modificationTime in milliseconds since the epoch
 * @param stats the statistics JSON, null if there is none
 * @param dv its deletion vector, null if all rows live
 * @param tags may be null
 * @param baseRowId may be null
 * @param defaultRowCommitVersion may be null
 */
public record DataFile(
    String path,
    Map<String, String> partitionValues,
    long size,
    long modificationTime,
    String stats,
    DvDescriptor dv,
    Map<String, String> tags,
    Long baseRowId,
    Long defaultRowCommitVersion) {

  /** This file with another deletion vector and statistics. */
  public DataFile with(DvDescriptor newDv, String newStats) {
    return new DataFile(
        path,
        partitionValues,
        size,
        modificationTime,
        newStats,
        newDv,
        tags,
        baseRowId,
        defaultRowCommitVersion);
  }
}
