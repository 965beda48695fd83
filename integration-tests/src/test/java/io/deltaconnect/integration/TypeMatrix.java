package io.deltaconnect.integration;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Every type that records can have, with values at its limits, ordinary and awkward ones, and what
 * Spark must read. Two flavours: timestamps and times of day as the sink makes them by default, or
 * as {@code timestamp_ntz} and microseconds.
 */
final class TypeMatrix {
  private static final String SMILE = "\ud83d\ude00";
  private static final String LAST = "\udbff\udfff";

  private final boolean local;
  private final List<Column> columns = new ArrayList<>();

  /**
   * @param connect the value in the record
   * @param spark the value that Spark reads, in the form of {@link SparkRows}
   */
  record Cell(Object connect, Object spark) {}

  /**
   * @param schema optional
   * @param cells no NULL among them
   */
  record Column(String name, Schema schema, boolean key, boolean partition, List<Cell> cells) {
    /** The cell of a row; there are as many rows as there may be. */
    Cell cell(int row) {
      return cells.get(Math.floorMod(row, cells.size()));
    }
  }

  private TypeMatrix(boolean local) {
    this.local = local;
    numbers();
    decimals();
    texts();
    columns.addAll(TypeMatrixTimes.columns(local));
  }

  static List<Column> columns(boolean local) {
    return new TypeMatrix(local).columns;
  }

  private void add(String name, Schema schema, Cell... cells) {
    columns.add(new Column(name, schema, true, true, List.of(cells)));
  }

  private void addFloating(String name, Schema schema, Cell... cells) {
    columns.add(new Column(name, schema, false, true, List.of(cells)));
  }

  private static Cell same(Object value) {
    return new Cell(value, value);
  }

  private void numbers() {
    add(
        "tiny",
        Schema.OPTIONAL_INT8_SCHEMA,
        same((byte) 0),
        same(Byte.MIN_VALUE),
        same(Byte.MAX_VALUE),
        same((byte) -1));
    add(
        "small",
        Schema.OPTIONAL_INT16_SCHEMA,
        same((short) 0),
        same(Short.MIN_VALUE),
        same(Short.MAX_VALUE),
        same((short) -1));
    add(
        "whole",
        Schema.OPTIONAL_INT32_SCHEMA,
        same(0),
        same(Integer.MIN_VALUE),
        same(Integer.MAX_VALUE),
        same(-1));
    add(
        "big",
        Schema.OPTIONAL_INT64_SCHEMA,
        same(0L),
        same(Long.MIN_VALUE),
        same(Long.MAX_VALUE),
        same((1L << 53) + 1),
        same(-1L));
    addFloating(
        "real",
        Schema.OPTIONAL_FLOAT32_SCHEMA,
        same(0.1f),
        same(-Float.MAX_VALUE),
        same(Float.MAX_VALUE),
        same(Float.MIN_VALUE),
        same(-0.0f),
        same(0.0f),
        same(Float.NaN),
        same(Float.POSITIVE_INFINITY),
        same(Float.NEGATIVE_INFINITY));
    addFloating(
        "dbl",
        Schema.OPTIONAL_FLOAT64_SCHEMA,
        same(0.1),
        same(-Double.MAX_VALUE),
        same(Double.MAX_VALUE),
        same(Double.MIN_VALUE),
        same(-0.0),
        same(0.0),
        same(Double.NaN),
        same(Double.POSITIVE_INFINITY),
        same(Double.NEGATIVE_INFINITY));
    add("flag", Schema.OPTIONAL_BOOLEAN_SCHEMA, same(true), same(false));
    add("year", named(SchemaBuilder.int32(), "io.debezium.time.Year"), same(2024), same(-1));
  }

