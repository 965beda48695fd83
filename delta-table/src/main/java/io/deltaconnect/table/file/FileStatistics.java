package io.deltaconnect.table.file;

import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.statistics.DataFileStatistics;
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
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.api.Binary;

/**
 * The statistics JSON of a new file (Delta protocol, "Per-file Statistics"), from what parquet-mr
 * has gathered for the footer. Columns go by physical name.
 */
final class FileStatistics {
  private static final int STRING_PREFIX = 32;
  private static final long MICROS_PER_MILLI = 1000;

  /** The year 1 begins, and the last millisecond of 9999. */
  private static final long FIRST_MICROS = -62_135_596_800_000_000L;

  private static final long LAST_MICROS = 253_402_300_799_999_000L;

  private final StructType physicalSchema;
  private final List<StatisticsColumns.Leaf> leaves;

  /**
   * @param columns of the file, in the order of the table
   */
  FileStatistics(
      List<StructField> columns, ColumnMapping mapping, Map<String, String> tableProperties) {
    this.physicalSchema = physical(columns, mapping);
    this.leaves = StatisticsColumns.of(columns, mapping, tableProperties);
  }

  /** The JSON for a file with these row groups. */
  String json(List<BlockMetaData> blocks) {
    long rows = 0;
    Map<ColumnPath, Statistics<?>> merged = new HashMap<>();
    for (BlockMetaData block : blocks) {
      rows += block.getRowCount();
      for (ColumnChunkMetaData chunk : block.getColumns()) {
        Statistics<?> before = merged.putIfAbsent(chunk.getPath(), chunk.getStatistics().copy());
        if (before != null) {
          before.mergeStatistics(chunk.getStatistics());
        }
      }
    }
    Map<Column, Literal> min = new HashMap<>();
    Map<Column, Literal> max = new HashMap<>();
    Map<Column, Long> nulls = new HashMap<>();
    for (StatisticsColumns.Leaf leaf : leaves) {
      Statistics<?> stats = merged.get(ColumnPath.get(leaf.column().getNames()));
      nulls.put(leaf.column(), stats.getNumNulls());
      if (stats.hasNonNullValue() && bounded(stats)) {
        putIfKnown(min, leaf, minimum(stats.genericGetMin(), leaf.type()));
        putIfKnown(max, leaf, maximum(stats.genericGetMax(), leaf.type()));
      }
    }
    return new DataFileStatistics(rows, min, max, nulls, Optional.of(true))
        .serializeAsJson(physicalSchema);
  }

  private static void putIfKnown(
      Map<Column, Literal> values, StatisticsColumns.Leaf leaf, Literal value) {
    if (value != null) {
      values.put(leaf.column(), value);
    }
  }

  /** NaN sorts last in Parquet's order and nowhere in others: then the column has no bounds. */
  private static boolean bounded(Statistics<?> stats) {
    Object max = stats.genericGetMax();
    return !(max instanceof Double d && d.isNaN()) && !(max instanceof Float f && f.isNaN());
  }

  private static Literal minimum(Object value, DataType type) {
    if (type instanceof StringType) {
      return Literal.ofString(prefix(((Binary) value).toStringUsingUTF8()));
    }
    if (isTimestamp(type) && !isWritable((Long) value)) {
      return null;
    }
    if (value instanceof Double d && d == 0) {
      return Literal.ofDouble(-0.0);
    }
    if (value instanceof Float f && f == 0) {
      return Literal.ofFloat(-0.0f);
    }
    return exact(value, type);
  }

  private static Literal maximum(Object value, DataType type) {
    if (type instanceof StringType) {
      return Literal.ofString(upperBound(((Binary) value).toStringUsingUTF8()));
    }
    if (isTimestamp(type) && !isWritable((Long) value)) {
      return null;
    }
    if (type instanceof TimestampType) {
      return Literal.ofTimestamp(nextMilli((Long) value));
    }
    if (type instanceof TimestampNTZType) {
      return Literal.ofTimestampNtz(nextMilli((Long) value));
    }
    if (value instanceof Double d && d == 0) {
      return Literal.ofDouble(0.0);
    }
    if (value instanceof Float f && f == 0) {
      return Literal.ofFloat(0.0f);
    }
    return exact(value, type);
  }

  /** Null for types whose bounds the log does not keep. */
  private static Literal exact(Object value, DataType type) {
    if (type instanceof LongType) {
      return Literal.ofLong((Long) value);
    } else if (type instanceof IntegerType) {
      return Literal.ofInt((Integer) value);
    } else if (type instanceof ShortType) {
      return Literal.ofShort(((Integer) value).shortValue());
    } else if (type instanceof ByteType) {
      return Literal.ofByte(((Integer) value).byteValue());
    } else if (type instanceof DateType) {
      return Literal.ofDate((Integer) value);
    } else if (type instanceof DoubleType) {
      return Literal.ofDouble((Double) value);
    } else if (type instanceof FloatType) {
      return Literal.ofFloat((Float) value);
    } else if (type instanceof TimestampType) {
      return Literal.ofTimestamp((Long) value);
    } else if (type instanceof TimestampNTZType) {
      return Literal.ofTimestampNtz((Long) value);
    } else if (type instanceof DecimalType decimal) {
      return Literal.ofDecimal(
          decimal(value, decimal.getScale()), decimal.getPrecision(), decimal.getScale());
    }
    return null;
  }

  private static BigDecimal decimal(Object value, int scale) {
    return value instanceof Binary binary
        ? new BigDecimal(new BigInteger(binary.getBytes()), scale)
        : BigDecimal.valueOf(((Number) value).longValue(), scale);
  }

  private static boolean isTimestamp(DataType type) {
    return type instanceof TimestampType || type instanceof TimestampNTZType;
  }

  /**
   * Whether the log's form of timestamps, which has four digits and no sign for the year, has it.
   */
  private static boolean isWritable(long micros) {
    return micros >= FIRST_MICROS && micros <= LAST_MICROS;
  }

  /** The log keeps milliseconds and cuts the rest: a maximum must not be cut below its rows. */
  private static long nextMilli(long micros) {
    long floor = Math.floorDiv(micros, MICROS_PER_MILLI) * MICROS_PER_MILLI;
    return floor == micros ? micros : Math.addExact(floor, MICROS_PER_MILLI);
  }

  private static String prefix(String text) {
    return text.codePointCount(0, text.length()) <= STRING_PREFIX
        ? text
        : text.substring(0, text.offsetByCodePoints(0, STRING_PREFIX));
  }

  /** A prefix with the last code point behind it, so that it sorts after all that begin so. */
  private static String upperBound(String text) {
    if (text.codePointCount(0, text.length()) <= STRING_PREFIX) {
      return text;
    }
    int end = text.offsetByCodePoints(0, STRING_PREFIX);
    while (end < text.length() && text.codePointAt(end) == Character.MAX_CODE_POINT) {
      end += 2;
    }
    return end == text.length()
        ? text
        : text.substring(0, end) + Character.toString(Character.MAX_CODE_POINT);
  }

  private static StructType physical(List<StructField> fields, ColumnMapping mapping) {
    // Not StructType.add, which copies all fields before: tables of thousands of columns exist.
    List<StructField> physical = new ArrayList<>(fields.size());
    for (StructField field : fields) {
      DataType type = field.getDataType();
      physical.add(
          new StructField(
              mapping.physicalName(field),
              type instanceof StructType struct ? physical(struct.fields(), mapping) : type,
              field.isNullable()));
    }
    return new StructType(physical);
  }
}
