package io.deltaconnect.table.merge;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.TableLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Adds the columns that rows have and a table lacks: nullable, at the end of the table or struct
 * they belong to, also inside arrays and maps. Columns both have must be of the same type.
 */
public final class SchemaEvolution {
  private static final Pattern FORBIDDEN = Pattern.compile("[ ,;{}()\n\t=]");
  private static final Set<String> FEED_COLUMNS =
      Set.of("_change_type", "_commit_version", "_commit_timestamp");

  private final TableLayout table;
  private final ColumnIds ids;

  private SchemaEvolution(TableLayout table) {
    this.table = table;
    this.ids = ColumnIds.of(table);
  }

  /**
   * The layout that the table needs to take rows of this schema.
   *
   * @return {@code table} itself if it lacks nothing
   * @throws SchemaMismatchException naming the column and both types where they differ, or the
   *     column that cannot be added
   */
  public static TableLayout evolve(TableLayout table, StructType rows) {
    SchemaEvolution evolution = new SchemaEvolution(table);
    StructType schema = evolution.struct("", table.schema(), rows);
    if (schema.equals(table.schema())) {
      return table;
    }
    return new TableLayout(
        table.tablePath(),
        schema,
        table.partitionColumns(),
        evolution.ids.properties(table.properties()));
  }

  private StructType struct(String prefix, StructType stored, StructType rows) {
    Map<String, StructField> wanted = byLowerCaseName(prefix, rows);
    List<StructField> fields = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (StructField field : stored.fields()) {
      String name = field.getName().toLowerCase(Locale.ROOT);
      names.add(name);
      StructField match = wanted.get(name);
      fields.add(
          match == null ? field : field(prefix + field.getName(), field, match.getDataType()));
    }
    for (StructField field : rows.fields()) {
      if (!names.contains(field.getName().toLowerCase(Locale.ROOT))) {
        fields.add(added(prefix, field));
      }
    }
    return new StructType(fields);
  }

  private StructField field(String path, StructField stored, DataType rows) {
    return stored.withDataType(type(path, stored.getDataType(), rows));
  }

  private DataType type(String path, DataType stored, DataType rows) {
    if (stored instanceof StructType a && rows instanceof StructType b) {
      return struct(path + ".", a, b);
    }
    if (stored instanceof ArrayType a && rows instanceof ArrayType b) {
      return new ArrayType(field(path + ".element", a.getElementField(), b.getElementType()));
    }
    if (stored instanceof MapType a && rows instanceof MapType b) {
      return new MapType(
          field(path + ".key", a.getKeyField(), b.getKeyType()),
          field(path + ".value", a.getValueField(), b.getValueType()));
    }
    if (!stored.equals(rows)) {
      throw new SchemaMismatchException(
          "table "
              + table.tablePath()
              + ": column "
              + path
              + " is "
              + stored
              + " in the table and "
              + rows
              + " in the rows");
    }
    return stored;
  }

  private StructField added(String prefix, StructField field) {
    String path = prefix + field.getName();
    checkName(path, field.getName(), prefix.isEmpty());
    return ids.identify(
        new StructField(field.getName(), nullable(path + ".", field.getDataType()), true));
  }

  /** The type with NULL allowed everywhere inside it. */
  private DataType nullable(String prefix, DataType type) {
    if (type instanceof StructType struct) {
      byLowerCaseName(prefix, struct);
      List<StructField> fields = new ArrayList<>();
      for (StructField field : struct.fields()) {
        fields.add(added(prefix, field));
      }
      return new StructType(fields);
    }
    if (type instanceof ArrayType array) {
      return new ArrayType(nullable(prefix + "element.", array.getElementType()), true);
    }
    if (type instanceof MapType map) {
      return new MapType(
          nullable(prefix + "key.", map.getKeyType()),
          nullable(prefix + "value.", map.getValueType()),
          true);
    }
    return type;
  }

  private void checkName(String path, String name, boolean topLevel) {
    if (topLevel && FEED_COLUMNS.contains(name.toLowerCase(Locale.ROOT))) {
      throw new SchemaMismatchException(
          "table "
              + table.tablePath()
              + ": column "
              + path
              + " cannot be added, the name belongs to the change feed");
    }
    if (!ids.mapped() && FORBIDDEN.matcher(name).find()) {
      throw new SchemaMismatchException(
          "table "
              + table.tablePath()
              + ": column '"
              + path
              + "' cannot be added, its name has one of the characters \" ,;{}()\\n\\t=\", which"
              + " needs a table with column mapping (delta.columnMapping.mode=name)");
    }
  }

  private Map<String, StructField> byLowerCaseName(String prefix, StructType rows) {
    Map<String, StructField> fields = new HashMap<>();
    for (StructField field : rows.fields()) {
      StructField other = fields.put(field.getName().toLowerCase(Locale.ROOT), field);
      if (other != null) {
        throw new SchemaMismatchException(
            "table "
                + table.tablePath()
                + ": columns "
                + prefix
                + other.getName()
                + " and "
                + prefix
                + field.getName()
                + " of the rows differ by case only");
      }
    }
    return fields;
  }
}
