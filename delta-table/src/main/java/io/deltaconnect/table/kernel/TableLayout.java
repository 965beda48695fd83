package io.deltaconnect.table.kernel;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.HashMap;
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

  private static final String MAPPING = "delta.columnMapping.mode";
  private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

  /**
   * Whether rows of an older layout can be shown in this one, with this one's names and columns, as
   * other readers show them: it has some of that one's columns, none of them with another type, and
   * the same ones in the log instead of the files.
   */
  public boolean shows(TableLayout older) {
    if (!Objects.equals(properties.get(MAPPING), older.properties.get(MAPPING))
        || !partitions().equals(older.partitions())) {
      return false;
    }
    Map<String, DataType> columns = columns(schema);
    return older.schema.fields().stream().anyMatch(old -> columns.containsKey(lastingName(old)))
        && fits(older.schema, schema);
  }

  private List<String> partitions() {
    return partitionColumns.stream().map(name -> lastingName(schema.get(name))).toList();
  }

  private static boolean fits(DataType older, DataType newer) {
    if (older instanceof StructType before && newer instanceof StructType after) {
      Map<String, DataType> columns = columns(after);
      for (StructField field : before.fields()) {
        DataType type = columns.get(lastingName(field));
        if (type != null && !fits(field.getDataType(), type)) {
          return false;
        }
      }
      return true;
    }
    if (older instanceof ArrayType before && newer instanceof ArrayType after) {
      return fits(before.getElementType(), after.getElementType());
    }
    if (older instanceof MapType before && newer instanceof MapType after) {
      return fits(before.getKeyType(), after.getKeyType())
          && fits(before.getValueType(), after.getValueType());
    }
    return older.equals(newer);
  }

  private static Map<String, DataType> columns(StructType struct) {
    Map<String, DataType> columns = new HashMap<>();
    struct.fields().forEach(field -> columns.put(lastingName(field), field.getDataType()));
    return columns;
  }

  /** The name that a column keeps when it gets another one. */
  private static String lastingName(StructField field) {
    Object physical = field.getMetadata().get(PHYSICAL_NAME);
    return physical == null ? field.getName() : physical.toString();
  }
}
