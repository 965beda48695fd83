package io.deltaconnect.integration;

import io.deltaconnect.integration.InProcessSink.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every type with its awkward values, as data, nested, as key and as partition column, written by
 * the sink and judged by Spark: values, and that statistics and partition values let filters find
 * them. Spark is in another time zone than UTC, which no value may depend on.
 */
class TypeMatrixIT {
  private static final String TOPIC = "matrix";
  private static final int ROWS = 11;
  private static final String ID = "row_id";
  private static final String TIME_ZONE = "spark.sql.session.timeZone";
  private static final String CONSTRAINTS = "spark.sql.constraintPropagation.enabled";
  private static final String EXCLUDED = "spark.sql.optimizer.excludedRules";

  @TempDir private Path lake;
  private String timeZone;

  @BeforeEach
  void leaveUtc() {
    timeZone = Spark.session().conf().get(TIME_ZONE);
    Spark.session().conf().set(TIME_ZONE, "America/New_York");
    // Both take quadratic time, and the filters are on dozens of columns.
    Spark.session().conf().set(CONSTRAINTS, "false");
    Spark.session()
        .conf()
        .set(EXCLUDED, "org.apache.spark.sql.catalyst.optimizer.BooleanSimplification");
  }

  @AfterEach
  void backToUtc() {
    Spark.session().conf().set(TIME_ZONE, timeZone);
    Spark.session().conf().unset(CONSTRAINTS);
    Spark.session().conf().unset(EXCLUDED);
  }

  /** Deletion vectors with the sink's own types, rewritten files with the other ones. */
  private static String[] settings(boolean local, String... more) {
    List<String> settings = new ArrayList<>(Arrays.asList(more));
    settings.addAll(List.of("merge.strategy", local ? "copy_on_write" : "deletion_vectors"));
    settings.addAll(List.of("table.properties.delta.dataSkippingNumIndexedCols", "-1"));
    if (local) {
      settings.addAll(List.of("timestamp.mode", "ntz", "time.mode", "micros"));
      settings.addAll(List.of("variable.scale.decimal", "decimal(20,5)"));
    }
    return settings.toArray(new String[0]);
  }

  @ParameterizedTest(name = "timestamp_ntz and copy-on-write: {0}")
  @ValueSource(booleans = {false, true})
  void dataColumns(boolean local) {
    List<TypeMatrix.Column> columns = TypeMatrix.columns(local);
    Schema nested = struct(columns);
    SchemaBuilder builder = SchemaBuilder.struct();
    columns.forEach(column -> builder.field(column.name(), column.schema()));
    builder.field("s", nested);
    for (TypeMatrix.Column column : columns) {
      builder.field("a_" + column.name(), SchemaBuilder.array(column.schema()).optional().build());
      builder.field(
          "m_" + column.name(),
          SchemaBuilder.map(Schema.STRING_SCHEMA, column.schema()).optional().build());
    }
    Schema schema = builder.build();
    InProcessSink sink = new InProcessSink(lake, TOPIC, settings(local));
    List<Row> shifted = new ArrayList<>();
    Map<Integer, Map<String, Object>> expected = new TreeMap<>();
    for (int row = 0; row < ROWS; row++) {
      shifted.add(new Row(id(row), value(schema, columns, row + 1)));
      expected.put(row, expected(columns, row));
    }
    shifted.add(new Row(id(ROWS), new Struct(schema)));
    expected.put(ROWS, expectedNulls(columns));
    shifted.add(new Row(id(1000), value(schema, columns, 0)));
    sink.put(shifted);
    for (int row = 0; row < ROWS; row++) {
      sink.put(List.of(new Row(id(row), value(schema, columns, row))));
    }
    sink.put(List.of(new Row(id(1000), null)));
    sink.close();

    TypeMatrixJudge judge = new TypeMatrixJudge(lake.resolve(TOPIC), ID, expected);
    judge.rowsAndFeed(List.of(ID));
    List<String> filtered = columns.stream().map(TypeMatrix.Column::name).toList();
    judge.filters(filtered, filtered.stream().map(name -> "s." + name).toList());
    judge.skipsFiles(3, filtered);
  }

  private static Schema struct(List<TypeMatrix.Column> columns) {
    SchemaBuilder struct = SchemaBuilder.struct().optional();
    columns.forEach(column -> struct.field(column.name(), column.schema()));
    return struct.build();
  }

  private static Struct id(int row) {
    return new Struct(SchemaBuilder.struct().field(ID, Schema.INT32_SCHEMA).build()).put(ID, row);
  }

