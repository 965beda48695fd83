package io.deltaconnect.table.kernel;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
    Map<String, String> properties) {

  /**
   * Whether files of an older layout can be read in this one: it has that one's columns as they
   * were. Which of them may be NULL does not matter, nor what columns there are besides.
   */
  public boolean onlyAddsTo(TableLayout older) {
    String mapping = "delta.columnMapping.mode";
    if (!partitionColumns.equals(older.partitionColumns)
        || !Objects.equals(properties.get(mapping), older.properties.get(mapping))) {
      return false;
    }
    for (StructField field : older.schema.fields()) {
      int place = schema.indexOf(field.getName());
      if (place < 0 || !isSame(field, schema.at(place))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(StructField older, StructField field) {
    return older.getDataType().equals(field.getDataType())
        && older.getMetadata().equals(field.getMetadata());
  }
}
