package io.deltaconnect.integration;

import java.util.Random;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * SQL expressions for values of any type that depend on the row's column {@code id}, and are the
 * same whenever they are computed.
 */
final class SqlValues {
  /** Of all kinds that a table's column can have. */
  static final String[] TYPES = {
    "INT",
    "BIGINT",
    "SMALLINT",
    "TINYINT",
    "FLOAT",
    "DOUBLE",
    "DECIMAL(8,2)",
    "DECIMAL(30,5)",
    "STRING",
    "BOOLEAN",
    "BINARY",
    "DATE",
    "TIMESTAMP",
    "TIMESTAMP_NTZ",
    "STRUCT<a: INT, b: STRING>",
    "STRUCT<a: STRUCT<a: DOUBLE>, b: DATE>",
    "ARRAY<STRING>",
    "ARRAY<STRUCT<a: INT, b: STRING>>",
    "MAP<STRING, INT>",
    "MAP<INT, STRUCT<a: STRING, b: DECIMAL(8,2)>>"
  };

  static final String[] PARTITION_TYPES = {
    "STRING", "INT", "DATE", "BOOLEAN", "DECIMAL(8,2)", "TIMESTAMP", "TIMESTAMP_NTZ"
  };

  private static final String TEXTS =
      "'a', 'b c', '', 'x/y=1', 'Gr\u00fc\u00df%41', 'null', '\u20ac#?:'";

  private static final int PARTITIONS = 4;

  private final Random random;

  SqlValues(Random random) {
    this.random = random;
  }

  /**
   * @param few whether there are to be some different values only
   */
  String of(StructField field, boolean few) {
    return field.nullable()
        ? orNull(field.dataType(), few)
        : value(field.dataType(), few ? PARTITIONS : Integer.MAX_VALUE);
  }

  /** Rarely NULL. */
  private String orNull(DataType type, boolean few) {
    String value = value(type, few ? PARTITIONS : Integer.MAX_VALUE);
    return "IF(%s = 0, NULL, %s)".formatted(whole(8), value);
  }

  /** From 0 to below a limit. */
  private String whole(int limit) {
    return "pmod(hash(id, %d), %d)".formatted(random.nextInt(1000), limit);
  }

  private String value(DataType type, int limit) {
    if (type instanceof StructType struct) {
      return struct(struct);
    } else if (type instanceof ArrayType array) {
      DataType element = array.elementType();
      return "IF(%s = 0, array(), array(%s, %s))"
          .formatted(whole(4), orNull(element, false), orNull(element, false));
    } else if (type instanceof MapType map) {
      DataType value = map.valueType();
      return "map(CAST(1 AS %1$s), %2$s, CAST(20 AS %1$s), %3$s)"
          .formatted(map.keyType().sql(), orNull(value, false), orNull(value, false));
    }
    String number = whole(limit);
    String sql = type.sql();
    if (sql.startsWith("DECIMAL")) {
      return "CAST(%s / 8 AS %s)".formatted(whole(Math.min(limit, 100_000)), sql);
    }
    return switch (sql) {
      case "STRING" -> "element_at(array(%s), %s + 1)".formatted(TEXTS, whole(7));
      case "BOOLEAN" -> whole(2) + " = 1";
      case "BINARY" -> "CAST(CAST(%s AS STRING) AS BINARY)".formatted(number);
      case "FLOAT", "DOUBLE" -> "CAST(%s / 7 AS %s)".formatted(number, sql);
      case "DATE" -> "date_add(DATE'1969-12-30', %s)".formatted(whole(Math.min(limit, 5000)));
      case "TIMESTAMP" -> timestamp(number);
      case "TIMESTAMP_NTZ" -> "CAST(%s AS TIMESTAMP_NTZ)".formatted(timestamp(number));
      default -> "CAST(%s AS %s)".formatted(whole(Math.min(limit, 127)), sql);
    };
  }

  private static String timestamp(String number) {
    return "timestamp_micros(CAST(%s AS BIGINT) * 1000003 - 2000000)".formatted(number);
  }

  private String struct(StructType type) {
    StringBuilder fields = new StringBuilder();
    for (StructField field : type.fields()) {
      fields.append(fields.isEmpty() ? "" : ", ");
      fields.append("'%s', %s".formatted(field.name(), orNull(field.dataType(), false)));
    }
    return "named_struct(" + fields + ")";
  }
}
