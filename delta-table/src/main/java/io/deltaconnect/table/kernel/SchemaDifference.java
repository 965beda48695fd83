package io.deltaconnect.table.kernel;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.row.TypeWidening;

/**
 * What a new schema of a table has beyond the old one.
 *
 * @param widened what the first column is whose type is wider, and what it becomes, for messages;
 *     null if there is none
 */
record SchemaDifference(String widened) {

  /**
   * @throws IllegalArgumentException if the new schema is not the old one with new nullable columns
   *     and wider types
   */
  static SchemaDifference of(StructType old, StructType changed) {
    return new SchemaDifference(struct("", old, changed));
  }

  private static String struct(String prefix, StructType old, StructType changed) {
    String widened = null;
    for (StructField field : old.fields()) {
      int i = changed.indexOf(field.getName());
      if (i < 0) {
        throw new IllegalArgumentException(
            "Column " + prefix + field.getName() + " is missing from the new schema");
      }
      if (field.isNullable() && !changed.at(i).isNullable()) {
        throw new IllegalArgumentException(
            "Column " + prefix + field.getName() + " is nullable and must stay so");
      }
      widened =
          first(
              widened,
              type(prefix + field.getName(), field.getDataType(), changed.at(i).getDataType()));
    }
    for (StructField field : changed.fields()) {
      if (old.indexOf(field.getName()) < 0 && !field.isNullable()) {
        throw new IllegalArgumentException(
            "New column " + prefix + field.getName() + " must be nullable: older rows lack it");
      }
    }
    return widened;
  }

  private static String type(String name, DataType old, DataType changed) {
    if (old instanceof StructType oldStruct && changed instanceof StructType struct) {
      return struct(name + ".", oldStruct, struct);
    } else if (old instanceof ArrayType oldArray && changed instanceof ArrayType array) {
      return type(name + ".element", oldArray.getElementType(), array.getElementType());
    } else if (old instanceof MapType oldMap && changed instanceof MapType map) {
      return first(
          type(name + ".key", oldMap.getKeyType(), map.getKeyType()),
          type(name + ".value", oldMap.getValueType(), map.getValueType()));
    } else if (old.equals(changed)) {
      return null;
    } else if (!TypeWidening.widens(old, changed)) {
      throw new IllegalArgumentException(
          "Column " + name + " is " + old + " and cannot become " + changed);
    }
    return name + " is " + old + " and would become " + changed;
  }

  private static String first(String a, String b) {
    return a == null ? b : a;
  }
}
