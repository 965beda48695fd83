package io.deltaconnect.source.record;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.row.MapEntries;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Connect types of Delta types. Every schema, at any depth, says by the parameter {@link
 * #DELTA_TYPE} what it is made of, so that nothing is lost between two tables.
 */
final class ConnectTypes {
  /** {@code integer}, {@code decimal(10,2)}, {@code struct}... */
  static final String DELTA_TYPE = "delta.type";

  /** The parameter by which converters know a decimal's precision. */
  private static final String PRECISION = "connect.decimal.precision";

  private final Times times;
  private final NameAdjustment adjustment;

  ConnectTypes(TimePrecision precision, NameAdjustment adjustment) {
    this.times = new Times(precision);
    this.adjustment = adjustment;
  }

  FieldNames fieldNames(String path) {
    return new FieldNames(adjustment, path);
  }

  /**
   * @param path of the column, for messages
   * @param name for the schema, if it needs one
   * @throws ConnectException if Connect has no such type, or names clash
   */
  ConnectType of(DataType type, boolean optional, String path, String name) {
    if (type instanceof StructType struct) {
      return struct(struct, optional, path, name);
    } else if (type instanceof ArrayType array) {
      return array(array, optional, path, name);
    } else if (type instanceof MapType map) {
      return map(map, optional, path, name);
    } else if (type instanceof DateType) {
      return times.date(optional);
    } else if (type instanceof TimestampType) {
      return times.timestamp(optional);
    } else if (type instanceof TimestampNTZType) {
      return times.timestampNtz(optional);
    } else if (type instanceof DecimalType decimal) {
      return decimal(decimal, optional);
    }
    return new ConnectType(
        schema(plain(type, path), plainName(type), optional), ValueConverter.SAME);
  }

  private ConnectType struct(StructType type, boolean optional, String path, String name) {
    RowSchema.Builder builder = new RowSchema.Builder(this, name, name, path).columns(type);
    builder.schema().parameter(DELTA_TYPE, "struct");
    if (optional) {
      builder.schema().optional();
    }
    RowSchema struct = builder.build();
    return new ConnectType(struct.schema(), row -> struct.struct((Object[]) row));
  }

  /** When a version was committed, as a column. */
  ConnectType commitTimestamp() {
    return times.timestamp(false);
  }

  static Schema schema(SchemaBuilder builder, String deltaType, boolean optional) {
    builder.parameter(DELTA_TYPE, deltaType);
    return (optional ? builder.optional() : builder).build();
  }

  private static SchemaBuilder plain(DataType type, String path) {
    if (type instanceof StringType) {
      return SchemaBuilder.string();
    } else if (type instanceof LongType) {
      return SchemaBuilder.int64();
    } else if (type instanceof IntegerType) {
      return SchemaBuilder.int32();
    } else if (type instanceof ShortType) {
      return SchemaBuilder.int16();
    } else if (type instanceof ByteType) {
      return SchemaBuilder.int8();
    } else if (type instanceof DoubleType) {
      return SchemaBuilder.float64();
    } else if (type instanceof FloatType) {
      return SchemaBuilder.float32();
    } else if (type instanceof BooleanType) {
      return SchemaBuilder.bool();
    } else if (type instanceof BinaryType) {
      return SchemaBuilder.bytes();
    }
    throw new ConnectException(
        "column '%s' has the type %s, which records cannot hold".formatted(path, type));
  }

  /** The collation of a text is not a part of it. */
  private static String plainName(DataType type) {
    return type instanceof StringType ? "string" : type.toString();
  }

  private static ConnectType decimal(DecimalType type, boolean optional) {
    SchemaBuilder builder =
        Decimal.builder(type.getScale())
            .parameter(PRECISION, Integer.toString(type.getPrecision()));
    String name = "decimal(%d,%d)".formatted(type.getPrecision(), type.getScale());
    return new ConnectType(schema(builder, name, optional), ValueConverter.SAME);
  }

  private ConnectType array(ArrayType type, boolean optional, String path, String name) {
    ConnectType element =
        of(
            type.getElementType(),
            type.containsNull(),
            path + ".element",
            SchemaNames.inside(name, "element"));
    Schema schema = schema(SchemaBuilder.array(element.schema()), "array", optional);
    if (element.converter() == ValueConverter.SAME) {
      return new ConnectType(schema, ValueConverter.SAME);
    }
    return new ConnectType(schema, value -> list((List<?>) value, element.converter()));
  }

  private static List<Object> list(List<?> values, ValueConverter converter) {
    List<Object> list = new ArrayList<>(values.size());
    for (Object value : values) {
      list.add(value == null ? null : converter.convert(value));
    }
    return list;
  }

  private ConnectType map(MapType type, boolean optional, String path, String name) {
    ConnectType key = of(type.getKeyType(), false, path + ".key", SchemaNames.inside(name, "key"));
    ConnectType value =
        of(
            type.getValueType(),
            type.isValueContainsNull(),
            path + ".value",
            SchemaNames.inside(name, "value"));
    SchemaBuilder builder = SchemaBuilder.map(key.schema(), value.schema());
    if (key.schema().type() != Schema.Type.STRING) {
      // Avro's maps have texts for keys. Converters make others an array of records, and call them
      // all the same if the map has no name of its own.
      builder.name(name);
    }
    ValueConverter keys =
        type.getKeyType() instanceof BinaryType
            ? bytes -> ByteBuffer.wrap((byte[]) bytes)
            : key.converter();
    return new ConnectType(
        schema(builder, "map", optional),
        entries -> map((MapEntries) entries, keys, value.converter()));
  }

  private static Map<Object, Object> map(
      MapEntries entries, ValueConverter keys, ValueConverter values) {
    Map<Object, Object> map = new LinkedHashMap<>(entries.keys().length * 4 / 3 + 1);
    for (int i = 0; i < entries.keys().length; i++) {
      Object value = entries.values()[i];
      map.put(keys.convert(entries.keys()[i]), value == null ? null : values.convert(value));
    }
    return map;
  }
}
