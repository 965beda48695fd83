package io.deltaconnect.sink.convert;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BasePrimitiveType;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** The Delta type that a column made for a Connect schema gets. */
public final class DeltaTypes {
  /** The schema parameter that names the Delta type outright; our source sets it. */
  static final String DELTA_TYPE_PARAMETER = "delta.type";

  /** The schema parameter by which converters pass on a decimal's precision. */
  static final String PRECISION_PARAMETER = "connect.decimal.precision";

  private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d+),\\s*(-?\\d+)\\)");

  private final TypeOptions options;
  private final Deque<Schema> enclosing = new ArrayDeque<>();

  private DeltaTypes(TypeOptions options) {
    this.options = options;
  }

  /**
   * @param path of the field, for messages
   * @throws DataException if Delta has no type for it: recursive or empty structs
   */
  public static DataType of(Schema schema, TypeOptions options, String path) {
    return new DeltaTypes(options).type(schema, path);
  }

  /** Whether a schema contains itself: nothing may walk such a schema unprepared. */
  public static boolean isRecursive(Schema schema) {
    return isRecursive(schema, new ArrayDeque<>());
  }

  private static boolean isRecursive(Schema schema, Deque<Schema> enclosing) {
    return switch (schema.type()) {
      case STRUCT -> {
        if (isIn(schema, enclosing)) {
          yield true;
        }
        enclosing.push(schema);
        boolean recursive = false;
        for (Field field : schema.fields()) {
          recursive = recursive || isRecursive(field.schema(), enclosing);
        }
        enclosing.pop();
        yield recursive;
      }
      case ARRAY -> isRecursive(schema.valueSchema(), enclosing);
      case MAP ->
          isRecursive(schema.keySchema(), enclosing)
              || isRecursive(schema.valueSchema(), enclosing);
      default -> false;
    };
  }

  private static boolean isIn(Schema struct, Deque<Schema> enclosing) {
    List<Field> fields = struct.fields();
    for (Schema outer : enclosing) {
      // Wrappers of one schema (optional, required) share its list of fields.
      if (outer == struct || (outer.fields() == fields && !fields.isEmpty())) {
        return true;
      }
    }
    return false;
  }

  /** The type named {@code decimal(p,s)}, null if the name is not of that form. */
  public static DecimalType decimal(String name) {
    Matcher matcher = DECIMAL.matcher(name);
    return matcher.matches()
        ? new DecimalType(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
        : null;
  }

  private DataType type(Schema schema, String path) {
    DataType declared = declared(schema, path);
    if (declared != null) {
      return declared;
    }
    return switch (LogicalTypes.kind(schema)) {
      case DECIMAL -> decimal(schema, path);
      case VARIABLE_SCALE_DECIMAL -> options.variableScaleDecimal();
      case DATE, DATE_TEXT -> DateType.DATE;
      case TIMESTAMP, TIMESTAMP_TEXT ->
          options.ntz() ? TimestampNTZType.TIMESTAMP_NTZ : TimestampType.TIMESTAMP;
      case ZONED_TIMESTAMP_TEXT -> TimestampType.TIMESTAMP;
      case TIME, TIME_TEXT -> options.timeAsMicros() ? LongType.LONG : StringType.STRING;
      case NONE -> plain(schema, path);
    };
  }

  private static DataType declared(Schema schema, String path) {
    Map<String, String> parameters = schema.parameters();
    String name = parameters == null ? null : parameters.get(DELTA_TYPE_PARAMETER);
    if (name == null) {
      return null;
    }
    try {
      DecimalType decimal = decimal(name);
      if (decimal != null) {
        return decimal;
      }
    } catch (IllegalArgumentException e) {
      throw new DataException(
          "field '" + path + "': schema parameter " + DELTA_TYPE_PARAMETER + " is " + name, e);
    }
    return BasePrimitiveType.isPrimitiveType(name) ? BasePrimitiveType.createPrimitive(name) : null;
  }

  private static DataType decimal(Schema schema, String path) {
    Map<String, String> parameters = schema.parameters();
    int scale = parameter(parameters, Decimal.SCALE_FIELD, 0, path);
    int precision = parameter(parameters, PRECISION_PARAMETER, 38, path);
    if (scale < 0) {
      precision = precision == 38 ? 38 : precision - scale;
      scale = 0;
    }
    precision = Math.max(precision, Math.max(scale, 1));
    if (precision > 38) {
      throw noType(path, "is a decimal of more than 38 digits");
    }
    return new DecimalType(precision, scale);
  }

  private static int parameter(
      Map<String, String> parameters, String name, int otherwise, String path) {
    String text = parameters == null ? null : parameters.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new DataException(
          "field '" + path + "': schema parameter " + name + " is not a number: " + text, e);
    }
  }

  private DataType plain(Schema schema, String path) {
    return switch (schema.type()) {
      case INT8 -> ByteType.BYTE;
      case INT16 -> ShortType.SHORT;
      case INT32 -> IntegerType.INTEGER;
      case INT64 -> LongType.LONG;
      case FLOAT32 -> FloatType.FLOAT;
      case FLOAT64 -> DoubleType.DOUBLE;
      case BOOLEAN -> BooleanType.BOOLEAN;
      case STRING -> StringType.STRING;
      case BYTES -> BinaryType.BINARY;
      case ARRAY -> new ArrayType(type(schema.valueSchema(), path + ".element"), true);
      case MAP ->
          new MapType(
              type(schema.keySchema(), path + ".key"),
              type(schema.valueSchema(), path + ".value"),
              true);
      case STRUCT -> struct(schema, path);
    };
  }

  private StructType struct(Schema schema, String path) {
    if (schema.fields().isEmpty()) {
      throw noType(path, "is a struct without fields");
    }
    if (isIn(schema, enclosing)) {
      throw noType(path, "has a schema that contains itself");
    }
    enclosing.push(schema);
    List<StructField> fields = new ArrayList<>();
    for (Field field : schema.fields()) {
      DataType type = type(field.schema(), Errors.path(path, field.name()));
      fields.add(new StructField(field.name(), type, true));
    }
    enclosing.pop();
    return new StructType(fields);
  }

  private static DataException noType(String path, String why) {
    return new DataException(
        "field '"
            + path
            + "' "
            + why
            + ": Delta has no such type; columns.exclude leaves its column out");
  }
}
