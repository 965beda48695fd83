package io.deltaconnect.sink.convert;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;

/**
 * The Delta type that a column made for a value without a schema gets: whole numbers {@code long},
 * others {@code double}, text {@code string}, maps {@code struct}. A value that says nothing about
 * its type (null, an empty map or list) makes no column; a later record's value does.
 */
public final class InferredTypes {
  private InferredTypes() {}

  /**
   * @param path of the field, for messages
   * @return null if the value says nothing about its type
   */
  public static DataType of(Object value, String path) {
    if (value == null) {
      return null;
    }
    if (value instanceof Map<?, ?> map) {
      return struct(map, path);
    }
    if (value instanceof List<?> list) {
      return array(list, path);
    }
    if (value instanceof String) {
      return StringType.STRING;
    }
    if (value instanceof Boolean) {
      return BooleanType.BOOLEAN;
    }
    if (value instanceof Double || value instanceof Float) {
      return DoubleType.DOUBLE;
    }
    if (value instanceof BigDecimal decimal) {
      int scale = Math.max(decimal.scale(), 0);
      return new DecimalType(38, Math.min(scale, 38));
    }
    if (value instanceof Number) {
      return LongType.LONG;
    }
    if (value instanceof byte[] || value instanceof ByteBuffer) {
      return BinaryType.BINARY;
    }
    if (value instanceof Date) {
      return TimestampType.TIMESTAMP;
    }
    throw new DataException(
        "field '" + path + "' is a " + value.getClass().getName() + ", which has no Delta type");
  }

  /** Whether a value says something about its type: if not, no column is needed for it. */
  static boolean isTold(Object value) {
    if (value instanceof Map<?, ?> map) {
      return isAnyTold(map.values());
    }
    return value instanceof List<?> list ? isAnyTold(list) : value != null;
  }

  private static boolean isAnyTold(Collection<?> values) {
    for (Object value : values) {
      if (isTold(value)) {
        return true;
      }
    }
    return false;
  }

  private static StructType struct(Map<?, ?> map, String path) {
    List<StructField> fields = fields(map, path);
    return fields.isEmpty() ? null : new StructType(fields);
  }

  /** The fields of a map whose types can be told, in the map's order. */
  private static List<StructField> fields(Map<?, ?> map, String path) {
    List<StructField> fields = new ArrayList<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String name = String.valueOf(entry.getKey());
      DataType type = of(entry.getValue(), Errors.path(path, name));
      if (type != null) {
        fields.add(new StructField(name, type, true));
      }
    }
    return fields;
  }

  private static ArrayType array(List<?> list, String path) {
    DataType element = null;
    for (Object value : list) {
      DataType type = of(value, path + ".element");
      if (type != null) {
        element = element == null ? type : common(element, type, path);
      }
    }
    return element == null ? null : new ArrayType(element, true);
  }

  private static DataType common(DataType a, DataType b, String path) {
    if (a.equals(b)) {
      return a;
    }
    if (a instanceof StructType left && b instanceof StructType right) {
      return SchemaEvolution.extended(left, right);
    }
    if (a instanceof ArrayType left && b instanceof ArrayType right) {
      return new ArrayType(
          common(left.getElementType(), right.getElementType(), path + ".element"), true);
    }
    if (isNumber(a) && isNumber(b)) {
      return DoubleType.DOUBLE;
    }
    throw new DataException("the elements of '" + path + "' are both " + a + " and " + b);
  }

  private static boolean isNumber(DataType type) {
    return type instanceof LongType || type instanceof DoubleType;
  }
}
