package io.deltaconnect.sink.convert;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.List;

/** What columns a table lacks for a record. Columns are only ever added, nullable. */
public final class SchemaEvolution {
  private SchemaEvolution() {}

  /**
   * @param table the columns there are
   * @param record the columns a record has
   * @return {@code table} itself if it has them all, whatever their case; else with the missing
   *     ones, nested ones too, each at the end of its struct
   */
  @SuppressWarnings("ReferenceEquality") // the same object means: nothing was added
  public static StructType extended(StructType table, StructType record) {
    Columns columns = new Columns(table);
    List<StructField> fields = new ArrayList<>(table.fields());
    boolean changed = false;
    for (StructField field : record.fields()) {
      int i = columns.indexOf(field.getName());
      if (i < 0) {
        fields.add(new StructField(field.getName(), field.getDataType(), true));
        changed = true;
        continue;
      }
      StructField there = columns.at(i);
      DataType type = extended(there.getDataType(), field.getDataType());
      if (type != there.getDataType()) {
        fields.set(i, there.withDataType(type));
        changed = true;
      }
    }
    if (!changed) {
      return table;
    }
    StructType extended = new StructType(fields);
    // Two new fields may differ by case only.
    new Columns(extended);
    return extended;
  }

  @SuppressWarnings("ReferenceEquality") // the same object means: nothing was added
  private static DataType extended(DataType table, DataType record) {
    if (table instanceof StructType a && record instanceof StructType b) {
      return extended(a, b);
    }
    if (table instanceof ArrayType a && record instanceof ArrayType b) {
      DataType element = extended(a.getElementType(), b.getElementType());
      return element == a.getElementType()
          ? a
          : new ArrayType(a.getElementField().withDataType(element));
    }
    if (table instanceof MapType a && record instanceof MapType b) {
      DataType value = extended(a.getValueType(), b.getValueType());
      return value == a.getValueType()
          ? a
          : new MapType(a.getKeyField(), a.getValueField().withDataType(value));
    }
    return table;
  }
}
