package io.deltaconnect.source.config;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** A time as configuration writes it: ISO 8601, UTC where it has no zone, or milliseconds. */
final class PointInTime {
  static final Validator VALIDATOR =
      LambdaValidator.with(
          (key, value) -> {
            if (value != null && !value.toString().isBlank()) {
              parse(key, value.toString());
            }
          },
          () -> "2026-01-31T12:00:00Z, or milliseconds since 1970");

  private static final Pattern MILLISECONDS = Pattern.compile("-?[0-9]+");
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern ZONE = Pattern.compile(".*(Z|[+-][0-9]{2}(:?[0-9]{2})?)");

  private PointInTime() {}

  static Instant parse(String key, String given) {
    String text = given.trim().replaceFirst("^([0-9]{4}-[0-9]{2}-[0-9]{2}) ", "$1T");
    try {
      if (MILLISECONDS.matcher(text).matches()) {
        return Instant.ofEpochMilli(Long.parseLong(text));
      }
      if (DATE.matcher(text).matches()) {
        return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
      }
      return ZONE.matcher(text.substring(Math.min(text.length(), 10))).matches()
          ? OffsetDateTime.parse(text).toInstant()
          : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException | NumberFormatException e) {
      throw new ConfigException(
          key,
          given,
          "is not a time such as 2026-01-31T12:00:00Z, nor milliseconds since 1970 ("
              + e.getMessage()
              + ")");
    }
  }
}
