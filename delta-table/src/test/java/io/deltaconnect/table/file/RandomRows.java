package io.deltaconnect.table.file;

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
import io.deltaconnect.table.row.MapEntries;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random schemas and rows of them; the same seed gives the same. */
public final class RandomRows {
  private static final String[] TEXTS = {
    "", "a", "payment", "Grüße", "\u20ac", "\ud83d\ude00", "x".repeat(40), "\uffff\udbff\udfff"
  };

  private final Random random;

  public RandomRows(long seed) {
    random = new Random(seed);
  }

  public StructType schema(int columns, int depth) {
    StructType schema = new StructType();
    for (int i = 0; i < columns; i++) {
      schema = schema.add("c" + i, type(depth), random.nextInt(4) > 0);
    }
    return schema;
  }

  public DataType type(int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      return switch (random.nextInt(3)) {
        case 0 -> schema(1 + random.nextInt(3), depth - 1);
        case 1 -> new ArrayType(type(depth - 1), random.nextBoolean());
        default -> new MapType(scalar(), type(depth - 1), random.nextBoolean());
      };
    }
    return scalar();
  }

  public DataType scalar() {
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

  public List<Object[]> rows(StructType schema, int count) {
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(row(schema));
    }
    return rows;
  }

  public Object[] row(StructType schema) {
    Object[] row = new Object[schema.length()];
    for (int i = 0; i < row.length; i++) {
      StructField field = schema.at(i);
      row[i] = value(field.getDataType(), field.isNullable());
    }
    return row;
  }

  public Object value(DataType type, boolean nullable) {
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
      int n = random.nextInt(4);
      Object[] keys = new Object[n];
      Object[] values = new Object[n];
      for (int i = 0; i < n; i++) {
        keys[i] = value(map.getKeyType(), false);
        values[i] = value(map.getValueType(), map.isValueContainsNull());
      }
      return new MapEntries(keys, values);
    }
    return scalarValue(type);
  }

  private Object scalarValue(DataType type) {
    // Often from a small set, so that dictionaries and runs occur.
    boolean common = random.nextInt(3) > 0;
    if (type instanceof BooleanType) {
      return random.nextBoolean();
    } else if (type instanceof ByteType) {
      return (byte) random.nextInt();
    } else if (type instanceof ShortType) {
      return (short) random.nextInt();
    } else if (type instanceof IntegerType) {
      return common ? random.nextInt(5) - 2 : random.nextInt();
    } else if (type instanceof LongType) {
      return common ? random.nextInt(5) - 2L : random.nextLong();
    } else if (type instanceof FloatType) {
      return common ? random.nextInt(3) - 1f : Float.intBitsToFloat(random.nextInt());
    } else if (type instanceof DoubleType) {
      return common ? random.nextInt(3) - 1d : Double.longBitsToDouble(random.nextLong());
    } else if (type instanceof BinaryType) {
      byte[] bytes = new byte[random.nextInt(6)];
      random.nextBytes(bytes);
      return bytes;
    } else if (type instanceof DateType) {
      return random.nextInt(80_000) - 20_000;
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return random.nextLong() / 5000;
    } else if (type instanceof DecimalType decimal) {
      BigInteger unscaled =
          new BigInteger(130, random).mod(BigInteger.TEN.pow(decimal.getPrecision()));
      return new BigDecimal(
          random.nextBoolean() ? unscaled : unscaled.negate(), decimal.getScale());
    }
    return common ? TEXTS[random.nextInt(TEXTS.length)] : Long.toString(random.nextLong(), 36);
  }
}