  private void decimals() {
    decimal("dec9", 9, 2, "9999999.99", "-9999999.99", "0.01", "0.00", "-1.50");
    decimal("dec18", 18, 4, "99999999999999.9999", "-99999999999999.9999", "0.0001");
    decimal("dec38", 38, 0, "9".repeat(38), "-" + "9".repeat(38), "0", "9007199254740993");
    decimal("fraction", 38, 38, "0." + "9".repeat(38), "-0." + "9".repeat(38), "0." + zeros(37));
    Schema open = Decimal.builder(10).optional().build();
    add("dec", open, decimal("12345678901234567890.0123456789", 10), decimal("-1", 10));
    Schema variable =
        named(
            SchemaBuilder.struct()
                .field("scale", Schema.INT32_SCHEMA)
                .field("value", Schema.BYTES_SCHEMA),
            "io.debezium.data.VariableScaleDecimal");
    add(
        "variable",
        variable,
        variable(variable, "12.340", "12.34"),
        variable(variable, "-1E+3", "-1000"),
        variable(variable, "0.0000", "0"));
  }

  private static String zeros(int n) {
    return "0".repeat(n) + "1";
  }

  private void decimal(String name, int precision, int scale, String... values) {
    Schema schema =
        Decimal.builder(scale)
            .parameter("connect.decimal.precision", Integer.toString(precision))
            .optional()
            .build();
    List<Cell> cells = new ArrayList<>();
    for (String value : values) {
      cells.add(decimal(value, scale));
    }
    columns.add(new Column(name, schema, true, true, cells));
  }

  private static Cell decimal(String text, int scale) {
    BigDecimal value = new BigDecimal(text).setScale(scale);
    return new Cell(value, value.stripTrailingZeros());
  }

  private Cell variable(Schema schema, String text, String plain) {
    BigDecimal value = new BigDecimal(text);
    Struct struct =
        new Struct(schema)
            .put("scale", value.scale())
            .put("value", value.unscaledValue().toByteArray());
    return new Cell(struct, local ? new BigDecimal(plain).stripTrailingZeros() : plain);
  }

  private void texts() {
    String[] texts = {
      "a",
      " ",
      "plain text",
      "\u0000",
      "Gr\u00fc\u00dfe \u20ac " + SMILE,
      "x".repeat(31) + SMILE + "y",
      "x".repeat(32) + SMILE,
      SMILE.repeat(33),
      LAST.repeat(40),
      "\uffff" + LAST + "z".repeat(40),
      "x".repeat(5000)
    };
    List<Cell> cells = new ArrayList<>();
    for (String text : texts) {
      cells.add(same(text));
    }
    columns.add(new Column("text", Schema.OPTIONAL_STRING_SCHEMA, true, false, cells));
    columns.add(
        new Column(
            "bytes",
            Schema.OPTIONAL_BYTES_SCHEMA,
            true,
            false,
            List.of(
                bytes(new byte[] {0}),
                bytes(new byte[] {-1, -128, 127}),
                bytes(new byte[50]),
                bytes("text".getBytes(StandardCharsets.UTF_8)))));
    Schema bits = named(SchemaBuilder.bytes().parameter("length", "9"), "io.debezium.data.Bits");
    columns.add(
        new Column(
            "bits", bits, true, false, List.of(bytes(new byte[] {1, 1}), bytes(new byte[] {7}))));
    String uuid = "123e4567-e89b-12d3-a456-426614174000";
    add("uuid", named(SchemaBuilder.string(), "io.debezium.data.Uuid"), same(uuid));
    Schema json = named(SchemaBuilder.string(), "io.debezium.data.Json");
    add("json", json, same("{\"a\": [1, null]}"), same("null"));
    Schema choice =
        named(SchemaBuilder.string().parameter("allowed", "a,b"), "io.debezium.data.Enum");
    add("choice", choice, same("a"), same("b"));
    add("choices", named(SchemaBuilder.string(), "io.debezium.data.EnumSet"), same("a,b"));
    add("xml", named(SchemaBuilder.string(), "io.debezium.data.Xml"), same("<a b=\"c\"/>"));
  }

  private static Cell bytes(byte[] value) {
    return new Cell(value, ByteBuffer.wrap(value));
  }

  static Schema named(SchemaBuilder type, String name) {
    return type.name(name).optional().build();
  }
}
