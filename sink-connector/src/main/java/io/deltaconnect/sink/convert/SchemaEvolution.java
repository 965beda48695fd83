package io.deltaconnect.sink.convert;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.row.TypeWidening;
import java.util.ArrayList;
import java.util.List;

/** What a table lacks for a record: columns, which are only ever added as nullable, and width. */
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

  /**
   * @param table the columns there are
   * @param record the columns a record has
   * @param column the path of the one that is too narrow for the record, whatever its case
   * @return {@code table} with that column, or what is inside it, of a type to which its own may
   *     widen; {@code table} itself if there is none that would help
   */
  public static StructType widened(StructType table, StructType record, String column) {
    return widened(table, record, "", Columns.fold(column));
  }

  @SuppressWarnings("ReferenceEquality") // the same object means: nothing has changed
  private static StructType widened(
      StructType table, StructType record, String prefix, String column) {
    Columns columns = new Columns(record);
    List<StructField> fields = new ArrayList<>(table.fields());
    boolean changed = false;
    for (int i = 0; i < fields.size(); i++) {
      StructField field = fields.get(i);
      int r = columns.indexOf(field.getName());
      if (r >= 0) {
        String path = Errors.path(prefix, Columns.fold(field.getName()));
        DataType type = widened(field.getDataType(), columns.at(r).getDataType(), path, column);
        changed |= type != field.getDataType();
        fields.set(i, field.withDataType(type));
      }
    }
    return changed ? new StructType(fields) : table;
  }

  @SuppressWarnings("ReferenceEquality") // the same object means: nothing has changed
  private static DataType widened(DataType table, DataType record, String path, String column) {
    if (table instanceof StructType a && record instanceof StructType b) {
      return widened(a, b, path, column);
    }
    if (table instanceof ArrayType a && record instanceof ArrayType b) {
      DataType element = widened(a.getElementType(), b.getElementType(), path + ".element", column);
      return element == a.getElementType()
          ? a
          : new ArrayType(a.getElementField().withDataType(element));
    }
    if (table instanceof MapType a && record instanceof MapType b) {
      DataType key = widened(a.getKeyType(), b.getKeyType(), path + ".key", column);
      DataType value = widened(a.getValueType(), b.getValueType(), path + ".value", column);
      return key == a.getKeyType() && value == a.getValueType()
          ? a
          : new MapType(a.getKeyField().withDataType(key), a.getValueField().withDataType(value));
    }
    DataType common =
        path.equals(column) || path.startsWith(column + ".")
            ? TypeWidening.common(table, record)
            : null;
    return common == null || common.equals(table) ? table : common;
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
