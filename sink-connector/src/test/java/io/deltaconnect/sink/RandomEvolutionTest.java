package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.struct;
import static io.deltaconnect.sink.Records.structOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Records of many schemas, old and new ones mixed, with columns that come and grow, against a map
 * from key to numbers. Which records are bad is left to the sink, but whole numbers never are, and
 * what it takes it must keep as it is.
 */
class RandomEvolutionTest {
  private static final String[] COLUMNS = {"a", "b", "C", "w_1", "w_2"};

  @Property(tries = 25)
  void whatIsTakenStaysAsItIs(@ForAll long seed) throws IOException {
    Path lake = Files.createTempDirectory("evolution");
    try {
      check(lake, new Random(seed), "seed " + seed);
    } finally {
      delete(lake);
    }
  }

  private static void check(Path lake, Random random, String context) throws IOException {
    RealTaskFixture task =
        RealTaskFixture.in(
            lake,
            "auto.evolve",
            "widen",
            "merge.strategy",
            random.nextBoolean() ? "deletion_vectors" : "copy_on_write");
    task.worker.reporting = true;
    task.task.start(task.config);
    Map<Long, Map<String, BigDecimal>> model = new TreeMap<>();
    long offset = 0;
    for (int batch = 1 + random.nextInt(8); batch > 0; batch--) {
      List<SinkRecord> records = new ArrayList<>();
      List<Map<String, BigDecimal>> rows = new ArrayList<>();
      for (int i = 1 + random.nextInt(6); i > 0; i--) {
        Map<String, BigDecimal> row = new HashMap<>();
        records.add(record(offset++, random, row));
        rows.add(row);
      }
      task.task.put(records);
      for (int i = 0; i < rows.size(); i++) {
        SinkRecord record = records.get(i);
        boolean taken = !task.worker.reported.containsKey(record);
        Map<String, BigDecimal> row = rows.get(i);
        if (row.keySet().stream().allMatch(name -> name.startsWith("w"))) {
          assertThat(taken).as("%s, %s", context, task.worker.reported.get(record)).isTrue();
        }
        if (taken) {
          model.put(((Struct) record.key()).getInt64("id"), row);
        }
      }
      if (!model.isEmpty()) {
        assertThat(rows(task.table())).as(context).isEqualTo(model);
      }
    }
  }

  /** A record with some of the columns, and what they hold. */
  private static SinkRecord record(long offset, Random random, Map<String, BigDecimal> row) {
    List<Object> fields = new ArrayList<>();
    for (String name : COLUMNS) {
      if (random.nextInt(3) > 0) {
        continue;
      }
      int type = random.nextInt(name.startsWith("w") ? 4 : 6);
      Object value = number(type, random);
      Schema schema = schema(type, value);
      fields.addAll(Arrays.asList(random.nextBoolean() ? name : lower(name), schema));
      fields.add(value);
      row.put(lower(name), plain(value));
    }
    Struct key = structOf("id", Schema.INT64_SCHEMA, (long) random.nextInt(6));
    return struct(offset, key, structOf(fields.toArray()));
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static Object number(int type, Random random) {
    return switch (type) {
      case 0 -> (byte) random.nextInt();
      case 1 -> (short) random.nextInt();
      case 2 -> random.nextInt();
      case 3 -> random.nextLong() >> random.nextInt(64);
      case 4 -> random.nextInt(1000) / 8f;
      default -> new BigDecimal(new BigInteger(40, random), random.nextInt(6));
    };
  }

  private static Schema schema(int type, Object value) {
    return switch (type) {
      case 0 -> Schema.OPTIONAL_INT8_SCHEMA;
      case 1 -> Schema.OPTIONAL_INT16_SCHEMA;
      case 2 -> Schema.OPTIONAL_INT32_SCHEMA;
      case 3 -> Schema.OPTIONAL_INT64_SCHEMA;
      case 4 -> Schema.OPTIONAL_FLOAT32_SCHEMA;
      default ->
          Decimal.builder(((BigDecimal) value).scale())
              .parameter("connect.decimal.precision", "18")
              .optional()
              .build();
    };
  }

  private static BigDecimal plain(Object value) {
    // The text of a binary fraction has only so many digits as tell it from its neighbours.
    BigDecimal number =
        value instanceof Float || value instanceof Double
            ? new BigDecimal(((Number) value).doubleValue())
            : new BigDecimal(value.toString());
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }

  private static Map<Long, Map<String, BigDecimal>> rows(RealTable table) throws IOException {
    Map<Long, Map<String, BigDecimal>> rows = new TreeMap<>();
    for (Map<String, Object> row : table.rows()) {
      Map<String, BigDecimal> numbers = new HashMap<>();
      row.forEach((name, value) -> numbers.put(lower(name), plain(value)));
      numbers.remove("id");
      rows.put((Long) row.get("id"), numbers);
    }
    return rows;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
