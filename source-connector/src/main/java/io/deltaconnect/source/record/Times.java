package io.deltaconnect.source.record;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * How dates and timestamps are written. In rows they are days and microseconds since 1970.
 *
 * <pre>
 *               adaptive                    connect                isostring
 * date          Connect's Date              Connect's Date         2026-01-02
 * timestamp     Debezium's MicroTimestamp   Connect's Timestamp    2026-01-02T03:04:05.678901Z
 * timestamp_ntz Debezium's MicroTimestamp   Connect's Timestamp    2026-01-02T03:04:05.678901
 * </pre>
 *
 * Connect's Timestamp has milliseconds: finer digits are cut off toward the past.
 */
@SuppressWarnings("JavaUtilDate") // how Connect represents its date and time types
final class Times {
  private static final long MILLIS_PER_DAY = 86_400_000L;
  private static final long MICROS_PER_MILLI = 1_000L;
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final int NANOS_PER_MICRO = 1_000;

  private final TimePrecision precision;

  Times(TimePrecision precision) {
    this.precision = precision;
  }

  ConnectType date(boolean optional) {
    return precision == TimePrecision.ISOSTRING
        ? type(
            SchemaBuilder.string(),
            "date",
            optional,
            days -> LocalDate.ofEpochDay((Integer) days).toString())
        : type(
            org.apache.kafka.connect.data.Date.builder(),
            "date",
            optional,
            days -> new java.util.Date((Integer) days * MILLIS_PER_DAY));
  }

  ConnectType timestamp(boolean optional) {
    return precision == TimePrecision.ISOSTRING
        ? type(
            SchemaBuilder.string().name("io.debezium.time.ZonedTimestamp").version(1),
            "timestamp",
            optional,
            micros -> text(micros) + "Z")
        : number("timestamp", optional);
  }

  ConnectType timestampNtz(boolean optional) {
    return precision == TimePrecision.ISOSTRING
        ? type(SchemaBuilder.string(), "timestamp_ntz", optional, Times::text)
        : number("timestamp_ntz", optional);
  }

  private ConnectType number(String deltaType, boolean optional) {
    return precision == TimePrecision.ADAPTIVE
        ? type(
            SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").version(1),
            deltaType,
            optional,
            ValueConverter.SAME)
        : type(
            org.apache.kafka.connect.data.Timestamp.builder(),
            deltaType,
            optional,
            micros -> new java.util.Date(Math.floorDiv((Long) micros, MICROS_PER_MILLI)));
  }

  private static ConnectType type(
      SchemaBuilder schema, String deltaType, boolean optional, ValueConverter converter) {
    return new ConnectType(ConnectTypes.schema(schema, deltaType, optional), converter);
  }

  private static String text(Object micros) {
    long value = (Long) micros;
    int nanos = (int) Math.floorMod(value, MICROS_PER_SECOND) * NANOS_PER_MICRO;
    return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(value, MICROS_PER_SECOND), nanos, ZoneOffset.UTC));
  }
}
