package io.deltaconnect.table.merge;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TypeChange;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.row.TypeWidening;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Adds the columns that rows have and a table lacks: nullable, at the end of the table or struct
 * they belong to, also inside arrays and maps. Only what is new to the table is added: a column
 * that it had when the rows were laid out was dropped or renamed by another writer since, and must
 * not come back.
 *
 * <p>Columns that both have are of one type, or of types of which one widens to the other ({@link
 * TypeWidening}). Values of a narrower type than the table's are widened. A column of the table is
 * widened if the rows were laid out in a wider type than it had then.
 */
public final class SchemaEvolution {
  private final TableLayout table;

  private SchemaEvolution(TableLayout table) {
    this.table = table;
  }

  /**
   * The layout that the table needs to take rows of this schema.
   *
   * @param base the table's schema when the rows were laid out
   * @param newMetadata the metadata that gives the table a new schema, new columns having got ids
   *     and physical names where the table maps columns; {@link IllegalArgumentException} if Delta
   *     does not allow the schema
   * @return {@code table} itself if it lacks nothing
   * @throws SchemaMismatchException naming the column and both types where they differ, or the
   *     column that cannot be added or is no longer there
   * @throws ConcurrentTypeException if it is another writer that has made them differ
   */
  public static TableLayout evolve(
      TableLayout table,
      StructType rows,
      StructType base,
      Function<StructType, Action.Metadata> newMetadata) {
    StructType schema = new SchemaEvolution(table).struct("", table.schema(), rows, base);
    if (schema.equals(table.schema())) {
      return table;
    }
    try {
      Action.Metadata metadata = newMetadata.apply(schema);
      return new TableLayout(
          table.tablePath(), metadata.schema(), table.partitionColumns(), metadata.properties());
    } catch (IllegalArgumentException e) {
      throw new SchemaMismatchException(
          "table %s cannot get the columns that the rows have: %s"
              .formatted(table.tablePath(), e.getMessage()),
          e);
    }
  }

  /**
   * @param base likewise at this place; not a struct, or null: nothing was there
   */
  private StructType struct(String prefix, StructType stored, StructType rows, DataType base) {
    Map<String, StructField> had =
        base instanceof StructType struct ? byLowerCaseName(prefix, struct) : Map.of();
    Map<String, StructField> wanted = byLowerCaseName(prefix, rows);
    List<StructField> fields = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (StructField field : stored.fields()) {
      String name = field.getName().toLowerCase(Locale.ROOT);
      names.add(name);
      StructField match = wanted.get(name);
      fields.add(
          match == null
              ? field
              : field(prefix + field.getName(), field, match.getDataType(), type(had.get(name))));
    }
    for (StructField field : rows.fields()) {
      String name = field.getName().toLowerCase(Locale.ROOT);
      if (!names.contains(name)) {
        if (had.containsKey(name)) {
          throw new SchemaMismatchException(
              "table %s: column %s of the rows is no longer in the table: another writer has dropped or renamed it"
                  .formatted(table.tablePath(), prefix + field.getName()));
        }
        fields.add(added(prefix, field));
      }
    }
    return new StructType(fields);
  }

  private static DataType type(StructField field) {
    return field == null ? null : field.getDataType();
  }

  private StructField field(String path, StructField stored, DataType rows, DataType base) {
    DataType was = stored.getDataType();
    DataType type = type(path, was, rows, base);
    if (was.isNested() || type.equals(was)) {
      return stored.withDataType(type);
    }
    List<TypeChange> changes = new ArrayList<>(stored.getTypeChanges());
    changes.add(new TypeChange(was, type));
    return stored.withDataType(type).withTypeChanges(changes);
  }

  private DataType type(String path, DataType stored, DataType rows, DataType base) {
    if (stored instanceof StructType a && rows instanceof StructType b) {
      return struct(path + ".", a, b, base);
    }
    if (stored instanceof ArrayType a && rows instanceof ArrayType b) {
      DataType element = base instanceof ArrayType c ? c.getElementType() : null;
      return new ArrayType(
          field(path + ".element", a.getElementField(), b.getElementType(), element));
    }
    if (stored instanceof MapType a && rows instanceof MapType b) {
      MapType had = base instanceof MapType c ? c : null;
      return new MapType(
          field(
              path + ".key",
              a.getKeyField(),
              b.getKeyType(),
              had == null ? null : had.getKeyType()),
          field(
              path + ".value",
              a.getValueField(),
              b.getValueType(),
              had == null ? null : had.getValueType()));
    }
    if (base != null && TypeWidening.widens(base, rows) && TypeWidening.widens(stored, rows)) {
      return rows;
    }
    if (!stored.equals(rows) && !TypeWidening.widens(rows, stored)) {
      String message =
          "table %s: column %s is %s in the table and %s in the rows"
              .formatted(table.tablePath(), path, stored, rows);
      throw stored.equals(base)
          ? new SchemaMismatchException(message)
          : new ConcurrentTypeException(message);
    }
    return stored;
  }

  private StructField added(String prefix, StructField field) {
    return new StructField(
        field.getName(), nullable(prefix + field.getName() + ".", field.getDataType()), true);
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
