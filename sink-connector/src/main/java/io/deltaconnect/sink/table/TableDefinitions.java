package io.deltaconnect.sink.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.convert.ColumnNames;
import io.deltaconnect.sink.convert.Columns;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.kernel.TableDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;

/** How tables are made, and what the sink expects of those that exist. */
final class TableDefinitions {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TableDefinitions() {}

  /**
   * @param schema key columns NOT NULL
   * @throws DataException if a column cannot be in a table, or there is none
   * @throws ConnectException if configuration does not fit the schema
   */
  static TableDefinition of(StructType schema, List<String> keyNames, TableConfig config) {
    if (schema.length() == 0) {
      throw new DataException(
          "no table can be made of a record without a column: its value has no field, or none that"
              + " says of which type it is");
    }
    Map<String, String> properties = new HashMap<>(config.properties());
    ColumnNames.check(schema, isMapped(properties));
    List<String> keyColumns = key(schema, keyNames);
    // Also without a key: the property says that the table was made here, and may be upgraded.
    properties.put(DeltaTable.KEY_COLUMNS_PROPERTY, json(keyColumns));
    List<String> partitionColumns = existing(schema, config.partitionBy(), Keys.PARTITION_BY);
    partitionColumns.forEach(name -> requireOneValue(name, schema.get(name).getDataType()));
    if (partitionColumns.size() == schema.length()) {
      throw new ConnectException(
          Keys.PARTITION_BY
              + " names all columns of the first record, "
              + String.join(", ", partitionColumns)
              + ": one at least must be left for the files");
    }
    return new TableDefinition(
        schema,
        partitionColumns,
        existing(schema, config.clusterBy(), Keys.CLUSTER_BY),
        properties);
  }

  static boolean isMapped(Map<String, String> properties) {
    String mode = properties.get("delta.columnMapping.mode");
    return mode != null && !mode.equalsIgnoreCase("none");
  }

  /** The key columns a table says it has; empty if it does not say. */
  static List<String> keyColumns(Map<String, String> properties) {
    String json = properties.get(DeltaTable.KEY_COLUMNS_PROPERTY);
    if (json == null) {
      return List.of();
    }
    try {
      return List.of(JSON.readValue(json, String[].class));
    } catch (JsonProcessingException e) {
      throw new ConnectException(
          "the table property "
              + DeltaTable.KEY_COLUMNS_PROPERTY
              + " is not a JSON array of names: "
              + json,
          e);
    }
  }

  /**
   * The key columns as the schema writes them.
   *
   * @throws ConnectException if one is missing or of a type that cannot be a key
   */
  static List<String> key(StructType schema, List<String> names) {
    Columns columns = new Columns(schema);
    List<String> key = new ArrayList<>();
    for (String name : names) {
      int i = columns.indexOf(name);
      if (i < 0) {
        throw new ConnectException(
            "the table has no column '"
                + name
                + "', which "
                + Keys.PK_FIELDS
                + " or the record's"
                + " key names");
      }
      DataType type = columns.at(i).getDataType();
      if (type instanceof FloatType
          || type instanceof DoubleType
          || type instanceof ArrayType
          || type instanceof MapType
          || type instanceof StructType) {
        throw new ConnectException(
            "column '"
                + name
                + "' is "
                + type
                + " and cannot be a key: choose others by "
                + Keys.PK_FIELDS);
      }
      key.add(columns.at(i).getName());
    }
    return key;
  }

  private static void requireOneValue(String column, DataType type) {
    if (type instanceof StructType || type instanceof ArrayType || type instanceof MapType) {
      throw new ConnectException(
          Keys.PARTITION_BY
              + " names the column '"
              + column
              + "', which is "
              + type
              + ": only columns of single values partition a table");
    }
  }

  private static List<String> existing(StructType schema, List<String> names, String key) {
    Columns columns = new Columns(schema);
    List<String> existing = new ArrayList<>();
    for (String name : names) {
      int i = columns.indexOf(name);
      if (i < 0) {
        throw new ConnectException(
            key + " names the column '" + name + "', which the first record does not have");
      }
      existing.add(columns.at(i).getName());
    }
    return existing;
  }

  private static String json(List<String> names) {
    try {
      return JSON.writeValueAsString(names);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
