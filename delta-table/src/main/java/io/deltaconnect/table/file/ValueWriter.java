package io.deltaconnect.table.file;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.row.MapEntries;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** Writes the values of one column, or of one part of a nested column. */
abstract class ValueWriter {
  private final String path;
  private final boolean nullable;

  private ValueWriter(String path, boolean nullable) {
    this.path = path;
    this.nullable = nullable;
  }

  /** Writes a value that is not null. */
  abstract void write(RecordConsumer out, Object value);

  /** Writes a field, or leaves it out if the value is null. */
  static void writeField(
      RecordConsumer out, String name, int index, ValueWriter writer, Object value) {
    if (value == null) {
      if (!writer.nullable) {
        throw new IllegalArgumentException("NULL in column " + writer.path + ", which is NOT NULL");
      }
      return;
    }
    out.startField(name, index);
    writer.write(out, value);
    out.endField(name, index);
  }

  /**
   * @param type of the field in the file
   * @param path logical name, for messages
   */
  static ValueWriter of(StructField field, Type type, String path) {
    return of(field.getDataType(), type, path, field.isNullable());
  }

  private static ValueWriter of(DataType dataType, Type type, String path, boolean nullable) {
    if (dataType instanceof StructType struct) {
      return new StructWriter(struct, type.asGroupType(), path, nullable);
    }
    if (dataType instanceof ArrayType array) {
      Type element = type.asGroupType().getType(0).asGroupType().getType(0);
      return new ListWriter(
          of(array.getElementType(), element, path + ".element", array.containsNull()),
          path,
          nullable);
    }
    if (dataType instanceof MapType map) {
      GroupType entry = type.asGroupType().getType(0).asGroupType();
      return new MapWriter(
          of(map.getKeyType(), entry.getType(0), path + ".key", false),
          of(map.getValueType(), entry.getType(1), path + ".value", map.isValueContainsNull()),
          path,
          nullable);
    }
    return scalar(dataType, type.asPrimitiveType(), path, nullable);
  }

  private static ValueWriter scalar(
      DataType dataType, PrimitiveType type, String path, boolean nullable) {
    if (dataType instanceof DecimalType decimal) {
      return new DecimalWriter(decimal, type.getPrimitiveTypeName(), path, nullable);
    } else if (dataType instanceof BooleanType) {
      return new ValueWriter(path, nullable) {
        @Override
        void write(RecordConsumer out, Object value) {
          out.addBoolean((Boolean) value);
        }
      };
    } else if (dataType instanceof FloatType) {
      return new ValueWriter(path, nullable) {
        @Override
        void write(RecordConsumer out, Object value) {
          out.addFloat((Float) value);
        }
      };
    } else if (dataType instanceof DoubleType) {
      return new ValueWriter(path, nullable) {
        @Override
        void write(RecordConsumer out, Object value) {
          out.addDouble((Double) value);
        }
      };
    } else if (dataType instanceof StringType) {
      return new ValueWriter(path, nullable) {
        @Override
        void write(RecordConsumer out, Object value) {
          // Not Binary.fromString, whose byte buffers cost more than the encoding.
          byte[] utf8 = ((String) value).getBytes(StandardCharsets.UTF_8);
          out.addBinary(Binary.fromConstantByteArray(utf8));
        }
      };
    } else if (dataType instanceof BinaryType) {
      return new ValueWriter(path, nullable) {
        @Override
        void write(RecordConsumer out, Object value) {
          out.addBinary(Binary.fromConstantByteArray((byte[]) value));
        }
      };
    } else if (type.getPrimitiveTypeName() == PrimitiveTypeName.INT32) {
      return new ValueWriter(path, nullable) {
        @Override
        void write(RecordConsumer out, Object value) {
          out.addInteger(((Number) value).intValue());
        }
      };
    }
    return new ValueWriter(path, nullable) {
      @Override
      void write(RecordConsumer out, Object value) {
        out.addLong((Long) value);
      }
    };
  }

