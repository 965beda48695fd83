package io.deltaconnect.table.file;

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
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Which stored types a column of a table type may have, and what their values mean: the types Spark
 * writes, the older ones (INT96, decimals as bytes, milliseconds), and the narrower ones that type
 * widening leaves behind (Delta protocol, "Type Widening").
 */
final class ScalarDecoders {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final int JULIAN_EPOCH_DAY = 2_440_588;

  private ScalarDecoders() {}

  /** The decoder for a table type over a stored type; null if that cannot be read right. */
  static ScalarDecoder of(DataType type, PrimitiveType stored) {
    PrimitiveTypeName name = stored.getPrimitiveTypeName();
    if (type instanceof StringType) {
      return name == PrimitiveTypeName.BINARY && !isDecimal(stored) ? STRING : null;
    } else if (type instanceof BinaryType) {
      return isBytes(name) && !isDecimal(stored) ? BYTES : null;
    } else if (type instanceof BooleanType) {
      return name == PrimitiveTypeName.BOOLEAN ? BOOLEAN : null;
    } else if (type instanceof FloatType) {
      return name == PrimitiveTypeName.FLOAT ? floating(false) : null;
    } else if (type instanceof DoubleType) {
      return isDouble(stored) ? floating(true) : null;
    } else if (type instanceof DateType) {
      return isDate(stored) ? ints(Integer::valueOf) : null;
    } else if (type instanceof TimestampType) {
      return timestamp(stored, true);
    } else if (type instanceof TimestampNTZType) {
      return isDate(stored) ? ints(v -> v * MICROS_PER_DAY) : timestamp(stored, false);
    } else if (type instanceof DecimalType decimal) {
      return decimal(decimal, stored);
    }
    return integer(type, stored);
  }

  /**
   * Whether the stored numbers or bytes are the table's values as they are: integers, days,
   * microseconds, unscaled decimals of the same scale, UTF-8, bytes.
   */
  static boolean identical(DataType type, PrimitiveType stored) {
    PrimitiveTypeName name = stored.getPrimitiveTypeName();
    if (type instanceof StringType || type instanceof BinaryType) {
      return name == PrimitiveTypeName.BINARY;
    } else if (type instanceof DateType) {
      return true;
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return stored.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation logical
          && logical.getUnit() == TimeUnit.MICROS;
    } else if (type instanceof DecimalType decimal) {
      return !isBytes(name)
          && stored.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation logical
          && logical.getScale() == decimal.getScale();
    }
    return integerBits(stored) != 0 && !(type instanceof DoubleType);
  }

  private static ScalarDecoder integer(DataType type, PrimitiveType stored) {
    int bits = integerBits(stored);
    if (type instanceof LongType) {
      return bits == 0 ? null : bits == 64 ? longs(Long::valueOf) : ints(Long::valueOf);
    }
    if (bits == 0 || bits > 32) {
      return null;
    } else if (type instanceof IntegerType) {
      return ints(Integer::valueOf);
    } else if (type instanceof ShortType && bits <= 16) {
      return ints(v -> (short) v);
    } else if (type instanceof ByteType && bits <= 8) {
      return ints(v -> (byte) v);
    } else if (stored.getLogicalTypeAnnotation() != null) {
      return null;
    } else if (type instanceof ShortType) {
      return ints(v -> narrow(v, Short.MIN_VALUE, Short.MAX_VALUE).shortValue());
    } else if (type instanceof ByteType) {
      return ints(v -> narrow(v, Byte.MIN_VALUE, Byte.MAX_VALUE).byteValue());
    }
    return null;
  }

  private static Integer narrow(int value, int min, int max) {
    if (value < min || value > max) {
      throw new ArithmeticException(value + " is out of range");
    }
    return value;
  }

  /** Bits of the integers that a stored type holds, 0 if it holds none (or unsigned 32, 64). */
  private static int integerBits(PrimitiveType stored) {
    int physical =
        switch (stored.getPrimitiveTypeName()) {
          case INT32 -> 32;
          case INT64 -> 64;
          default -> 0;
        };
    LogicalTypeAnnotation logical = stored.getLogicalTypeAnnotation();
    if (logical == null) {
      return physical;
    }
    if (!(logical instanceof IntLogicalTypeAnnotation integer)) {
      return 0;
    }
    if (integer.isSigned()) {
      return integer.getBitWidth();
    }
    return integer.getBitWidth() < physical ? Math.min(2 * integer.getBitWidth(), physical) : 0;
  }

