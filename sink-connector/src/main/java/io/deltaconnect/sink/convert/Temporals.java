package io.deltaconnect.sink.convert;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import org.apache.kafka.connect.errors.DataException;

/**
 * Dates, timestamps and times as numbers and as ISO-8601 text. Years run from 1 to 9999, as in
 * Delta's readers; what lies outside is refused, never wrapped, and so are days that no month has:
 * the parsers would else take the last one that it has.
 */
final class Temporals {
  private static final long MIN_DAY = LocalDate.of(1, 1, 1).toEpochDay();
  private static final long MAX_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long MIN_MICROS = MIN_DAY * MICROS_PER_DAY;
  private static final long MAX_MICROS = (MAX_DAY + 1) * MICROS_PER_DAY - 1;

  /** A date and time with or without an offset; a blank may stand for the T. */
  private static final DateTimeFormatter DATE_TIME =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("['T'][' ']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalStart()
          .appendOffset("+HH:mm:ss", "Z")
          .optionalEnd()
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  /** A date; Debezium's ISO dates end in an offset, which says nothing. */
  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendOffset("+HH:mm:ss", "Z")
          .optionalEnd()
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  /** A time of day with or without an offset. */
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalStart()
          .appendOffset("+HH:mm:ss", "Z")
          .optionalEnd()
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private Temporals() {}

  static long millisToMicros(long millis) {
    if (millis < MIN_MICROS / 1000 || millis > MAX_MICROS / 1000) {
      throw outOfRange(millis + " milliseconds since 1970");
    }
    return millis * 1000;
  }

  static long microsToNanos(long micros) {
    try {
      return Math.multiplyExact(micros, 1000L);
    } catch (ArithmeticException e) {
      throw outOfRange(micros + " microseconds");
    }
  }

  static long millisToNanos(long millis) {
    try {
      return Math.multiplyExact(millis, 1_000_000L);
    } catch (ArithmeticException e) {
      throw outOfRange(millis + " milliseconds");
    }
  }

  /**
   * @return {@code days} as it is
   * @throws DataException if it lies outside the years 1 to 9999
   */
  static Integer date(long days) {
    if (days < MIN_DAY || days > MAX_DAY) {
      throw outOfRange(days + " days since 1970");
    }
    return (int) days;
  }

  /**
   * @return {@code micros} as it is
   * @throws DataException if it lies outside the years 1 to 9999
   */
  static Long timestamp(long micros) {
    if (micros < MIN_MICROS || micros > MAX_MICROS) {
      throw outOfRange(micros + " microseconds since 1970");
    }
    return micros;
  }

  static Integer parseDate(String text) {
    try {
      return date(LocalDate.from(DATE.parse(text.trim())).toEpochDay());
    } catch (DateTimeParseException e) {
      throw new DataException("not an ISO date: '" + Errors.shortened(text) + "'", e);
    }
  }

  /**
   * Microseconds of a date and time in text. Without an offset it is taken as UTC. Finer digits are
   * cut off toward the past.
   */
  static Long parseTimestamp(String text) {
    try {
      TemporalAccessor parsed =
          DATE_TIME.parseBest(text.trim(), OffsetDateTime::from, LocalDateTime::from);
      Instant instant =
          parsed instanceof OffsetDateTime zoned
              ? zoned.toInstant()
              : ((LocalDateTime) parsed).toInstant(ZoneOffset.UTC);
      return timestamp(
          Math.addExact(
              Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000L));
    } catch (DateTimeException | ArithmeticException e) {
      throw new DataException("not an ISO date and time: '" + Errors.shortened(text) + "'", e);
    }
  }

  /** Microseconds since midnight, in UTC if the text has an offset; finer digits are cut off. */
  static Long parseTime(String text) {
    try {
      TemporalAccessor parsed = TIME.parseBest(text.trim(), OffsetTime::from, LocalTime::from);
      LocalTime time =
          parsed instanceof OffsetTime zoned
              ? zoned.withOffsetSameInstant(ZoneOffset.UTC).toLocalTime()
              : (LocalTime) parsed;
      return time.toNanoOfDay() / 1000;
    } catch (DateTimeException e) {
      throw new DataException("not an ISO time of day: '" + Errors.shortened(text) + "'", e);
    }
  }

  static String dateText(long days) {
    return LocalDate.ofEpochDay(date(days)).toString();
  }

  /** ISO text of a timestamp, in UTC, with as many digits of a second as it has. */
  static String timestampText(long micros, boolean zoned) {
    long inRange = timestamp(micros);
    long second = Math.floorDiv(inRange, 1_000_000L);
    int micro = (int) Math.floorMod(inRange, 1_000_000L);
    LocalDateTime time = LocalDateTime.ofEpochSecond(second, micro * 1000, ZoneOffset.UTC);
    String text = DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
    return zoned ? text + "Z" : text;
  }

  /**
   * ISO text of a time of day, {@code 23:59:59.123456}. Databases' time types also hold spans: they
   * stay as they are, {@code -838:59:59}.
   */
  static String timeText(long nanos) {
    StringBuilder text = new StringBuilder(18);
    if (nanos < 0) {
      text.append('-');
    }
    long seconds = Math.abs(nanos / 1_000_000_000L);
    long fraction = Math.abs(nanos % 1_000_000_000L);
    twoDigits(text, seconds / 3600).append(':');
    twoDigits(text, seconds / 60 % 60).append(':');
    twoDigits(text, seconds % 60);
    if (fraction != 0) {
      String digits = Long.toString(1_000_000_000L + fraction).substring(1);
      int end = digits.length();
      while (digits.charAt(end - 1) == '0') {
        end--;
      }
      text.append('.').append(digits, 0, end);
    }
    return text.toString();
  }

  private static StringBuilder twoDigits(StringBuilder text, long n) {
    if (n < 10) {
      text.append('0');
    }
    return text.append(n);
  }

  private static DataException outOfRange(String what) {
    return new DataException(what + " lies outside the years 1 to 9999");
  }
}