  private static final class StructWriter extends ValueWriter {
    private final String[] names;
    private final ValueWriter[] fields;

    StructWriter(StructType struct, GroupType type, String path, boolean nullable) {
      super(path, nullable);
      names = new String[struct.length()];
      fields = new ValueWriter[struct.length()];
      for (int i = 0; i < fields.length; i++) {
        names[i] = type.getFieldName(i);
        StructField field = struct.at(i);
        fields[i] = of(field, type.getType(i), path + "." + field.getName());
      }
    }

    @Override
    void write(RecordConsumer out, Object value) {
      Object[] struct = (Object[]) value;
      out.startGroup();
      for (int i = 0; i < fields.length; i++) {
        writeField(out, names[i], i, fields[i], struct[i]);
      }
      out.endGroup();
    }
  }

  private static final class ListWriter extends ValueWriter {
    private final ValueWriter element;

    ListWriter(ValueWriter element, String path, boolean nullable) {
      super(path, nullable);
      this.element = element;
    }

    @Override
    void write(RecordConsumer out, Object value) {
      List<?> list = (List<?>) value;
      out.startGroup();
      if (!list.isEmpty()) {
        out.startField("list", 0);
        for (Object v : list) {
          out.startGroup();
          writeField(out, "element", 0, element, v);
          out.endGroup();
        }
        out.endField("list", 0);
      }
      out.endGroup();
    }
  }

  private static final class MapWriter extends ValueWriter {
    private final ValueWriter key;
    private final ValueWriter value;

    MapWriter(ValueWriter key, ValueWriter value, String path, boolean nullable) {
      super(path, nullable);
      this.key = key;
      this.value = value;
    }

    @Override
    void write(RecordConsumer out, Object map) {
      MapEntries entries = (MapEntries) map;
      out.startGroup();
      if (entries.keys().length > 0) {
        out.startField("key_value", 0);
        for (int i = 0; i < entries.keys().length; i++) {
          out.startGroup();
          writeField(out, "key", 0, key, entries.keys()[i]);
          writeField(out, "value", 1, value, entries.values()[i]);
          out.endGroup();
        }
        out.endField("key_value", 0);
      }
      out.endGroup();
    }
  }

  private static final class DecimalWriter extends ValueWriter {
    private final DecimalType type;
    private final PrimitiveTypeName stored;
    private final String path;
    private final int length;

    DecimalWriter(DecimalType type, PrimitiveTypeName stored, String path, boolean nullable) {
      super(path, nullable);
      this.type = type;
      this.stored = stored;
      this.path = path;
      this.length = ParquetSchema.decimalBytes(type.getPrecision());
    }

    @Override
    void write(RecordConsumer out, Object value) {
      BigDecimal decimal = (BigDecimal) value;
      if (decimal.scale() != type.getScale() || decimal.precision() > type.getPrecision()) {
        throw new IllegalArgumentException(
            decimal.toPlainString() + " does not fit column " + path + " of type " + type);
      }
      if (stored == PrimitiveTypeName.INT32) {
        out.addInteger(decimal.unscaledValue().intValueExact());
      } else if (stored == PrimitiveTypeName.INT64) {
        out.addLong(decimal.unscaledValue().longValueExact());
      } else {
        out.addBinary(Binary.fromConstantByteArray(fixed(decimal)));
      }
    }

    private byte[] fixed(BigDecimal decimal) {
      byte[] bytes = decimal.unscaledValue().toByteArray();
      if (bytes.length == length) {
        return bytes;
      }
      byte[] fixed = new byte[length];
      Arrays.fill(fixed, 0, length - bytes.length, (byte) (bytes[0] < 0 ? -1 : 0));
      System.arraycopy(bytes, 0, fixed, length - bytes.length, bytes.length);
      return fixed;
    }
  }
}
