package io.deltaconnect.integration;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** Records of the source's flat format as Spark's rows are, in the form of {@link SparkRows}. */
final class PublishedRows {
  private static final String VERSION = "_commit_version";

  private PublishedRows() {}

  /** By version, in the order of the versions. */
  static Map<Long, List<Map<String, Object>>> byVersion(List<SourceRecord> records) {
    List<Map<String, Object>> rows = new ArrayList<>();
    records.forEach(record -> rows.add(plain((Struct) record.value())));
    return versions(rows);
  }

  /** Rows of a change feed by version. */
  static Map<Long, List<Map<String, Object>>> versions(List<Map<String, Object>> feed) {
    Map<Long, List<Map<String, Object>>> versions = new TreeMap<>();
    for (Map<String, Object> row : feed) {
      versions.computeIfAbsent((Long) row.get(VERSION), v -> new ArrayList<>()).add(row);
    }
    return versions;
  }

  static Map<String, Object> plain(Struct struct) {
    Map<String, Object> plain = new TreeMap<>();
    for (Field field : struct.schema().fields()) {
      plain.put(field.name(), value(field.schema(), struct.get(field)));
    }
    return plain;
  }

  private static Object value(Schema schema, Object value) {
    if (value == null) {
      return null;
    }
    return switch (schema.type()) {
      case STRUCT -> plain((Struct) value);
      case ARRAY -> {
        List<Object> list = new ArrayList<>();
        ((List<?>) value).forEach(element -> list.add(value(schema.valueSchema(), element)));
        yield list;
      }
      case MAP -> {
        Map<Object, Object> map = new HashMap<>();
        ((Map<?, ?>) value)
            .forEach(
                (k, v) -> map.put(value(schema.keySchema(), k), value(schema.valueSchema(), v)));
        yield map;
      }
      default -> scalar(schema.parameters().get("delta.type"), schema, value);
    };
  }

  private static Object scalar(String deltaType, Schema schema, Object value) {
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    } else if (value instanceof BigDecimal decimal) {
      return decimal.stripTrailingZeros();
    }
    return switch (deltaType) {
      case "date" -> LocalDate.ofEpochDay(Date.fromLogical(schema, (java.util.Date) value));
      case "timestamp" -> Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS);
      case "timestamp_ntz" ->
          LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC).plus((Long) value, ChronoUnit.MICROS);
      default -> value;
    };
  }
}
