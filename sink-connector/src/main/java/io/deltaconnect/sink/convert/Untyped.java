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
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;

/** Converters for values without a schema: the column decides what a value means. */
@SuppressWarnings("JavaUtilDate") // how Connect represents its date and time types
public final class Untyped {
  private Untyped() {}

  /**
   * @param path of the column, for messages
   */
  public static Converter to(StructField column, String path) {
    return TextLength.of(column, to(column.getDataType(), path));
  }

  /** Likewise for a value that is not a column's, but an element's, say. */
  static Converter to(DataType target, String path) {
    if (target instanceof StructType struct) {
      UntypedStruct fields = new UntypedStruct(struct, path, name -> true);
      return value -> {
        if (!(value instanceof Map<?, ?> map)) {
          throw Errors.doesNotFit(target, value);
        }
        Object[] row = new Object[fields.size()];
        fields.fill(map, row);
        return row;
      };
    }
    if (target instanceof ArrayType array) {
      Elements elements =
          new Elements(
              to(array.getElementType(), path + ".element"), array.containsNull(), "an element");
      return value -> {
        if (!(value instanceof List<?> list)) {
          throw Errors.doesNotFit(target, value);
        }
        return elements.list(list);
      };
    }
    if (target instanceof MapType map) {
      MapEntriesConverter entries =
          new MapEntriesConverter(
              to(map.getKeyType(), path + ".key"),
              new Elements(
                  to(map.getValueType(), path + ".value"),
                  map.isValueContainsNull(),
                  "a map's value"));
      return value -> {
        if (!(value instanceof Map<?, ?> given)) {
          throw Errors.doesNotFit(target, value);
        }
        return entries.convert(given);
      };
    }
    return primitive(target, path);
  }

  /** Converters that look at a value's class only; typed plans use them too. */
  static Converter primitive(DataType target, String path) {
    if (target instanceof StringType) {
      return value -> text(target, value);
    }
    if (target instanceof LongType) {
      return value -> Numbers.whole(value, Long.MIN_VALUE, Long.MAX_VALUE, target);
    }
    if (target instanceof IntegerType) {
      return value -> (int) Numbers.whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, target);
    }
    if (target instanceof ShortType) {
      return value -> (short) Numbers.whole(value, Short.MIN_VALUE, Short.MAX_VALUE, target);
    }
    if (target instanceof ByteType) {
      return value -> (byte) Numbers.whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, target);
    }
    if (target instanceof DecimalType decimal) {
      return value -> Numbers.decimal(value, decimal);
    }
    if (target instanceof DoubleType) {
      return value -> Numbers.toDouble(value, target);
    }
    if (target instanceof FloatType) {
      return value -> Numbers.toFloat(value, target);
    }
    if (target instanceof BooleanType) {
      return value -> bool(target, value);
    }
    if (target instanceof BinaryType) {
      return value -> bytes(target, value);
    }
    if (target instanceof DateType) {
      return value -> date(target, value);
    }
    if (target instanceof TimestampType || target instanceof TimestampNTZType) {
      return value -> timestamp(target, value);
    }
    throw new DataException("column " + path + " has the type " + target + ", not supported here");
  }

  private static String text(DataType target, Object value) {
    if (value instanceof String s) {
      requireUnicode(target, s);
      return s;
    }
    if (value instanceof Number n) {
      return Numbers.text(n);
    }
    if (value instanceof Boolean) {
      return value.toString();
    }
    throw Errors.doesNotFit(target, value);
  }

  /** UTF-8 has no form for half a surrogate pair: written, texts that differ would be the same. */
  private static void requireUnicode(DataType target, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          throw Errors.doesNotFit(
              target, text, "half of a surrogate pair, \\u%04X, at %d".formatted((int) c, i));
        }
        i++;
      }
    }
  }

  private static Boolean bool(DataType target, Object value) {
    if (value instanceof Boolean b) {
      return b;
    }
    if (value instanceof String s) {
      if (s.equalsIgnoreCase("true")) {
        return true;
      }
      if (s.equalsIgnoreCase("false")) {
        return false;
      }
    }
    throw Errors.doesNotFit(target, value);
  }

  static byte[] bytes(DataType target, Object value) {
    if (value instanceof byte[] b) {
      return b;
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] b = new byte[buffer.remaining()];
      buffer.duplicate().get(b);
      return b;
    }
    if (value instanceof String s) {
      // What JsonConverter makes of bytes.
      try {
        return Base64.getDecoder().decode(s);
      } catch (IllegalArgumentException e) {
        throw new DataException("not base64: '" + Errors.shortened(s) + "'", e);
      }
    }
    throw Errors.doesNotFit(target, value);
  }

  private static Integer date(DataType target, Object value) {
    if (value instanceof String s) {
      return Temporals.parseDate(s);
    }
    if (value instanceof Date d) {
      return Temporals.date(Math.floorDiv(d.getTime(), 86_400_000L));
    }
    throw Errors.doesNotFit(target, value, "an ISO date is needed");
  }

  private static Long timestamp(DataType target, Object value) {
    if (value instanceof String s) {
      return Temporals.parseTimestamp(s);
    }
    if (value instanceof Date d) {
      return Temporals.millisToMicros(d.getTime());
    }
    throw Errors.doesNotFit(target, value, "an ISO date and time is needed");
  }
}
