package io.deltaconnect.table.row;

import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.TimestampNTZType;
import java.math.BigDecimal;
import java.util.function.UnaryOperator;

/**
 * Changes of a column's type that keep every value (Delta protocol, "Type Widening"). Types that
 * hold other types do not widen; those inside them do.
 */
public final class TypeWidening {
  private static final int MAX_PRECISION = 38;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private TypeWidening() {}

  /** Whether a column of one type may become one of the other; a type does not widen to itself. */
  public static boolean widens(DataType from, DataType to) {
    if (to instanceof DecimalType wide) {
      return !from.equals(to) && holds(wide, asDecimal(from));
    }
    if (to instanceof DoubleType) {
      return from instanceof FloatType
          || (wholeBytes(from) > 0 && wholeBytes(from) <= Integer.BYTES);
    }
    if (to instanceof TimestampNTZType) {
      return from instanceof DateType;
    }
    return wholeBytes(from) > 0 && wholeBytes(from) < wholeBytes(to);
  }

  /**
   * The type a column needs to take values of another type as well.
   *
   * @param values their type; values of a decimal of more digits than the result has may not fit
   * @return the column's own type if it will do, null if it cannot widen to any that would
   */
  public static DataType common(DataType column, DataType values) {
    if (column.equals(values) || widens(values, column)) {
      return column;
    }
    if (widens(column, values)) {
      return values;
    }
    if (widens(column, DoubleType.DOUBLE) && widens(values, DoubleType.DOUBLE)) {
      return DoubleType.DOUBLE;
    }
    DecimalType left = asDecimal(column);
    DecimalType right = asDecimal(values);
    if (left == null || right == null) {
      return null;
    }
    int scale = Math.max(left.getScale(), right.getScale());
    int digits = Math.max(left.getPrecision() - left.getScale(), wholeDigits(right)) + scale;
    DecimalType common = new DecimalType(Math.min(digits, MAX_PRECISION), scale);
    return column.equals(common) || widens(column, common) ? common : null;
  }

  /**
   * Turns values of one type, never null, into the other.
   *
   * @throws IllegalArgumentException if the one does not widen to the other
   */
  public static UnaryOperator<Object> conversion(DataType from, DataType to) {
    if (!widens(from, to)) {
      throw new IllegalArgumentException(from + " does not widen to " + to);
    }
    if (to instanceof ShortType) {
      return value -> ((Number) value).shortValue();
    } else if (to instanceof IntegerType) {
      return value -> ((Number) value).intValue();
    } else if (to instanceof LongType) {
      return value -> ((Number) value).longValue();
    } else if (to instanceof DoubleType) {
      return value -> ((Number) value).doubleValue();
    } else if (to instanceof TimestampNTZType) {
      return value -> (Integer) value * MICROS_PER_DAY;
    }
    int scale = ((DecimalType) to).getScale();
    return value -> decimal(value).setScale(scale);
  }

  private static BigDecimal decimal(Object value) {
    return value instanceof BigDecimal decimal
        ? decimal
        : BigDecimal.valueOf(((Number) value).longValue());
  }

  private static boolean holds(DecimalType wide, DecimalType narrow) {
    return narrow != null
        && wide.getScale() >= narrow.getScale()
        && wholeDigits(wide) >= wholeDigits(narrow);
  }

  private static int wholeDigits(DecimalType type) {
    return type.getPrecision() - type.getScale();
  }

  /** The least decimal that the protocol lets a type become; null if it may not become one. */
  private static DecimalType asDecimal(DataType type) {
    if (type instanceof DecimalType decimal) {
      return decimal;
    }
    int bytes = wholeBytes(type);
    return bytes == 0 ? null : new DecimalType(bytes == Long.BYTES ? 20 : 10, 0);
  }

  /** Bytes of a type of whole numbers, 0 for others. */
  private static int wholeBytes(DataType type) {
    if (type instanceof ByteType) {
      return Byte.BYTES;
    } else if (type instanceof ShortType) {
      return Short.BYTES;
    } else if (type instanceof IntegerType) {
      return Integer.BYTES;
    }
    return type instanceof LongType ? Long.BYTES : 0;
  }
}
