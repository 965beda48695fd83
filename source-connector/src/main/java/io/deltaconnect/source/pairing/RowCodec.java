package io.deltaconnect.source.pairing;

import io.deltaconnect.table.row.MapEntries;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Values in the shapes of {@link io.deltaconnect.table.row} as bytes, each after a byte that says
 * which shape it has.
 */
final class RowCodec {
  private static final byte NULL = 0;
  private static final byte TRUE = 1;
  private static final byte FALSE = 2;
  private static final byte BYTE = 3;
  private static final byte SHORT = 4;
  private static final byte INTEGER = 5;
  private static final byte LONG = 6;
  private static final byte FLOAT = 7;
  private static final byte DOUBLE = 8;
  private static final byte DECIMAL = 9;
  private static final byte STRING = 10;
  private static final byte BINARY = 11;
  private static final byte STRUCT = 12;
  private static final byte ARRAY = 13;
  private static final byte MAP = 14;

  private RowCodec() {}

  static void write(Object value, DataOutput out) throws IOException {
    if (value == null) {
      out.writeByte(NULL);
    } else if (value instanceof String text) {
      out.writeByte(STRING);
      writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
    } else if (value instanceof Long n) {
      out.writeByte(LONG);
      out.writeLong(n);
    } else if (value instanceof Integer n) {
      out.writeByte(INTEGER);
      out.writeInt(n);
    } else if (value instanceof Double n) {
      out.writeByte(DOUBLE);
      out.writeLong(Double.doubleToRawLongBits(n));
    } else if (value instanceof BigDecimal n) {
      out.writeByte(DECIMAL);
      out.writeInt(n.scale());
      writeBytes(n.unscaledValue().toByteArray(), out);
    } else if (value instanceof Boolean b) {
      out.writeByte(b ? TRUE : FALSE);
    } else if (value instanceof byte[] bytes) {
      out.writeByte(BINARY);
      writeBytes(bytes, out);
    } else if (value instanceof Float n) {
      out.writeByte(FLOAT);
      out.writeInt(Float.floatToRawIntBits(n));
    } else if (value instanceof Short n) {
      out.writeByte(SHORT);
      out.writeShort(n);
    } else if (value instanceof Byte n) {
      out.writeByte(BYTE);
      out.writeByte(n);
    } else {
      writeNested(value, out);
    }
  }

  private static void writeNested(Object value, DataOutput out) throws IOException {
    if (value instanceof Object[] row) {
      out.writeByte(STRUCT);
      writeAll(row, out);
    } else if (value instanceof List<?> list) {
      out.writeByte(ARRAY);
      out.writeInt(list.size());
      for (Object element : list) {
        write(element, out);
      }
    } else if (value instanceof MapEntries map) {
      out.writeByte(MAP);
      writeAll(map.keys(), out);
      writeAll(map.values(), out);
    } else {
      throw new IllegalArgumentException("no value of a row: " + value.getClass());
    }
  }

  private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void writeAll(Object[] values, DataOutput out) throws IOException {
    out.writeInt(values.length);
    for (Object value : values) {
      write(value, out);
    }
  }

  static Object read(DataInput in) throws IOException {
    byte shape = in.readByte();
    return switch (shape) {
      case NULL -> null;
      case TRUE -> true;
      case FALSE -> false;
      case BYTE -> in.readByte();
      case SHORT -> in.readShort();
      case INTEGER -> in.readInt();
      case LONG -> in.readLong();
      case FLOAT -> Float.intBitsToFloat(in.readInt());
      case DOUBLE -> Double.longBitsToDouble(in.readLong());
      case DECIMAL -> {
        int scale = in.readInt();
        yield new BigDecimal(new BigInteger(readBytes(in)), scale);
      }
      case STRING -> new String(readBytes(in), StandardCharsets.UTF_8);
      case BINARY -> readBytes(in);
      case STRUCT -> readAll(in);
      case ARRAY -> readList(in);
      case MAP -> new MapEntries(readAll(in), readAll(in));
      default -> throw new IOException("not a value of a row: it begins with " + shape);
    };
  }

  private static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }

  private static List<Object> readList(DataInput in) throws IOException {
    int size = in.readInt();
    List<Object> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(read(in));
    }
    return list;
  }

  private static Object[] readAll(DataInput in) throws IOException {
    Object[] values = new Object[in.readInt()];
    for (int i = 0; i < values.length; i++) {
      values[i] = read(in);
    }
    return values;
  }
}
