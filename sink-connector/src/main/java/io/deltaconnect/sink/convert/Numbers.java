package io.deltaconnect.sink.convert;

import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.kafka.connect.errors.DataException;

/** Numbers by value: whatever Java type they arrive in, they fit exactly or are refused. */
final class Numbers {
  private static final int MAX_TEXT_DIGITS = 10_000;

  private Numbers() {}

  /** A whole number between {@code min} and {@code max}. */
  static long whole(Object value, long min, long max, DataType expected) {
    long n;
    if (value instanceof Long || value instanceof Integer || value instanceof Short) {
      n = ((Number) value).longValue();
    } else if (value instanceof Byte b) {
      n = b;
    } else {
      try {
        n = exact(value, expected).longValueExact();
      } catch (ArithmeticException e) {
        throw Errors.doesNotFit(expected, value, "not a whole number of that size");
      }
    }
    if (n < min || n > max) {
      throw Errors.doesNotFit(expected, value, "out of range");
    }
    return n;
  }

  /** A decimal with exactly the type's scale. */
  static BigDecimal decimal(Object value, DecimalType expected) {
    BigDecimal exact = exact(value, expected);
    BigDecimal scaled;
    if (exact.scale() == expected.getScale()) {
      scaled = exact;
    } else {
      // Far exponents (1E+999999999) would be written out digit by digit otherwise.
      if ((long) exact.precision() - exact.scale() > 38) {
        throw Errors.doesNotFit(expected, value, "too many digits");
      }
      try {
        scaled = exact.setScale(expected.getScale());
      } catch (ArithmeticException e) {
        throw Errors.doesNotFit(expected, value, "it would have to be rounded");
      }
    }
    if (scaled.precision() > expected.getPrecision()) {
      throw Errors.doesNotFit(expected, value, "too many digits");
    }
    return scaled;
  }

  static Double toDouble(Object value, DataType expected) {
    if (value instanceof Double d) {
      return d;
    }
    if (value instanceof Float f) {
      return (double) f;
    }
    Double special = value instanceof String text ? special(text) : null;
    if (special != null) {
      return special;
    }
    BigDecimal exact = exact(value, expected);
    double d = exact.doubleValue();
    if (Double.isInfinite(d)) {
      throw Errors.doesNotFit(expected, value, "out of range");
    }
    // Text and decimals mean the nearest double; whole numbers must survive as they are.
    if (!(value instanceof String || value instanceof BigDecimal)
        && new BigDecimal(d).compareTo(exact) != 0) {
      throw Errors.doesNotFit(expected, value, "it would have to be rounded");
    }
    return d;
  }

  /**
   * What no number is, as JSON without schemas and databases write it, and Debezium with {@code
   * decimal.handling.mode=string}; null for all else.
   */
  private static Double special(String text) {
    return switch (text) {
      case "NaN", "NAN" -> Double.NaN;
      case "Infinity", "POSITIVE_INFINITY" -> Double.POSITIVE_INFINITY;
      case "-Infinity", "NEGATIVE_INFINITY" -> Double.NEGATIVE_INFINITY;
      default -> null;
    };
  }

  /** The nearest float: numbers without a schema arrive as doubles, whatever they were. */
  static Float toFloat(Object value, DataType expected) {
    if (value instanceof Float f) {
      return f;
    }
    double d = toDouble(value, expected);
    float f = (float) d;
    if (Float.isInfinite(f) && !Double.isInfinite(d)) {
      throw Errors.doesNotFit(expected, value, "out of range");
    }
    if (!(value instanceof Double || value instanceof String || value instanceof BigDecimal)
        && f != d) {
      throw Errors.doesNotFit(expected, value, "it would have to be rounded");
    }
    return f;
  }

  /** Plain text without an exponent and without trailing zeros: 15 for 15.0. */
  static String text(Number value) {
    if ((value instanceof Double d && !Double.isFinite(d))
        || (value instanceof Float f && !Float.isFinite(f))) {
      return value.toString();
    }
    if (value instanceof Double || value instanceof Float || value instanceof BigDecimal) {
      BigDecimal exact =
          value instanceof BigDecimal decimal ? decimal : new BigDecimal(value.toString());
      if (Math.abs((long) exact.scale()) > MAX_TEXT_DIGITS) {
        throw new DataException("a number of more than " + MAX_TEXT_DIGITS + " digits as text");
      }
      BigDecimal stripped = exact.signum() == 0 ? BigDecimal.ZERO : exact.stripTrailingZeros();
      return stripped.toPlainString();
    }
    return value.toString();
  }

  private static BigDecimal exact(Object value, DataType expected) {
    if (value instanceof BigDecimal d) {
      return d;
    }
    if (value instanceof BigInteger i) {
      return new BigDecimal(i);
    }
    if (value instanceof Float || value instanceof Double || value instanceof String) {
      // The shortest text of a float or double is the number that was meant.
      try {
        return new BigDecimal(value.toString().trim());
      } catch (NumberFormatException e) {
        throw new DataException(Errors.doesNotFit(expected, value).getMessage(), e);
      }
    }
    if (value instanceof Number n) {
      return BigDecimal.valueOf(n.longValue());
    }
    throw Errors.doesNotFit(expected, value);
  }
}
