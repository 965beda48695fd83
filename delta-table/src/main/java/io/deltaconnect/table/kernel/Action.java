package io.deltaconnect.table.kernel;

import io.delta.kernel.types.StructType;
import java.util.Map;

/** What a commit says, one line of the log each (Delta protocol, "Actions"). */
public sealed interface Action {

  /** A file, or a file's new deletion vector, enters the table. */
  record Add(DataFile file, boolean dataChange) implements Action {}

  /**
   * A file leaves the table, with the deletion vector it had.
   *
   * @param deletionTimestamp milliseconds since the epoch
   */
  record Remove(DataFile file, long deletionTimestamp, boolean dataChange) implements Action {}

  /**
   * A file of change rows.
   *
   * @param path as in {@link DataFile#path}
   * @param partitionValues as in {@link DataFile#partitionValues}
   */
  record Cdc(String path, Map<String, String> partitionValues, long size, Map<String, String> tags)
      implements Action {}

  /**
   * How far an application has come.
   *
   * @param lastUpdated milliseconds since the epoch; null when the log has none
   */
  record Txn(String appId, long version, Long lastUpdated) implements Action {}

  /**
   * A new schema and new table properties; all else of the metadata stays.
   *
   * @param schema the whole new logical schema, with field metadata
   * @param properties the whole new map of table properties
   */
  record Metadata(StructType schema, Map<String, String> properties) implements Action {}
}