  private static Struct value(Schema schema, List<TypeMatrix.Column> columns, int row) {
    Struct value = new Struct(schema);
    Struct nested = new Struct(schema.field("s").schema());
    for (TypeMatrix.Column column : columns) {
      Object cell = column.cell(row).connect();
      value.put(column.name(), cell);
      nested.put(column.name(), cell);
      value.put("a_" + column.name(), Arrays.asList(cell, null, cell));
      Map<String, Object> map = new HashMap<>();
      map.put("k", cell);
      map.put("none", null);
      value.put("m_" + column.name(), map);
    }
    return value.put("s", nested);
  }

  private static Map<String, Object> expected(List<TypeMatrix.Column> columns, int row) {
    Map<String, Object> expected = new TreeMap<>();
    Map<String, Object> nested = new TreeMap<>();
    for (TypeMatrix.Column column : columns) {
      Object cell = column.cell(row).spark();
      expected.put(column.name(), cell);
      nested.put(column.name(), cell);
      expected.put("a_" + column.name(), Arrays.asList(cell, null, cell));
      Map<String, Object> map = new HashMap<>();
      map.put("k", cell);
      map.put("none", null);
      expected.put("m_" + column.name(), map);
    }
    expected.put("s", nested);
    expected.put(ID, row);
    return expected;
  }

  private static Map<String, Object> expectedNulls(List<TypeMatrix.Column> columns) {
    Map<String, Object> expected = expected(columns, 0);
    expected.replaceAll((name, value) -> null);
    expected.put(ID, ROWS);
    return expected;
  }

  @ParameterizedTest(name = "timestamp_ntz and copy-on-write: {0}")
  @ValueSource(booleans = {false, true})
  void keyColumns(boolean local) {
    keys(local, TypeMatrix.columns(local).stream().filter(TypeMatrix.Column::key).toList());
  }

  @ParameterizedTest(name = "timestamp_ntz and copy-on-write: {0}")
  @ValueSource(booleans = {false, true})
  void keyColumnsThatPartition(boolean local) {
    List<TypeMatrix.Column> columns =
        TypeMatrix.columns(local).stream()
            .filter(column -> column.key() && column.partition())
            .toList();
    keys(
        local,
        columns,
        "partition.by",
        String.join(",", columns.stream().map(TypeMatrix.Column::name).toList()));
  }

  /** Each row is one key, which is written, changed, and if its number is odd deleted. */
  private void keys(boolean local, List<TypeMatrix.Column> columns, String... settings) {
    SchemaBuilder builder = SchemaBuilder.struct().field(ID, Schema.INT32_SCHEMA);
    columns.forEach(column -> builder.field(column.name(), column.schema()));
    Schema keySchema = builder.build();
    Schema valueSchema = SchemaBuilder.struct().field("n", Schema.INT32_SCHEMA).build();
    InProcessSink sink = new InProcessSink(lake, TOPIC, settings(local, settings));
    Map<Integer, Map<String, Object>> expected = new TreeMap<>();
    List<Row> updates = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      Struct key = new Struct(keySchema).put(ID, row);
      Map<String, Object> known = new TreeMap<>();
      for (TypeMatrix.Column column : columns) {
        key.put(column.name(), column.cell(row).connect());
        known.put(column.name(), column.cell(row).spark());
      }
      sink.put(List.of(new Row(key, new Struct(valueSchema).put("n", 1))));
      updates.add(new Row(key, row % 2 == 1 ? null : new Struct(valueSchema).put("n", 2)));
      if (row % 2 == 0) {
        known.put(ID, row);
        known.put("n", 2);
        expected.put(row, known);
      }
    }
    sink.put(updates);
    sink.close();

