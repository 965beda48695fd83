package io.deltaconnect.source.record;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** Makes structs of rows, of some of their columns, or of structs inside them. */
final class RowSchema {
  private final Schema schema;
  private final String path;

  /** Where in the row the value of each field is. */
  private final int[] places;

  private final Field[] fields;
  private final ValueConverter[] converters;

  private RowSchema(Schema schema, String path, int[] places, ValueConverter[] converters) {
    this.schema = schema;
    this.path = path;
    this.places = places;
    this.converters = converters;
    // Those that follow are not the row's.
    this.fields = schema.fields().subList(0, places.length).toArray(new Field[0]);
  }

  Schema schema() {
    return schema;
  }

  /** The field that comes at that place, after those of columns too. */
  Field field(int index) {
    return schema.fields().get(index);
  }

  /**
   * A new struct.
   *
   * @throws DataException if a column is NULL and must not be
   */
  Struct struct(Object[] row) {
    Struct struct = new Struct(schema);
    for (int i = 0; i < fields.length; i++) {
      Object value = row[places[i]];
      if (value != null) {
        struct.put(fields[i], converters[i].convert(value));
      } else if (!fields[i].schema().isOptional()) {
        throw new DataException(
            "column %s%s is NULL, which the schema does not allow"
                .formatted(path.isEmpty() ? "" : path + ".", fields[i].name()));
      }
    }
    return struct;
  }

  /** Gathers columns. */
  static final class Builder {
    private final ConnectTypes types;
    private final String path;
    private final String inside;
    private final SchemaBuilder builder;
    private final FieldNames names;
    private final List<Integer> places = new ArrayList<>();
    private final List<ValueConverter> converters = new ArrayList<>();

    /**
     * @param name of the schema
     * @param inside begins the names of the schemas inside it
     * @param path of the struct, empty for a row; for messages
     */
    Builder(ConnectTypes types, String name, String inside, String path) {
      this.types = types;
      this.path = path;
      this.inside = inside;
      this.builder = SchemaBuilder.struct().name(name);
      this.names = types.fieldNames(path);
    }

    Builder columns(StructType row) {
      for (int i = 0; i < row.length(); i++) {
        column(row.at(i), i, row.at(i).isNullable());
      }
      return this;
    }

    /**
     * @param place of its value in the row
     */
    Builder column(StructField column, int place, boolean optional) {
      String name = names.of(column.getName());
      ConnectType type =
          types.of(
              column.getDataType(),
              optional,
              path.isEmpty() ? column.getName() : path + "." + column.getName(),
              SchemaNames.inside(inside, name));
      builder.field(name, type.schema());
      places.add(place);
      converters.add(type.converter());
      return this;
    }

    /** Adds a field that is not of the row, and comes after its columns. */
    Builder field(String name, Schema schema) {
      builder.field(names.of(name), schema);
      return this;
    }

    /** The struct's own schema may be optional, and have the parameter that columns have. */
    SchemaBuilder schema() {
      return builder;
    }

    RowSchema build() {
      return new RowSchema(
          builder.build(),
          path,
          places.stream().mapToInt(Integer::intValue).toArray(),
          converters.toArray(new ValueConverter[0]));
    }
  }
}
