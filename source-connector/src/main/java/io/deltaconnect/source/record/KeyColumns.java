package io.deltaconnect.source.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.row.Key;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;

/** The key columns of a table, and how they become keys of records. */
final class KeyColumns {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final StructType schema;
  private final int[] places;
  private final RowSchema keySchema;

  private KeyColumns(StructType schema, int[] places, RowSchema keySchema) {
    this.schema = schema;
    this.places = places;
    this.keySchema = keySchema;
  }

  /**
   * The key columns that the settings name, else those that the table says it has.
   *
   * @return null if there are none
   * @throws ConnectException if the table lacks one, or its type cannot be a key
   */
  static KeyColumns of(
      List<String> keyFields, TableLayout layout, ConnectTypes types, SchemaNames names) {
    List<String> columns = names(keyFields, layout);
    if (columns.isEmpty()) {
      return null;
    }
    StructType schema = layout.schema();
    String origin =
        keyFields.isEmpty()
            ? "the table's property " + DeltaTable.KEY_COLUMNS_PROPERTY
            : "key.fields";
    Set<Integer> places = new LinkedHashSet<>();
    // What is inside a value is not inside a key.
    RowSchema.Builder builder = new RowSchema.Builder(types, names.key(), names.key(), "");
    for (String column : columns) {
      int place = indexOf(schema, column);
      if (place < 0) {
        throw new ConnectException(
            "%s names the key column '%s', which the table does not have; its columns are %s"
                .formatted(origin, column, String.join(", ", schema.fieldNames())));
      }
      if (!places.add(place)) {
        throw new ConnectException("%s names the key column '%s' twice".formatted(origin, column));
      }
      checkType(origin, column, schema.at(place).getDataType());
      // A key without a value is refused: so keys do not change when the table allows NULL.
      builder.column(schema.at(place), place, false);
    }
    return new KeyColumns(
        schema, places.stream().mapToInt(Integer::intValue).toArray(), builder.build());
  }

  private static void checkType(String origin, String column, DataType type) {
    if (type instanceof FloatType
        || type instanceof DoubleType
        || type instanceof ArrayType
        || type instanceof MapType
        || type instanceof StructType) {
      throw new ConnectException(
          "%s names the key column '%s', which has the type %s: FLOAT, DOUBLE, ARRAY, MAP and STRUCT cannot be a key"
              .formatted(origin, column, type));
    }
  }

  /** The names that {@link #of} looks for, in no promised case; empty if there are none. */
  static List<String> names(List<String> keyFields, TableLayout layout) {
    if (!keyFields.isEmpty()) {
      return keyFields;
    }
    String json = layout.properties().get(DeltaTable.KEY_COLUMNS_PROPERTY);
    if (json == null) {
      return List.of();
    }
    try {
      return List.of(JSON.readValue(json, String[].class));
    } catch (JsonProcessingException e) {
      throw new ConnectException(
          "the table's property %s is not a JSON array of names: %s (key.fields goes before it)"
              .formatted(DeltaTable.KEY_COLUMNS_PROPERTY, json),
          e);
    }
  }

  private static int indexOf(StructType schema, String column) {
    for (int i = 0; i < schema.length(); i++) {
      if (fold(schema.at(i).getName()).equals(fold(column))) {
        return i;
      }
    }
    return -1;
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The columns' names, as the table has them. */
  List<String> columns() {
    List<String> columns = new ArrayList<>();
    for (int place : places) {
      columns.add(schema.at(place).getName());
    }
    return columns;
  }

  RowSchema keySchema() {
    return keySchema;
  }

  /**
   * The key of a record.
   *
   * @throws DataException if a key column is NULL
   */
  Struct struct(Object[] row) {
    checkNotNull(row);
    return keySchema.struct(row);
  }

  Key key(Object[] row) {
    checkNotNull(row);
    Object[] values = new Object[places.length];
    for (int i = 0; i < places.length; i++) {
      values[i] = row[places[i]];
    }
    return new Key(values);
  }

  /** A row of the same length that has nothing but the key. */
  Object[] onlyKey(Object[] row) {
    Object[] only = new Object[row.length];
    for (int place : places) {
      only[place] = row[place];
    }
    return only;
  }

  private void checkNotNull(Object[] row) {
    for (int place : places) {
      if (row[place] == null) {
        throw new DataException(
            "key column %s is NULL in a row: choose key columns that always have a value by key.fields"
                .formatted(schema.at(place).getName()));
      }
    }
  }
}
