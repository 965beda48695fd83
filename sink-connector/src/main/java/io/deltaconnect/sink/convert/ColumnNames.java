package io.deltaconnect.sink.convert;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.kafka.connect.errors.DataException;

/** Names that a column of a Delta table with change data cannot have. */
public final class ColumnNames {
  private static final String FORBIDDEN = " ,;{}()\n\t=";
  private static final Set<String> CHANGE_COLUMNS =
      Set.of("_change_type", "_commit_version", "_commit_timestamp");

  private ColumnNames() {}

  /**
   * @param columnMapping whether the table maps names, and so allows any character
   * @throws DataException naming the first column that cannot be, or two that differ by case only
   */
  public static void check(StructType schema, boolean columnMapping) {
    for (StructField field : schema.fields()) {
      if (CHANGE_COLUMNS.contains(Columns.fold(field.getName()))) {
        throw new DataException(
            "a column cannot be called '"
                + field.getName()
                + "' in a table with Change Data Feed: leave it out with columns.exclude");
      }
    }
    checkNested(schema, columnMapping, "");
  }

  private static void checkNested(StructType struct, boolean columnMapping, String path) {
    new Columns(struct);
    for (StructField field : struct.fields()) {
      String name = field.getName();
      if (name.isEmpty()) {
        throw new DataException("a field of '" + path + "' has an empty name");
      }
      if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
        throw new DataException(
            "the name of column '"
                + Errors.path(path, name)
                + "' has half of a surrogate pair, which is no Unicode: leave it out with"
                + " columns.exclude");
      }
      for (int i = 0; i < name.length() && !columnMapping; i++) {
        if (FORBIDDEN.indexOf(name.charAt(i)) >= 0) {
          throw new DataException(
              "the name of column '"
                  + Errors.path(path, name)
                  + "' has a character that Delta allows only with column mapping: set"
                  + " table.properties.delta.columnMapping.mode=name when the table is made, or"
                  + " leave it out with columns.exclude");
        }
      }
      checkType(field.getDataType(), columnMapping, Errors.path(path, name));
    }
  }

  private static void checkType(DataType type, boolean columnMapping, String path) {
    if (type instanceof StructType struct) {
      checkNested(struct, columnMapping, path);
    } else if (type instanceof ArrayType array) {
      checkType(array.getElementType(), columnMapping, path + ".element");
    } else if (type instanceof MapType map) {
      checkType(map.getKeyType(), columnMapping, path + ".key");
      checkType(map.getValueType(), columnMapping, path + ".value");
    }
  }
}
