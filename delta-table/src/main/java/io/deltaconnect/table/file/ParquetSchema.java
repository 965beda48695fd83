package io.deltaconnect.table.file;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

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
import io.deltaconnect.table.kernel.UnsupportedTableException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** The Parquet schema of files we write: the types that Spark writes for the same columns. */
final class ParquetSchema {
  private ParquetSchema() {}

  /** The schema of a file with these columns, the {@code _change_type} column last if wanted. */
  static MessageType of(List<StructField> columns, ColumnMapping mapping, boolean changeType) {
    List<Type> types = new ArrayList<>();
    for (StructField column : columns) {
      types.add(field(column, mapping, column.getName()));
    }
    if (changeType) {
      types.add(
          Types.optional(PrimitiveTypeName.BINARY)
              .as(stringType())
              .named(TableFileReader.CHANGE_TYPE));
    }
    return new MessageType("spark_schema", types);
  }

  private static Type field(StructField field, ColumnMapping mapping, String path) {
    Type type =
        type(
            field.getDataType(),
            field.isNullable() ? Repetition.OPTIONAL : Repetition.REQUIRED,
            mapping.physicalName(field),
            mapping,
            path);
    Integer id = mapping.fieldId(field);
    return id == null ? type : type.withId(id);
  }

  private static Type type(
      DataType type, Repetition repetition, String name, ColumnMapping mapping, String path) {
    if (type instanceof StructType struct) {
      if (struct.length() == 0) {
        throw new UnsupportedTableException(
            "column " + path + " is a struct without fields, which Parquet files cannot hold");
      }
      Types.GroupBuilder<org.apache.parquet.schema.GroupType> group = Types.buildGroup(repetition);
      for (StructField field : struct.fields()) {
        group.addField(field(field, mapping, path + "." + field.getName()));
      }
      return group.named(name);
    }
    if (type instanceof ArrayType array) {
      Repetition element = array.containsNull() ? Repetition.OPTIONAL : Repetition.REQUIRED;
      return Types.list(repetition)
          .element(type(array.getElementType(), element, "element", mapping, path + ".element"))
          .named(name);
    }
    if (type instanceof MapType map) {
      Repetition value = map.isValueContainsNull() ? Repetition.OPTIONAL : Repetition.REQUIRED;
      return Types.map(repetition)
          .key(type(map.getKeyType(), Repetition.REQUIRED, "key", mapping, path + ".key"))
          .value(type(map.getValueType(), value, "value", mapping, path + ".value"))
          .named(name);
    }
    return primitive(type, repetition, path).named(name);
  }

  private static Types.PrimitiveBuilder<org.apache.parquet.schema.PrimitiveType> primitive(
      DataType type, Repetition repetition, String path) {
    if (type instanceof BooleanType) {
      return Types.primitive(PrimitiveTypeName.BOOLEAN, repetition);
    } else if (type instanceof ByteType) {
      return Types.primitive(PrimitiveTypeName.INT32, repetition).as(intType(8, true));
    } else if (type instanceof ShortType) {
      return Types.primitive(PrimitiveTypeName.INT32, repetition).as(intType(16, true));
    } else if (type instanceof IntegerType) {
      return Types.primitive(PrimitiveTypeName.INT32, repetition);
    } else if (type instanceof LongType) {
      return Types.primitive(PrimitiveTypeName.INT64, repetition);
    } else if (type instanceof FloatType) {
      return Types.primitive(PrimitiveTypeName.FLOAT, repetition);
    } else if (type instanceof DoubleType) {
      return Types.primitive(PrimitiveTypeName.DOUBLE, repetition);
    } else if (type instanceof StringType) {
      return Types.primitive(PrimitiveTypeName.BINARY, repetition).as(stringType());
    } else if (type instanceof BinaryType) {
      return Types.primitive(PrimitiveTypeName.BINARY, repetition);
    } else if (type instanceof DateType) {
      return Types.primitive(PrimitiveTypeName.INT32, repetition).as(dateType());
    } else if (type instanceof TimestampType) {
      return Types.primitive(PrimitiveTypeName.INT64, repetition)
          .as(timestampType(true, TimeUnit.MICROS));
    } else if (type instanceof TimestampNTZType) {
      return Types.primitive(PrimitiveTypeName.INT64, repetition)
          .as(timestampType(false, TimeUnit.MICROS));
    } else if (type instanceof DecimalType decimal) {
      return decimal(decimal, repetition);
    }
    throw new UnsupportedTableException("column " + path + " has type " + type);
  }

  private static Types.PrimitiveBuilder<org.apache.parquet.schema.PrimitiveType> decimal(
      DecimalType type, Repetition repetition) {
    int precision = type.getPrecision();
    Types.PrimitiveBuilder<org.apache.parquet.schema.PrimitiveType> builder;
    if (precision <= 9) {
      builder = Types.primitive(PrimitiveTypeName.INT32, repetition);
    } else if (precision <= 18) {
      builder = Types.primitive(PrimitiveTypeName.INT64, repetition);
    } else {
      builder =
          Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
              .length(decimalBytes(precision));
    }
    return builder.as(decimalType(type.getScale(), precision));
  }

  /** The fewest bytes that hold every decimal of a precision in two's complement. */
  static int decimalBytes(int precision) {
    return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / 8 + 1;
  }
}
