package io.deltaconnect.table.file;

import io.deltaconnect.table.row.CharType;
import java.util.function.Consumer;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** A column of one value per row. */
record ScalarColumn(PrimitiveType type, ScalarDecoder decoder) implements FileColumn {

  @Override
  public Type projection() {
    return type;
  }

  @Override
  public Converter converter(Consumer<Object> sink) {
    return new ScalarConverter(type, decoder, sink);
  }

  /** The same, of texts of {@code char(n)}. */
  ScalarColumn filled(int length) {
    ScalarDecoder filling =
        new ScalarDecoder() {
          @Override
          Object ofBytes(byte[] bytes, int offset, int size) {
            return CharType.filled((String) decoder.ofBytes(bytes, offset, size), length);
          }
        };
    return new ScalarColumn(type, filling);
  }

  /** The value of an entry of a dictionary. */
  static Object decode(Dictionary dictionary, int id, PrimitiveType type, ScalarDecoder decoder) {
    return switch (type.getPrimitiveTypeName()) {
      case INT32 -> decoder.ofInt(dictionary.decodeToInt(id));
      case INT64 -> decoder.ofLong(dictionary.decodeToLong(id));
      case FLOAT -> decoder.ofFloat(dictionary.decodeToFloat(id));
      case DOUBLE -> decoder.ofDouble(dictionary.decodeToDouble(id));
      case BOOLEAN -> decoder.ofBoolean(dictionary.decodeToBoolean(id));
      case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> {
        byte[] bytes = dictionary.decodeToBinary(id).getBytesUnsafe();
        yield decoder.ofBytes(bytes, 0, bytes.length);
      }
    };
  }

  private static final class ScalarConverter extends PrimitiveConverter {
    private final PrimitiveType type;
    private final ScalarDecoder decoder;
    private final Consumer<Object> sink;
    private Dictionary dictionary;
    private Object[] decoded;

    ScalarConverter(PrimitiveType type, ScalarDecoder decoder, Consumer<Object> sink) {
      this.type = type;
      this.decoder = decoder;
      this.sink = sink;
    }

    @Override
    public boolean hasDictionarySupport() {
      return true;
    }

    @Override
    public void setDictionary(Dictionary newDictionary) {
      dictionary = newDictionary;
      decoded = new Object[newDictionary.getMaxId() + 1];
    }

    @Override
    public void addValueFromDictionary(int id) {
      if (decoded[id] == null) {
        decoded[id] = decode(dictionary, id, type, decoder);
      }
      sink.accept(decoded[id]);
    }

    @Override
    public void addBinary(Binary value) {
      byte[] bytes = value.getBytesUnsafe();
      sink.accept(decoder.ofBytes(bytes, 0, bytes.length));
    }

    @Override
    public void addBoolean(boolean value) {
      sink.accept(decoder.ofBoolean(value));
    }

    @Override
    public void addDouble(double value) {
      sink.accept(decoder.ofDouble(value));
    }

    @Override
    public void addFloat(float value) {
      sink.accept(decoder.ofFloat(value));
    }

    @Override
    public void addInt(int value) {
      sink.accept(decoder.ofInt(value));
    }

    @Override
    public void addLong(long value) {
      sink.accept(decoder.ofLong(value));
    }
  }
}
