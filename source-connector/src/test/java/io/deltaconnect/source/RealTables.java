package io.deltaconnect.source;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Delta tables that other writers made, and the rows an independent reader found in them; the
 * property {@code cases.dir} says where they are.
 */
final class RealTables {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RealTables() {}

  static Path table(String name) {
    return casesDir().resolve("tables").resolve(name);
  }

  private static Path casesDir() {
    String dir = System.getProperty("cases.dir", "");
    assumeFalse(dir.isEmpty(), "-Dcases.dir does not say where the real tables are");
    return Path.of(dir);
  }

  /** A copy that a test may change. */
  static Path copy(String name, Path target) throws IOException {
    Path source = table(name);
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(source.relativize(file).toString()));
      }
    }
    return target;
  }

  /** The rows of the newest version, as {@link #actual} writes the records. */
  static List<String> expectedSnapshot(String name, List<SourceRecord> records) throws IOException {
    List<String> rows = new ArrayList<>();
    for (JsonNode line : lines(name + ".snapshot.jsonl")) {
      rows.add("insert " + row(line, schema(records)));
    }
    return rows;
  }

  /** All changes, as {@link #actual} writes the records. */
  static List<String> expectedChanges(String name, List<SourceRecord> records) throws IOException {
    List<String> rows = new ArrayList<>();
    for (JsonNode line : lines(name + ".cdf.jsonl")) {
      long version = line.get("_commit_version").asLong();
      String type = line.get("_change_type").asText();
      rows.add("v" + version + " " + type + " " + row(line.get("row"), schema(records)));
    }
    return rows;
  }

  private static Schema schema(List<SourceRecord> records) {
    return records.isEmpty() ? null : records.get(0).valueSchema();
  }

  private static List<JsonNode> lines(String file) throws IOException {
    List<JsonNode> nodes = new ArrayList<>();
    for (String line : Files.readAllLines(casesDir().resolve("expected").resolve(file))) {
      nodes.add(JSON.readTree(line));
    }
    return nodes;
  }

  /** A record of the flat format as text: its change type and its columns by name. */
  static String actual(SourceRecord record, boolean withVersion) {
    Struct value = (Struct) record.value();
    Map<String, Object> columns = new TreeMap<>();
    for (Field field : value.schema().fields()) {
      if (!List.of("_change_type", "_commit_version", "_commit_timestamp").contains(field.name())) {
        columns.put(field.name(), plain(value.get(field)));
      }
    }
    String type = value.get("_change_type") + " " + columns;
    return withVersion ? "v" + value.get("_commit_version") + " " + type : type;
  }

  private static Object plain(Object value) {
    if (!(value instanceof Struct struct)) {
      return value;
    }
    Map<String, Object> fields = new TreeMap<>();
    struct.schema().fields().forEach(f -> fields.put(f.name(), plain(struct.get(f))));
    return fields;
  }

  /** The columns by name, in the types of the records. */
  private static Map<String, Object> row(JsonNode node, Schema schema) {
    Map<String, Object> columns = new TreeMap<>();
    node.fields()
        .forEachRemaining(
            field ->
                columns.put(
                    field.getKey(),
                    value(field.getValue(), schema.field(field.getKey()).schema())));
    return columns;
  }

  /** Values of partition columns come as the strings of the log. */
  private static Object value(JsonNode node, Schema schema) {
    if (node.isNull()) {
      return null;
    }
    String text = node.asText();
    return switch (schema.type()) {
      case STRUCT -> row(node, schema);
      case STRING -> text;
      case BOOLEAN -> Boolean.valueOf(text);
      case INT8 -> Byte.valueOf(text);
      case INT16 -> Short.valueOf(text);
      case INT32 ->
          schema.name() == null
              ? Integer.valueOf(text)
              : Date.toLogical(schema, (int) LocalDate.parse(text).toEpochDay());
      case INT64 -> schema.name() == null ? Long.valueOf(text) : Long.valueOf(micros(text));
      case FLOAT32 -> Float.valueOf(text);
      case FLOAT64 -> Double.valueOf(text);
      case BYTES ->
          new BigDecimal(text)
              .setScale(Integer.parseInt(schema.parameters().get(Decimal.SCALE_FIELD)));
      default -> throw new IllegalArgumentException("no values of " + schema + " are expected");
    };
  }

  private static long micros(String text) {
    LocalDateTime time = LocalDateTime.parse(text.replace(' ', 'T'));
    return ChronoUnit.MICROS.between(LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), time);
  }
}
