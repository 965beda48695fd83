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
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.row.MapEntries;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Random schemas with awkward names, and rows of them; the same seed gives the same. */
final class RandomRows {
  private static final String[] NAMES = {
    "a",
    "value",
    "key",
    "element",
    "Grüße",
    "1st ",
    "x.y",
    "a-b",
    "MapEntry",
    "_",
    "name with blanks"
  };
  private static final String[] TEXTS = {
    "",
    "a",
    "Grüße",
    "\u20ac",
    "\ud83d\ude00",
    "x".repeat(40),
    "\uffff\udbff\udfff",
    "\u0000",
    "\"\\"
  };
  private static final long[] MICROS = {
    0, -1, 999, 1_000, 253_402_300_799_999_999L, -62_135_596_800_000_000L, 951_782_400_000_000L
  };

  private final Random random;
  private final boolean finite;
  private final TimePrecision precision;

  /**
   * @param finite without NaN, infinities and -0.0
   * @param precision timestamps are of
   */
  RandomRows(long seed, boolean finite, TimePrecision precision) {
    this.random = new Random(seed);
    this.finite = finite;
    this.precision = precision;
  }

  StructType schema(int columns, int depth) {
    StructType schema = new StructType();
    for (int i = 0; i < columns; i++) {
      String name = NAMES[random.nextInt(NAMES.length)] + i;
      schema = schema.add(name, type(depth), random.nextInt(4) > 0);
    }
    return schema;
  }

  private DataType type(int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      return switch (random.nextInt(3)) {
        case 0 -> schema(1 + random.nextInt(3), depth - 1);
        case 1 -> new ArrayType(type(depth - 1), random.nextBoolean());
        default ->
            new MapType(
                random.nextInt(4) == 0 ? type(depth - 1) : scalar(),
                type(depth - 1),
                random.nextBoolean());
      };
    }
    return scalar();
  }

  private DataType scalar() {
    return switch (random.nextInt(13)) {
      case 0 -> BooleanType.BOOLEAN;
      case 1 -> ByteType.BYTE;
      case 2 -> ShortType.SHORT;
      case 3 -> IntegerType.INTEGER;
      case 4 -> LongType.LONG;
      case 5 -> FloatType.FLOAT;
      case 6 -> DoubleType.DOUBLE;
      case 7 -> BinaryType.BINARY;
      case 8 -> DateType.DATE;
      case 9 -> TimestampType.TIMESTAMP;
      case 10 -> TimestampNTZType.TIMESTAMP_NTZ;
      case 11 -> {
        int precision = 1 + random.nextInt(38);
        yield new DecimalType(precision, random.nextInt(precision + 1));
      }
      default -> StringType.STRING;
    };
  }

  Object[] row(StructType schema) {
    Object[] row = new Object[schema.length()];
    for (int i = 0; i < row.length; i++) {
      StructField field = schema.at(i);
      row[i] = value(field.getDataType(), field.isNullable());
    }
    return row;
  }

  private Object value(DataType type, boolean nullable) {
    if (nullable && random.nextInt(5) == 0) {
      return null;
    }
    if (type instanceof StructType struct) {
      return row(struct);
    } else if (type instanceof ArrayType array) {
      List<Object> list = new ArrayList<>();
      for (int n = random.nextInt(4); n > 0; n--) {
        list.add(value(array.getElementType(), array.containsNull()));
      }
      return list;
    } else if (type instanceof MapType map) {
      Set<Key> keys = new LinkedHashSet<>();
      for (int n = random.nextInt(4); n > 0; n--) {
        keys.add(new Key(value(map.getKeyType(), false)));
      }
      Object[] values = new Object[keys.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(map.getValueType(), map.isValueContainsNull());
      }
      return new MapEntries(keys.stream().map(key -> key.get(0)).toArray(), values);
    }
    return scalarValue(type);
  }

  private Object scalarValue(DataType type) {
    if (type instanceof BooleanType) {
      return random.nextBoolean();
    } else if (type instanceof ByteType) {
      return (byte) random.nextInt();
    } else if (type instanceof ShortType) {
      return (short) random.nextInt();
    } else if (type instanceof IntegerType) {
      return random.nextInt();
    } else if (type instanceof LongType) {
      return random.nextLong();
    } else if (type instanceof FloatType) {
      float f = Float.intBitsToFloat(random.nextInt());
      return finite && (!Float.isFinite(f) || f == 0) ? 1f : f;
    } else if (type instanceof DoubleType) {
      double d = Double.longBitsToDouble(random.nextLong());
      return finite && (!Double.isFinite(d) || d == 0) ? 1d : d;
    } else if (type instanceof BinaryType) {
      byte[] bytes = new byte[random.nextInt(6)];
      random.nextBytes(bytes);
      return bytes;
    } else if (type instanceof DateType) {
      return random.nextInt(80_000) - 20_000;
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return micros();
    } else if (type instanceof DecimalType decimal) {
      BigInteger unscaled =
          new BigInteger(130, random).mod(BigInteger.TEN.pow(decimal.getPrecision()));
      return new BigDecimal(
          random.nextBoolean() ? unscaled : unscaled.negate(), decimal.getScale());
    }
    return random.nextBoolean()
        ? TEXTS[random.nextInt(TEXTS.length)]
        : Long.toString(random.nextLong(), 36);
  }

  private long micros() {
    long micros =
        random.nextBoolean() ? MICROS[random.nextInt(MICROS.length)] : random.nextLong() / 5000;
    return precision == TimePrecision.CONNECT ? Math.floorDiv(micros, 1000L) * 1000 : micros;
  }
}
