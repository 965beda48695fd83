package io.deltaconnect.source.record;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.TableLayout;

/**
 * Columns of the changes of a version that makes them NOT NULL: rows of before that it takes away
 * may have no value in them, as when RESTORE brings back an older schema, or REPLACE TABLE one with
 * a column more. In the records of that one version they may be NULL.
 */
final class NullableBefore {
  private NullableBefore() {}

  /**
   * The layout of a version's changes.
   *
   * @param layout of the version
   * @param before the schema of the version before; null if it is the same
   */
  static TableLayout in(TableLayout layout, StructType before) {
    StructType schema = before == null ? layout.schema() : struct(layout.schema(), before);
    return schema.equals(layout.schema())
        ? layout
        : new TableLayout(
            layout.tablePath(), schema, layout.partitionColumns(), layout.properties());
  }

  private static StructType struct(StructType schema, StructType before) {
    StructType result = new StructType();
    for (StructField field : schema.fields()) {
      StructField old = SchemaChanges.sameColumn(field, before);
      boolean nullable = field.isNullable() || old == null || old.isNullable();
      DataType type =
          old == null ? field.getDataType() : type(field.getDataType(), old.getDataType());
      boolean unchanged = nullable == field.isNullable() && type.equals(field.getDataType());
      result =
          result.add(
              unchanged
                  ? field
                  : new StructField(field.getName(), type, nullable, field.getMetadata()));
    }
    return result;
  }

  private static DataType type(DataType type, DataType before) {
    if (type instanceof StructType struct && before instanceof StructType old) {
      return struct(struct, old);
    } else if (type instanceof ArrayType array && before instanceof ArrayType old) {
      return new ArrayType(
          type(array.getElementType(), old.getElementType()),
          array.containsNull() || old.containsNull());
    } else if (type instanceof MapType map && before instanceof MapType old) {
      return new MapType(
          map.getKeyType(),
          type(map.getValueType(), old.getValueType()),
          map.isValueContainsNull() || old.isValueContainsNull());
    }
    return type;
  }
}