  private static boolean isDouble(PrimitiveType stored) {
    return switch (stored.getPrimitiveTypeName()) {
      case DOUBLE, FLOAT -> true;
      case INT32 -> integerBits(stored) != 0;
      default -> false;
    };
  }

  private static boolean isDate(PrimitiveType stored) {
    return stored.getPrimitiveTypeName() == PrimitiveTypeName.INT32
        && stored.getLogicalTypeAnnotation() instanceof DateLogicalTypeAnnotation;
  }

  private static boolean isDecimal(PrimitiveType stored) {
    return stored.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation;
  }

  private static boolean isBytes(PrimitiveTypeName name) {
    return name == PrimitiveTypeName.BINARY || name == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
  }

  /**
   * A timestamp may be stored as one without a zone: delta-rs did so before it knew of
   * timestamp_ntz, and meant UTC, as Spark reads it.
   */
  private static ScalarDecoder timestamp(PrimitiveType stored, boolean utc) {
    if (stored.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
      return utc ? INT96 : null;
    }
    if (stored.getPrimitiveTypeName() != PrimitiveTypeName.INT64
        || !(stored.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation logical)
        || (logical.isAdjustedToUTC() && !utc)) {
      return null;
    }
    if (logical.getUnit() == TimeUnit.MICROS) {
      return longs(Long::valueOf);
    }
    return logical.getUnit() == TimeUnit.MILLIS ? longs(v -> Math.multiplyExact(v, 1000L)) : null;
  }

  private static ScalarDecoder decimal(DecimalType type, PrimitiveType stored) {
    int scale = type.getScale();
    if (!(stored.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation logical)) {
      int bits = integerBits(stored);
      int digits = bits == 64 ? 19 : bits == 32 ? 10 : bits == 16 ? 5 : 3;
      return bits != 0 && type.getPrecision() - scale >= digits
          ? new DecimalDecoder(0, scale)
          : null;
    }
    boolean fits =
        scale >= logical.getScale()
            && type.getPrecision() - scale >= logical.getPrecision() - logical.getScale();
    return fits ? new DecimalDecoder(logical.getScale(), scale) : null;
  }

  private static ScalarDecoder ints(IntFunction<Object> value) {
    return new ScalarDecoder() {
      @Override
      Object ofInt(int v) {
        return value.apply(v);
      }
    };
  }

  private static ScalarDecoder longs(LongFunction<Object> value) {
    return new ScalarDecoder() {
      @Override
      Object ofLong(long v) {
        return value.apply(v);
      }
    };
  }

  private static ScalarDecoder floating(boolean wide) {
    return new ScalarDecoder() {
      @Override
      Object ofFloat(float v) {
        if (wide) {
          return (double) v;
        }
        return v;
      }

      @Override
      Object ofDouble(double v) {
        return v;
      }

      @Override
      Object ofInt(int v) {
        return (double) v;
      }
    };
  }

  private static final ScalarDecoder BOOLEAN =
      new ScalarDecoder() {
        @Override
        Object ofBoolean(boolean v) {
          return v;
        }
      };

  private static final ScalarDecoder STRING =
      new ScalarDecoder() {
        @Override
        Object ofBytes(byte[] bytes, int offset, int length) {
          return new String(bytes, offset, length, StandardCharsets.UTF_8);
        }
      };

  private static final ScalarDecoder BYTES =
      new ScalarDecoder() {
        @Override
        Object ofBytes(byte[] bytes, int offset, int length) {
          return Arrays.copyOfRange(bytes, offset, offset + length);
        }
      };

  private static final ScalarDecoder INT96 =
      new ScalarDecoder() {
        @Override
        Object ofBytes(byte[] bytes, int offset, int length) {
          ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length).order(ByteOrder.LITTLE_ENDIAN);
          long nanos = buffer.getLong();
          long days = buffer.getInt() - (long) JULIAN_EPOCH_DAY;
          return Math.addExact(
              Math.multiplyExact(days, MICROS_PER_DAY), Math.floorDiv(nanos, 1000L));
        }
      };

  private static final class DecimalDecoder extends ScalarDecoder {
    private final int storedScale;
    private final int scale;

    DecimalDecoder(int storedScale, int scale) {
      this.storedScale = storedScale;
      this.scale = scale;
    }

    @Override
    Object ofInt(int value) {
      return BigDecimal.valueOf(value, storedScale).setScale(scale);
    }

    @Override
    Object ofLong(long value) {
      return BigDecimal.valueOf(value, storedScale).setScale(scale);
    }

    @Override
    Object ofBytes(byte[] bytes, int offset, int length) {
      return new BigDecimal(new BigInteger(bytes, offset, length), storedScale).setScale(scale);
    }
  }
}