    TypeMatrixJudge judge = new TypeMatrixJudge(lake.resolve(TOPIC), ID, expected);
    List<String> names = columns.stream().map(TypeMatrix.Column::name).toList();
    List<String> key = new ArrayList<>(names);
    key.add(ID);
    judge.rowsAndFeed(key);
    judge.filters(names);
  }

  @ParameterizedTest(name = "timestamp_ntz and copy-on-write: {0}")
  @ValueSource(booleans = {false, true})
  void partitionColumns(boolean local) {
    List<TypeMatrix.Column> columns =
        TypeMatrix.columns(local).stream().filter(TypeMatrix.Column::partition).toList();
    List<String> names = columns.stream().map(TypeMatrix.Column::name).toList();
    SchemaBuilder builder = SchemaBuilder.struct().field("n", Schema.INT32_SCHEMA);
    columns.forEach(column -> builder.field(column.name(), column.schema()));
    Schema schema = builder.build();
    InProcessSink sink =
        new InProcessSink(lake, TOPIC, settings(local, "partition.by", String.join(",", names)));
    Map<Integer, Map<String, Object>> expected = new TreeMap<>();
    List<Row> first = new ArrayList<>();
    List<Row> second = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      // Two thirds of the rows move to another partition.
      first.add(new Row(id(row), partitioned(schema, columns, row % 3 == 0 ? row : row + 1, 1)));
      second.add(new Row(id(row), partitioned(schema, columns, row, 2)));
      Map<String, Object> known = new TreeMap<>(Map.of(ID, row, "n", 2));
      for (TypeMatrix.Column column : columns) {
        known.put(column.name(), column.cell(row).spark());
      }
      expected.put(row, known);
    }
    first.add(new Row(id(ROWS), new Struct(schema).put("n", 1)));
    second.add(new Row(id(ROWS), new Struct(schema).put("n", 2)));
    Map<String, Object> nulls = new TreeMap<>(Map.of(ID, ROWS, "n", 2));
    names.forEach(name -> nulls.put(name, null));
    expected.put(ROWS, nulls);
    first.add(new Row(id(1000), partitioned(schema, columns, 0, 1)));
    second.add(new Row(id(1000), null));
    sink.put(first);
    sink.put(second);
    sink.close();

    TypeMatrixJudge judge = new TypeMatrixJudge(lake.resolve(TOPIC), ID, expected);
    judge.rowsAndFeed(List.of(ID));
    judge.filters(names);
  }

  private static Struct partitioned(
      Schema schema, List<TypeMatrix.Column> columns, int row, int n) {
    Struct value = new Struct(schema).put("n", n);
    for (TypeMatrix.Column column : columns) {
      value.put(column.name(), column.cell(row).connect());
    }
    return value;
  }

  /** Texts that paths, URIs, Hive's escaping or JSON could spoil. */
  private static List<String> awkwardTexts() {
    List<String> texts = new ArrayList<>();
    for (char c :
        "%/=: '\"\\\n\t\r\b\f\u0001\u001f\u007f#?{}[]^|&+*<>!$~`,;@.\u00e4".toCharArray()) {
      texts.add("a" + c + "b");
      texts.add(String.valueOf(c));
    }
    texts.addAll(
        List.of(
            "..",
            "...",
            " lead",
            "trail ",
            ".lead",
            "trail.",
            "%20",
            "%2F",
            "%",
            "a%",
            "a/b/c",
            "/",
            "//",
            "__HIVE_DEFAULT_PARTITION__",
            "null",
            "NULL",
            "\ud83d\ude00",
            "x".repeat(300),
            "p=1",
            "_delta_log",
            "a b=c/d%e",
            "\u00fc\u0308",
            "1",
            "01",
            "true"));
    return List.copyOf(new TreeSet<>(texts));
  }

  @ParameterizedTest(name = "key and copy-on-write: {0}")
  @ValueSource(booleans = {false, true})
  void awkwardPartitionTexts(boolean key) {
    List<String> texts = awkwardTexts();
    InProcessSink sink =
        new InProcessSink(
            lake,
            TOPIC,
            "partition.by",
            "p",
            "merge.strategy",
            key ? "copy_on_write" : "deletion_vectors");
    Map<Integer, Map<String, Object>> expected = new TreeMap<>();
    List<List<Row>> batches = List.of(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < texts.size(); i++) {
      boolean deleted = i % 7 == 3;
      for (int batch = 0; batch < 2; batch++) {
        // As data, every fourth text is another one first.
        String text = texts.get(!key && batch == 0 && i % 4 == 0 ? (i + 1) % texts.size() : i);
        batches.get(batch).add(text(key, i, text, batch, deleted && batch == 1));
      }
      if (!deleted) {
        expected.put(i, new TreeMap<>(Map.of(ID, i, "p", texts.get(i), "n", 1)));
      }
    }
    if (!key) {
      for (int i = 2000; i < 2002; i++) {
        String none = i == 2000 ? "" : null;
        batches.get(0).add(text(false, i, none, 0, false));
        batches.get(1).add(text(false, i, none, 1, false));
        Map<String, Object> row = new TreeMap<>(Map.of(ID, i, "n", 1));
        row.put("p", null);
        expected.put(i, row);
      }
    }
    batches.forEach(sink::put);
    sink.close();

    TypeMatrixJudge judge = new TypeMatrixJudge(lake.resolve(TOPIC), ID, expected);
    judge.rowsAndFeed(key ? List.of(ID, "p") : List.of(ID));
    judge.filtersAmong("p");
  }

  private static Row text(boolean key, int id, String text, int n, boolean delete) {
    Schema ids = Schema.INT32_SCHEMA;
    Schema texts = Schema.OPTIONAL_STRING_SCHEMA;
    Schema two = SchemaBuilder.struct().field(ID, ids).field("p", texts).build();
    Schema number = SchemaBuilder.struct().field("n", ids).build();
    Schema both = SchemaBuilder.struct().field("n", ids).field("p", texts).build();
    Struct row = key ? new Struct(number).put("n", n) : new Struct(both).put("n", n).put("p", text);
    return new Row(key ? new Struct(two).put(ID, id).put("p", text) : id(id), delete ? null : row);
  }
}
