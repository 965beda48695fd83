package io.deltaconnect.integration;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.function.LongFunction;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/**
 * Every type that records can have, with values at its limits, ordinary and awkward ones, and what
 * Spark must read. Two flavours: timestamps and times of day as the sink makes them by default, or
 * as {@code timestamp_ntz} and microseconds.
 */
@SuppressWarnings("JavaUtilDate") // how Connect represents its date and time types
final class TypeMatrix {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
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
    days();
    timestamps();
    timesOfDay();
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

  private static Schema named(SchemaBuilder type, String name) {
    return type.name(name).optional().build();
  }

  private void days() {
    LocalDate[] days = {
      LocalDate.of(2024, 2, 29),
      LocalDate.of(1, 1, 1),
      LocalDate.of(9999, 12, 31),
      LocalDate.of(1582, 10, 10),
      LocalDate.EPOCH,
      LocalDate.EPOCH.minusDays(1)
    };
    List<Cell> connect = new ArrayList<>();
    List<Cell> debezium = new ArrayList<>();
    for (LocalDate day : days) {
      connect.add(new Cell(new Date(day.toEpochDay() * 86_400_000L), day));
      debezium.add(new Cell((int) day.toEpochDay(), day));
    }
    Schema date = org.apache.kafka.connect.data.Date.builder().optional().build();
    columns.add(new Column("day", date, true, true, connect));
    Schema ofDebezium = named(SchemaBuilder.int32(), "io.debezium.time.Date");
    columns.add(new Column("dday", ofDebezium, true, true, debezium));
  }

  private void timestamps() {
    long first = LocalDate.of(1, 1, 1).toEpochDay() * MICROS_PER_DAY;
    long last = LocalDate.of(9999, 12, 31).toEpochDay() * MICROS_PER_DAY + MICROS_PER_DAY - 1;
    long old = LocalDate.of(1883, 11, 18).toEpochDay() * MICROS_PER_DAY + 61_000_000L;
    long[] micros = {1_700_000_000_123_456L, first, last, -1, 0, old};
    Schema millis = Timestamp.builder().optional().build();
    instants("ts", millis, micros, 1_000, m -> new Date(Math.floorDiv(m, 1000L)));
    Schema debezium = named(SchemaBuilder.int64(), "io.debezium.time.Timestamp");
    instants("dts", debezium, micros, 1_000, m -> Math.floorDiv(m, 1000L));
    Schema micro = named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp");
    instants("mts", micro, micros, 1, m -> m);
    Schema nano = named(SchemaBuilder.int64(), "io.debezium.time.NanoTimestamp");
    long[] recent = {1_700_000_000_123_456L, -1, 0, old, -9_223_372_036_854_775L};
    instants("nts", nano, recent, 1, m -> m * 1000 + (m == 0 ? 999 : 0));
    Schema zoned = named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp");
    List<Cell> cells = new ArrayList<>();
    for (long m : micros) {
      Instant instant = Instant.EPOCH.plus(m, ChronoUnit.MICROS);
      cells.add(new Cell(instant.toString(), instant));
    }
    columns.add(new Column("zts", zoned, true, true, cells));
  }

  private void instants(
      String name, Schema schema, long[] micros, long unit, LongFunction<Object> connect) {
    List<Cell> cells = new ArrayList<>();
    for (long m : micros) {
      Instant instant = Instant.EPOCH.plus(Math.floorDiv(m, unit) * unit, ChronoUnit.MICROS);
      Object spark = local ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC) : instant;
      cells.add(new Cell(connect.apply(m), spark));
    }
    columns.add(new Column(name, schema, true, true, cells));
  }

  private void timesOfDay() {
    Schema time = Time.builder().optional().build();
    add(
        "time",
        time,
        time(new Date(0), "00:00:00", 0),
        time(new Date(86_399_999), "23:59:59.999", 86_399_999_000L));
    add(
        "dtime",
        named(SchemaBuilder.int32(), "io.debezium.time.Time"),
        time(45_296_700, "12:34:56.7", 45_296_700_000L));
    add(
        "mtime",
        named(SchemaBuilder.int64(), "io.debezium.time.MicroTime"),
        time(-3_020_399_000_001L, "-838:59:59.000001", -3_020_399_000_001L),
        time(3_020_399_000_000L, "838:59:59", 3_020_399_000_000L),
        time(86_400_000_000L, "24:00:00", 86_400_000_000L));
    add(
        "ntime",
        named(SchemaBuilder.int64(), "io.debezium.time.NanoTime"),
        time(45_296_123_456_789L, "12:34:56.123456789", 45_296_123_456L),
        time(-1L, "-00:00:00.000000001", -1L));
    add(
        "ztime",
        named(SchemaBuilder.string(), "io.debezium.time.ZonedTime"),
        time("12:34:56.5Z", "12:34:56.5Z", 45_296_500_000L),
        time("01:00:00+02:00", "01:00:00+02:00", 82_800_000_000L));
  }

  private Cell time(Object connect, String text, long micros) {
    return local ? new Cell(connect, micros) : new Cell(connect, text);
  }
}
