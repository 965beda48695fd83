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
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.UnsupportedTableException;
import io.deltaconnect.table.row.CharType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Partition values as the log has them (Delta protocol, "Partition Value Serialization"). */
public final class PartitionValues {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");
  private static final DateTimeFormatter UTC_TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'");

  /**
   * Years after 9999 too, with a plus before them (Spark) or without (java.sql.Timestamp). Strict:
   * a day that no month has would else become the last one that it has.
   */
  private static final DateTimeFormatter DATE_READ =
      new DateTimeFormatterBuilder()
          .appendPattern("['+']")
          .appendValue(ChronoField.YEAR, 4, 10, SignStyle.NORMAL)
          .appendPattern("-MM-dd")
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);

  private static final DateTimeFormatter TIMESTAMP_READ =
      new DateTimeFormatterBuilder()
          .append(DATE_READ)
          .appendPattern("['T'][' ']HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);

  private PartitionValues() {}

  /** The serialized values of a row's partition columns, by physical name, in partition order. */
  public static Map<String, String> of(TableLayout layout, Object[] row) {
    ColumnMapping mapping = ColumnMapping.of(layout.properties());
    Map<String, String> values = new LinkedHashMap<>();
    for (String name : layout.partitionColumns()) {
      int ordinal = layout.schema().indexOf(name);
      StructField field = layout.schema().at(ordinal);
      values.put(mapping.physicalName(field), serialize(row[ordinal], field));
    }
    return values;
  }

  /**
   * The value that a file of the log has of a partition column. A name that a writer has put there
   * in another case than the schema's is the same name, as all of Delta's.
   *
   * @param values by physical name
   * @throws IllegalArgumentException naming the column, if the text is no value of its type
   */
  public static Object read(Map<String, String> values, StructField field, ColumnMapping mapping) {
    String name = mapping.physicalName(field);
    String text = values.get(name);
    if (text == null && !values.containsKey(name)) {
      String folded = name.toLowerCase(Locale.ROOT);
      for (Map.Entry<String, String> value : values.entrySet()) {
        if (value.getKey().toLowerCase(Locale.ROOT).equals(folded)) {
          text = value.getValue();
        }
      }
    }
    return parse(text, field);
  }

  /**
   * A value of a partition column from its text in the log.
   *
   * @param text null or empty is NULL
   * @throws IllegalArgumentException naming the column, if the text is no value of its type
   */
  public static Object parse(String text, StructField field) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    int length = CharType.length(field);
    if (length > 0) {
      return CharType.filled(text, length);
    }
    try {
      return parse(text, field.getDataType(), field.getName());
    } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no value of partition column " + describe(field), e);
    }
  }

  private static String serialize(Object value, StructField field) {
    if (value == null) {
      return null;
    }
    DataType type = field.getDataType();
    if (type instanceof DateType) {
      return LocalDate.ofEpochDay((Integer) value).toString();
    } else if (type instanceof TimestampType) {
      // The form without a zone is read in the reader's own.
      return UTC_TIMESTAMP.format(local((Long) value));
    } else if (type instanceof TimestampNTZType) {
      return TIMESTAMP.format(local((Long) value));
    } else if (type instanceof DecimalType) {
      return ((BigDecimal) value).toPlainString();
    } else if (type instanceof BinaryType) {
      return serializeBinary((byte[]) value, field);
    } else if (type instanceof StringType) {
      return ((String) value).isEmpty() ? null : (String) value;
    } else if (type.isNested()) {
      throw new UnsupportedTableException("partition column " + describe(field));
    }
    return value.toString();
  }

  private static LocalDateTime local(long micros) {
    return LocalDateTime.ofInstant(Instant.EPOCH.plus(micros, ChronoUnit.MICROS), ZoneOffset.UTC);
  }

  private static String serializeBinary(byte[] bytes, StructField field) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (!Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8))) {
      throw new IllegalArgumentException(
          "bytes that are not UTF-8 text cannot be a value of partition column " + describe(field));
    }
    return text.isEmpty() ? null : text;
  }

  private static Object parse(String text, DataType type, String name) {
    if (type instanceof StringType) {
      return text;
    } else if (type instanceof IntegerType) {
      return Integer.valueOf(text);
    } else if (type instanceof LongType) {
      return Long.valueOf(text);
    } else if (type instanceof ShortType) {
      return Short.valueOf(text);
    } else if (type instanceof ByteType) {
      return Byte.valueOf(text);
    } else if (type instanceof FloatType) {
      return Float.valueOf(number(text));
    } else if (type instanceof DoubleType) {
      return Double.valueOf(number(text));
    } else if (type instanceof BooleanType) {
      return bool(text);
    } else if (type instanceof DecimalType decimal) {
      return new BigDecimal(text).setScale(decimal.getScale());
    } else if (type instanceof DateType) {
      return Math.toIntExact(LocalDate.parse(text, DATE_READ).toEpochDay());
    } else if (type instanceof BinaryType) {
      return text.getBytes(StandardCharsets.UTF_8);
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      // Not ChronoUnit.MICROS.between: that counts nanoseconds, which end in the year 2262.
      Instant instant = instant(text);
      return Math.addExact(
          Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
    }
    throw new UnsupportedTableException("partition column " + name + " has type " + type);
  }

  /** As Java has it: Rust, and so delta-rs, writes infinities in its own way. */
  private static String number(String text) {
    return switch (text) {
      case "inf" -> "Infinity";
      case "-inf" -> "-Infinity";
      default -> text;
    };
  }

  private static Boolean bool(String text) {
    if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException("neither true nor false");
    }
    return Boolean.valueOf(text);
  }

  /** Also the ISO form with zone that the protocol allows, and a date that was widened. */
  private static Instant instant(String text) {
    if (text.endsWith("Z")) {
      return Instant.parse(text);
    }
    return text.indexOf(':') < 0
        ? LocalDate.parse(text, DATE_READ).atStartOfDay().toInstant(ZoneOffset.UTC)
        : LocalDateTime.parse(text, TIMESTAMP_READ).toInstant(ZoneOffset.UTC);
  }

  private static String describe(StructField field) {
    return field.getName() + " of type " + field.getDataType();
  }
}
