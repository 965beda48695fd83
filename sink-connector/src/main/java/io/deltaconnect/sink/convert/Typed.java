package io.deltaconnect.sink.convert;

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
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** Converters for values with a schema, chosen once per schema and column. */
public final class Typed {
  private Typed() {}

  /**
   * @param path of the column, for messages
   * @throws MissingColumnException if the schema has a nested field that the column lacks
   * @throws DataException if no value of that schema fits the column
   */
  public static Converter to(Schema schema, StructField column, String path) {
    return TextLength.of(column, to(schema, column.getDataType(), path));
  }

  /** Likewise for a value that is not a column's, but an element's, say. */
  static Converter to(Schema schema, DataType target, String path) {
    return switch (LogicalTypes.kind(schema)) {
      case DATE -> date(schema, target, path);
      case TIMESTAMP -> timestamp(schema, target, path);
      case TIME -> time(schema, target, path);
      case VARIABLE_SCALE_DECIMAL -> variableScaleDecimal(schema, target, path);
      case DECIMAL -> {
        if (!(isWhole(target) || target instanceof DecimalType || target instanceof StringType)) {
          throw mismatch(schema, target, path);
        }
        yield Untyped.primitive(target, path);
      }
      case TIME_TEXT ->
          target instanceof LongType
              ? value -> Temporals.parseTime((String) value)
              : plain(schema, target, path);
      case NONE, DATE_TEXT, TIMESTAMP_TEXT, ZONED_TIMESTAMP_TEXT -> plain(schema, target, path);
    };
  }

  private static Converter plain(Schema schema, DataType target, String path) {
    return switch (schema.type()) {
      case STRUCT -> struct(schema, target, path);
      case ARRAY -> array(schema, target, path);
      case MAP -> map(schema, target, path);
      default -> {
        if (!fits(schema.type(), target)) {
          throw mismatch(schema, target, path);
        }
        yield Untyped.primitive(target, path);
      }
    };
  }

  private static boolean fits(Schema.Type source, DataType target) {
    return switch (source) {
      case INT8, INT16, INT32, INT64 ->
          isWhole(target)
              || target instanceof DecimalType
              || target instanceof FloatType
              || target instanceof DoubleType
              || target instanceof StringType;
      case FLOAT32 ->
          target instanceof FloatType
              || target instanceof DoubleType
              || target instanceof DecimalType
              || target instanceof StringType;
      case FLOAT64 ->
          target instanceof DoubleType
              || target instanceof DecimalType
              || target instanceof StringType;
      case BOOLEAN -> target instanceof BooleanType || target instanceof StringType;
      case BYTES -> target instanceof BinaryType;
      case STRING -> !(target instanceof BinaryType) && !isNested(target);
      default -> false;
    };
  }

  private static boolean isWhole(DataType target) {
    return target instanceof LongType
        || target instanceof IntegerType
        || target instanceof ShortType
        || target instanceof ByteType;
  }

  private static boolean isNested(DataType target) {
    return target instanceof StructType || target instanceof ArrayType || target instanceof MapType;
  }

  private static Converter date(Schema schema, DataType target, String path) {
    ToLongFunction<Object> days = LogicalTypes.days(schema);
    if (target instanceof DateType) {
      return value -> Temporals.date(days.applyAsLong(value));
    }
    if (target instanceof StringType) {
      return value -> Temporals.dateText(days.applyAsLong(value));
    }
    throw mismatch(schema, target, path);
  }

  private static Converter timestamp(Schema schema, DataType target, String path) {
    ToLongFunction<Object> micros = LogicalTypes.micros(schema);
    if (target instanceof TimestampType || target instanceof TimestampNTZType) {
      return value -> Temporals.timestamp(micros.applyAsLong(value));
    }
    if (target instanceof StringType) {
      boolean instant = org.apache.kafka.connect.data.Timestamp.LOGICAL_NAME.equals(schema.name());
      return value -> Temporals.timestampText(micros.applyAsLong(value), instant);
    }
    throw mismatch(schema, target, path);
  }

  private static Converter time(Schema schema, DataType target, String path) {
    ToLongFunction<Object> nanos = LogicalTypes.nanos(schema);
    if (target instanceof StringType) {
      return value -> Temporals.timeText(nanos.applyAsLong(value));
    }
    if (target instanceof LongType) {
      return value -> Math.floorDiv(nanos.applyAsLong(value), 1000L);
    }
    throw mismatch(schema, target, path);
  }

  private static Converter variableScaleDecimal(Schema schema, DataType target, String path) {
    if (!(isWhole(target) || target instanceof DecimalType || target instanceof StringType)) {
      throw mismatch(schema, target, path);
    }
    Converter number = Untyped.primitive(target, path);
    return value -> {
      Struct struct = (Struct) value;
      Object unscaled = struct.get("value");
      Integer scale = struct.getInt32("scale");
      byte[] bytes = unscaled == null ? new byte[0] : Untyped.bytes(target, unscaled);
      if (bytes.length == 0 || scale == null) {
        throw new DataException(
            "a decimal of varying scale lacks its " + (scale == null ? "scale" : "value"));
      }
      return number.convert(new BigDecimal(new BigInteger(bytes), scale));
    };
  }

  private static Converter struct(Schema schema, DataType target, String path) {
    if (!(target instanceof StructType struct)) {
      throw mismatch(schema, target, path);
    }
    TypedStruct fields = new TypedStruct(schema, struct, path, field -> true);
    fields.checkNullable();
    return value -> {
      Object[] row = new Object[fields.size()];
      fields.fill((Struct) value, row);
      NotNull.check(fields.columns(), row, path);
      return row;
    };
  }

  private static Converter array(Schema schema, DataType target, String path) {
    if (!(target instanceof ArrayType array)) {
      throw mismatch(schema, target, path);
    }
    Elements elements =
        new Elements(
            to(schema.valueSchema(), array.getElementType(), path + ".element"),
            array.containsNull(),
            "an element");
    return value -> elements.list((List<?>) value);
  }

  private static Converter map(Schema schema, DataType target, String path) {
    if (!(target instanceof MapType map)) {
      throw mismatch(schema, target, path);
    }
    MapEntriesConverter entries =
        new MapEntriesConverter(
            to(schema.keySchema(), map.getKeyType(), path + ".key"),
            new Elements(
                to(schema.valueSchema(), map.getValueType(), path + ".value"),
                map.isValueContainsNull(),
                "a map's value"));
    return value -> entries.convert((Map<?, ?>) value);
  }

  private static DataException mismatch(Schema schema, DataType target, String path) {
    return new ColumnException(path, target, schema);
  }
}
