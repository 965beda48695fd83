package io.deltaconnect.table.kernel;

import io.delta.kernel.types.StructType;
import java.util.List;
import java.util.Map;

/**
 * How rows of a table lie in its files.
 *
 * @param tablePath as {@link TableSnapshot#tablePath}
 * @param schema logical, all columns; fields carry their column-mapping metadata
 * @param partitionColumns logical names; their values are in the log, not in the files
 * @param properties of the table, among them {@code delta.columnMapping.mode}
 */
public record TableLayout(
    String tablePath,
    StructType schema,
    List<String> partitionColumns,
    Map<String, String> properties) {}
