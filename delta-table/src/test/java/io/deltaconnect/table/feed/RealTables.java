package io.deltaconnect.table.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.storage.Storage;
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
import java.util.stream.Stream;

/**
 * Delta tables that other writers made, and the rows an independent reader found in them; the
 * property {@code cases.dir} says where they are.
 */
final class RealTables {
  static final Storage STORAGE = Storage.of(Map.of());

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

  /** A copy that a test may change, with these replacements made in its log. */
  static Path copy(String name, Path target) throws IOException {
    Path source = table(name);
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(source.relativize(file).toString()));
      }
    }
    return target;
  }

  /** The rows of the newest version. */
  static List<TestRow> expectedSnapshot(String name, StructType schema) throws IOException {
    List<TestRow> rows = new ArrayList<>();
    for (JsonNode line : lines(name + ".snapshot.jsonl")) {
      rows.add(new TestRow(null, row(line, schema)));
    }
    return rows;
  }

  /** The change rows of one version. */
  static List<TestRow> expectedChanges(String name, long version, StructType schema)
      throws IOException {
    List<TestRow> rows = new ArrayList<>();
    for (JsonNode line : lines(name + ".cdf.jsonl")) {
      if (line.get("_commit_version").asLong() == version) {
        rows.add(new TestRow(line.get("_change_type").asText(), row(line.get("row"), schema)));
      }
    }
    return rows;
  }

  private static List<JsonNode> lines(String file) throws IOException {
    List<JsonNode> nodes = new ArrayList<>();
    for (String line : Files.readAllLines(casesDir().resolve("expected").resolve(file))) {
      nodes.add(JSON.readTree(line));
    }
    return nodes;
  }

  private static Object[] row(JsonNode node, StructType schema) {
    assertThat(node.size()).isEqualTo(schema.length());
    Object[] row = new Object[schema.length()];
    for (int i = 0; i < row.length; i++) {
      JsonNode value = node.get(schema.at(i).getName());
      row[i] = value.isNull() ? null : value(value, schema.at(i).getDataType());
    }
    return row;
  }

  /** Values of partition columns come as the strings of the log. */
  private static Object value(JsonNode node, DataType type) {
    if (type instanceof StructType struct) {
      return row(node, struct);
    }
    String text = node.asText();
    if (type instanceof StringType) {
      return text;
    } else if (type instanceof BooleanType) {
      return Boolean.valueOf(text);
    } else if (type instanceof ByteType) {
      return Byte.valueOf(text);
    } else if (type instanceof ShortType) {
      return Short.valueOf(text);
    } else if (type instanceof IntegerType) {
      return Integer.valueOf(text);
    } else if (type instanceof LongType) {
      return Long.valueOf(text);
    } else if (type instanceof FloatType) {
      return Float.valueOf(text);
    } else if (type instanceof DoubleType) {
      return Double.valueOf(text);
    } else if (type instanceof DecimalType decimal) {
      return new BigDecimal(text).setScale(decimal.getScale());
    } else if (type instanceof DateType) {
      return date(text);
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return micros(text);
    }
    throw new IllegalArgumentException("no values of type " + type + " are expected");
  }

  static int date(String text) {
    return (int) LocalDate.parse(text).toEpochDay();
  }

  /** Microseconds of a point in time written without zone, with a blank or a T. */
  static long micros(String text) {
    LocalDateTime time = LocalDateTime.parse(text.replace(' ', 'T'));
    return ChronoUnit.MICROS.between(LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), time);
  }
}
