package io.deltaconnect.table.row;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.Arrays;
import java.util.List;

/**
 * Where a schema allows no NULL: columns, struct fields, array elements and map values. Immutable,
 * thread-safe.
 */
public final class RequiredValues {
  private final StructType schema;
  private final boolean[] matters;

  private RequiredValues(StructType schema, boolean[] matters) {
    this.schema = schema;
    this.matters = matters;
  }

  /** What rows of this layout must hold. */
  public static RequiredValues of(StructType schema) {
    boolean[] matters = new boolean[schema.length()];
    for (int i = 0; i < matters.length; i++) {
      StructField field = schema.at(i);
      matters[i] = !field.isNullable() || hasRequired(field.getDataType());
    }
    return new RequiredValues(schema, matters);
  }

  /**
   * The first place that is NULL and must not be, as a dotted name; null if there is none. What a
   * partial row keeps is not NULL.
   */
  public String firstMissing(Object[] row) {
    for (int i = 0; i < matters.length; i++) {
      if (matters[i] && row[i] != Kept.KEPT) {
        StructField field = schema.at(i);
        String missing = missing(field.getName(), row[i], field.getDataType(), field.isNullable());
        if (missing != null) {
          return missing;
        }
      }
    }
    return null;
  }

  /** Whether a partial row keeps a column that is NOT NULL: it is no row by itself. */
  public boolean keepsRequired(Object[] row) {
    for (int i = 0; i < matters.length; i++) {
      if (matters[i] && row[i] == Kept.KEPT && !schema.at(i).isNullable()) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasRequired(DataType type) {
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        if (!field.isNullable() || hasRequired(field.getDataType())) {
          return true;
        }
      }
      return false;
    }
    if (type instanceof ArrayType array) {
      return !array.containsNull() || hasRequired(array.getElementType());
    }
    return type instanceof MapType map
        && (!map.isValueContainsNull()
            || hasRequired(map.getKeyType())
            || hasRequired(map.getValueType()));
  }

  private static String missing(String name, Object value, DataType type, boolean nullable) {
    if (value == null) {
      return nullable ? null : name;
    }
    if (type instanceof StructType struct) {
      Object[] fields = (Object[]) value;
      for (int i = 0; i < fields.length; i++) {
        StructField field = struct.at(i);
        String missing =
            missing(
                name + "." + field.getName(), fields[i], field.getDataType(), field.isNullable());
        if (missing != null) {
          return missing;
        }
      }
      return null;
    }
    if (type instanceof ArrayType array) {
      return missing(
          name + ".element", (List<?>) value, array.getElementType(), array.containsNull());
    }
    if (type instanceof MapType map) {
      MapEntries entries = (MapEntries) value;
      String missing =
          missing(name + ".key", Arrays.asList(entries.keys()), map.getKeyType(), false);
      return missing != null
          ? missing
          : missing(
              name + ".value",
              Arrays.asList(entries.values()),
              map.getValueType(),
              map.isValueContainsNull());
    }
    return null;
  }

  private static String missing(String name, List<?> values, DataType type, boolean nullable) {
    for (Object value : values) {
      String missing = missing(name, value, type, nullable);
      if (missing != null) {
        return missing;
      }
    }
    return null;
  }
}
