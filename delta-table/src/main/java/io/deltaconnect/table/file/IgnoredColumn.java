package io.deltaconnect.table.file;

import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.Type;

/** A field read only for what it tells about the struct around it. */
record IgnoredColumn(Type type) implements FileColumn {

  @Override
  public Type projection() {
    return type;
  }

  @Override
  public Converter converter(Consumer<Object> sink) {
    return converter(type);
  }

  private static Converter converter(Type type) {
    if (type.isPrimitive()) {
      return new PrimitiveConverter() {
        @Override
        public void addBinary(Binary value) {}

        @Override
        public void addBoolean(boolean value) {}

        @Override
        public void addDouble(double value) {}

        @Override
        public void addFloat(float value) {}

        @Override
        public void addInt(int value) {}

        @Override
        public void addLong(long value) {}
      };
    }
    return new GroupConverter() {
      @Override
      public Converter getConverter(int fieldIndex) {
        return converter(type.asGroupType().getType(fieldIndex));
      }

      @Override
      public void start() {}

      @Override
      public void end() {}
    };
  }
}
