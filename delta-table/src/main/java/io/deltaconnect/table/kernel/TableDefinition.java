package io.deltaconnect.table.kernel;

import io.delta.kernel.types.StructType;
import java.util.List;
import java.util.Map;

/**
 * A table to be made.
 *
 * @param schema logical; key columns not nullable
 * @param partitionColumns names of columns of the schema, may be empty
 * @param clusterColumns names of columns of the schema, may be empty; never together with
 *     partitions
 * @param properties beyond Change Data Feed, deletion vectors and in-commit timestamps, which are
 *     on unless named here
 */
public record TableDefinition(
    StructType schema,
    List<String> partitionColumns,
    List<String> clusterColumns,
    Map<String, String> properties) {
  /** The property that marks tables as made by us, and says which columns are the key. */
  public static final String KEY_COLUMNS_PROPERTY = "deltaconnect.key.columns";
}
