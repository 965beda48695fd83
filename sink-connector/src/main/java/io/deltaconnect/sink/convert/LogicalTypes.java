package io.deltaconnect.sink.convert;

import java.util.Date;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.data.Schema;

/**
 * The logical types that give a Connect value its meaning: Connect's own, and Debezium's (its
 * documentation, "Data type mappings" of each connector).
 */
@SuppressWarnings("JavaUtilDate") // how Connect represents its date and time types
final class LogicalTypes {
  static final String VARIABLE_SCALE_DECIMAL = "io.debezium.data.VariableScaleDecimal";
  static final String DECIMAL = org.apache.kafka.connect.data.Decimal.LOGICAL_NAME;

  /** What a logical type says about a value. */
  enum Kind {
    /** Nothing beyond the Connect type. */
    NONE,
    DECIMAL,
    VARIABLE_SCALE_DECIMAL,
    DATE,
    /** A point in time, or a local date and time, as a number. */
    TIMESTAMP,
    /** Text that is a date. */
    DATE_TEXT,
    /** Text that is a local date and time. */
    TIMESTAMP_TEXT,
    /** Text that is a point in time. */
    ZONED_TIMESTAMP_TEXT,
    /** A time of day, or a span of time, as a number. */
    TIME,
    /** Text that is a time of day, perhaps with an offset. */
    TIME_TEXT
  }

  private LogicalTypes() {}

  /** What the schema's name says, if its type is one that such values have; else nothing. */
  static Kind kind(Schema schema) {
    Kind named = schema.name() == null ? Kind.NONE : named(schema.name());
    return isHeldBy(named, schema.type()) ? named : Kind.NONE;
  }

  // Transforms and converters of one's own change a type and leave the name.
  private static boolean isHeldBy(Kind kind, Schema.Type type) {
    return switch (kind) {
      case NONE -> true;
      case DECIMAL -> type == Schema.Type.BYTES;
      case VARIABLE_SCALE_DECIMAL -> type == Schema.Type.STRUCT;
      case DATE, TIMESTAMP, TIME -> type == Schema.Type.INT32 || type == Schema.Type.INT64;
      case DATE_TEXT, TIMESTAMP_TEXT, ZONED_TIMESTAMP_TEXT, TIME_TEXT -> type == Schema.Type.STRING;
    };
  }

  private static Kind named(String name) {
    return switch (name) {
      case DECIMAL -> Kind.DECIMAL;
      case VARIABLE_SCALE_DECIMAL -> Kind.VARIABLE_SCALE_DECIMAL;
      case org.apache.kafka.connect.data.Date.LOGICAL_NAME, "io.debezium.time.Date" -> Kind.DATE;
      case org.apache.kafka.connect.data.Timestamp.LOGICAL_NAME,
          "io.debezium.time.Timestamp",
          "io.debezium.time.MicroTimestamp",
          "io.debezium.time.NanoTimestamp" ->
          Kind.TIMESTAMP;
      case "io.debezium.time.IsoDate" -> Kind.DATE_TEXT;
      case "io.debezium.time.IsoTimestamp" -> Kind.TIMESTAMP_TEXT;
      case "io.debezium.time.ZonedTimestamp" -> Kind.ZONED_TIMESTAMP_TEXT;
      case org.apache.kafka.connect.data.Time.LOGICAL_NAME,
          "io.debezium.time.Time",
          "io.debezium.time.MicroTime",
          "io.debezium.time.NanoTime" ->
          Kind.TIME;
      case "io.debezium.time.ZonedTime", "io.debezium.time.IsoTime" -> Kind.TIME_TEXT;
      default -> Kind.NONE;
    };
  }

  /** Reads days since the epoch from a value of kind {@link Kind#DATE}. */
  static ToLongFunction<Object> days(Schema schema) {
    if (schema.name().equals(org.apache.kafka.connect.data.Date.LOGICAL_NAME)) {
      return value -> Math.floorDiv(((Date) value).getTime(), 86_400_000L);
    }
    return value -> ((Number) value).longValue();
  }

  /** Reads microseconds since the epoch from a value of kind {@link Kind#TIMESTAMP}. */
  static ToLongFunction<Object> micros(Schema schema) {
    return switch (schema.name()) {
      case org.apache.kafka.connect.data.Timestamp.LOGICAL_NAME ->
          value -> Temporals.millisToMicros(((Date) value).getTime());
      case "io.debezium.time.Timestamp" ->
          value -> Temporals.millisToMicros(((Number) value).longValue());
      case "io.debezium.time.NanoTimestamp" ->
          value -> Math.floorDiv(((Number) value).longValue(), 1000L);
      default -> value -> ((Number) value).longValue();
    };
  }

  /** Reads nanoseconds from a value of kind {@link Kind#TIME}. */
  static ToLongFunction<Object> nanos(Schema schema) {
    return switch (schema.name()) {
      case org.apache.kafka.connect.data.Time.LOGICAL_NAME ->
          value -> Temporals.millisToNanos(((Date) value).getTime());
      case "io.debezium.time.Time" ->
          value -> Temporals.millisToNanos(((Number) value).longValue());
      case "io.debezium.time.MicroTime" ->
          value -> Temporals.microsToNanos(((Number) value).longValue());
      default -> value -> ((Number) value).longValue();
    };
  }
}
