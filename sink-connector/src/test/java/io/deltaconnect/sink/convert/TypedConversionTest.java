package io.deltaconnect.sink.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.row.MapEntries;
import io.deltaconnect.table.row.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings("JavaUtilDate") // how Connect represents its date and time types
class TypedConversionTest {
  private static final TypeOptions DEFAULTS = new TypeOptions(false, false, StringType.STRING);
  private static final Schema VARIABLE_SCALE =
      SchemaBuilder.struct()
          .name("io.debezium.data.VariableScaleDecimal")
          .field("scale", Schema.INT32_SCHEMA)
          .field("value", Schema.BYTES_SCHEMA)
          .build();

  private static Schema int32(String name) {
    return SchemaBuilder.int32().name(name).build();
  }

  private static Schema int64(String name) {
    return SchemaBuilder.int64().name(name).build();
  }

  private static Schema string(String name) {
    return SchemaBuilder.string().name(name).build();
  }

  private static java.util.Date at(String instant) {
    return java.util.Date.from(Instant.parse(instant));
  }

  private static Struct variableScale(int scale, long unscaled) {
    return new Struct(VARIABLE_SCALE)
        .put("scale", scale)
        .put("value", BigInteger.valueOf(unscaled).toByteArray());
  }

  /** Schema, value, the type that a new column gets, the value it holds. */
  static Stream<Arguments> newColumns() {
    return Stream.of(
        arguments(Schema.INT8_SCHEMA, (byte) -128, ByteType.BYTE, (byte) -128),
        arguments(Schema.INT16_SCHEMA, (short) 300, ShortType.SHORT, (short) 300),
        arguments(Schema.INT32_SCHEMA, Integer.MIN_VALUE, IntegerType.INTEGER, Integer.MIN_VALUE),
        arguments(Schema.INT64_SCHEMA, Long.MAX_VALUE, LongType.LONG, Long.MAX_VALUE),
        arguments(Schema.FLOAT32_SCHEMA, 1.5f, FloatType.FLOAT, 1.5f),
        arguments(Schema.FLOAT32_SCHEMA, Float.NaN, FloatType.FLOAT, Float.NaN),
        arguments(Schema.FLOAT64_SCHEMA, -0.0, DoubleType.DOUBLE, -0.0),
        arguments(
            Schema.FLOAT64_SCHEMA,
            Double.NEGATIVE_INFINITY,
            DoubleType.DOUBLE,
            Double.NEGATIVE_INFINITY),
        arguments(Schema.BOOLEAN_SCHEMA, true, BooleanType.BOOLEAN, true),
        arguments(Schema.STRING_SCHEMA, "", StringType.STRING, ""),
        arguments(Schema.BYTES_SCHEMA, new byte[] {1, 2}, BinaryType.BINARY, new byte[] {1, 2}),
        arguments(
            Schema.BYTES_SCHEMA,
            ByteBuffer.wrap(new byte[] {9, 1, 2, 9}, 1, 2).slice(),
            BinaryType.BINARY,
            new byte[] {1, 2}),
        arguments(Decimal.schema(3), new BigDecimal("8.500"), new DecimalType(38, 3), dec("8.500")),
        arguments(
            Decimal.builder(2).parameter("connect.decimal.precision", "12").build(),
            new BigDecimal("-12.34"),
            new DecimalType(12, 2),
            dec("-12.34")),
        arguments(Decimal.schema(0), BigDecimal.ZERO, new DecimalType(38, 0), BigDecimal.ZERO),
        arguments(Decimal.schema(-2), new BigDecimal("12E+2"), new DecimalType(38, 0), dec("1200")),
        arguments(
            Decimal.builder(5).parameter("connect.decimal.precision", "3").build(),
            new BigDecimal("0.00123"),
            new DecimalType(5, 5),
            dec("0.00123")),
        arguments(Date.SCHEMA, at("1969-12-31T00:00:00Z"), DateType.DATE, -1),
        arguments(int32("io.debezium.time.Date"), 20_455, DateType.DATE, 20_455),
        arguments(string("io.debezium.time.IsoDate"), "2026-01-02Z", DateType.DATE, 20_455),
        arguments(
            Timestamp.SCHEMA, at("1969-12-31T23:59:59.999Z"), TimestampType.TIMESTAMP, -1_000L),
        arguments(int64("io.debezium.time.Timestamp"), 5L, TimestampType.TIMESTAMP, 5_000L),
        arguments(
            int64("io.debezium.time.MicroTimestamp"),
            1_690_366_967_048_491L,
            TimestampType.TIMESTAMP,
            1_690_366_967_048_491L),
        arguments(int64("io.debezium.time.NanoTimestamp"), -1L, TimestampType.TIMESTAMP, -1L),
        arguments(
            int64("io.debezium.time.NanoTimestamp"),
            Long.MAX_VALUE,
            TimestampType.TIMESTAMP,
            Long.MAX_VALUE / 1000),
        arguments(
            string("io.debezium.time.ZonedTimestamp"),
            "2026-01-02T03:04:05.123456+02:00",
            TimestampType.TIMESTAMP,
            1_767_315_845_123_456L),
        arguments(
            string("io.debezium.time.IsoTimestamp"),
            "2026-01-02T01:04:05.123456Z",
            TimestampType.TIMESTAMP,
            1_767_315_845_123_456L),
        arguments(Time.SCHEMA, at("1970-01-01T01:02:03.004Z"), StringType.STRING, "01:02:03.004"),
        arguments(int32("io.debezium.time.Time"), 0, StringType.STRING, "00:00:00"),
        arguments(
            int64("io.debezium.time.MicroTime"),
            -3_020_399_000_000L,
            StringType.STRING,
            "-838:59:59"),
        arguments(int64("io.debezium.time.MicroTime"), -1L, StringType.STRING, "-00:00:00.000001"),
        arguments(
            int64("io.debezium.time.NanoTime"),
            86_400_000_000_001L,
            StringType.STRING,
            "24:00:00.000000001"),
        arguments(
            string("io.debezium.time.ZonedTime"), "10:00:00Z", StringType.STRING, "10:00:00Z"),
        arguments(string("io.debezium.data.Uuid"), "a-b", StringType.STRING, "a-b"),
        arguments(string("io.debezium.data.Json"), "{}", StringType.STRING, "{}"),
        arguments(string("io.debezium.data.Enum"), "x", StringType.STRING, "x"),
        arguments(string("io.debezium.data.Xml"), "<a/>", StringType.STRING, "<a/>"),
        arguments(int32("io.debezium.time.Year"), 2026, IntegerType.INTEGER, 2026),
        arguments(
            SchemaBuilder.bytes().name("io.debezium.data.Bits").build(),
            new byte[] {5},
            BinaryType.BINARY,
            new byte[] {5}),
        arguments(VARIABLE_SCALE, variableScale(3, 21_300), StringType.STRING, "21.3"),
        arguments(VARIABLE_SCALE, variableScale(-2, 5), StringType.STRING, "500"),
        arguments(VARIABLE_SCALE, variableScale(1, 150), StringType.STRING, "15"),
        arguments(
            SchemaBuilder.array(Schema.OPTIONAL_INT32_SCHEMA).build(),
            Arrays.asList(1, null),
            new ArrayType(IntegerType.INTEGER, true),
            Arrays.asList(1, null)),
        arguments(
            SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT64_SCHEMA).build(),
            Map.of("a", 1L),
            new MapType(StringType.STRING, LongType.LONG, true),
            new MapEntries(new Object[] {"a"}, new Object[] {1L})));
  }

  private static BigDecimal dec(String text) {
    return new BigDecimal(text);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("newColumns")
  void newColumnHoldsTheValue(Schema schema, Object value, DataType type, Object expected) {
    assertThat(DeltaTypes.of(schema, DEFAULTS, "c")).isEqualTo(type);
    Object converted = Typed.to(schema, type, "c").convert(value);
    if (!(expected instanceof List)) {
      assertThat(converted).hasSameClassAs(expected);
    }
    assertThat(Values.same(converted, expected))
        .as("%s is %s", show(converted), show(expected))
        .isTrue();
    if (converted instanceof BigDecimal decimal) {
      assertThat(decimal.scale()).isEqualTo(((DecimalType) type).getScale());
    }
  }

  private static String show(Object value) {
    return Arrays.deepToString(new Object[] {value});
  }

  /** Schema, value, the type of a column that was there before, the value it holds. */
  static Stream<Arguments> oldColumns() {
    return Stream.of(
        arguments(Schema.INT64_SCHEMA, 7L, IntegerType.INTEGER, 7),
        arguments(Schema.INT32_SCHEMA, 7, ByteType.BYTE, (byte) 7),
        arguments(Schema.INT32_SCHEMA, 15, new DecimalType(10, 2), dec("15.00")),
        arguments(Schema.INT8_SCHEMA, (byte) 1, LongType.LONG, 1L),
        arguments(Schema.INT32_SCHEMA, 1, DoubleType.DOUBLE, 1.0),
        arguments(Schema.INT64_SCHEMA, 1L << 53, DoubleType.DOUBLE, 0x1p53),
        arguments(Schema.INT64_SCHEMA, 15L, StringType.STRING, "15"),
        arguments(Schema.FLOAT32_SCHEMA, 0.5f, DoubleType.DOUBLE, 0.5),
        arguments(Schema.FLOAT64_SCHEMA, 12.5, new DecimalType(5, 2), dec("12.50")),
        arguments(Schema.FLOAT64_SCHEMA, 15.0, StringType.STRING, "15"),
        arguments(Schema.BOOLEAN_SCHEMA, false, StringType.STRING, "false"),
        arguments(Decimal.schema(1), dec("15.0"), StringType.STRING, "15"),
        arguments(Decimal.schema(2), dec("0.00"), StringType.STRING, "0"),
        arguments(Decimal.schema(1), dec("15.0"), IntegerType.INTEGER, 15),
        arguments(Decimal.schema(3), dec("1.500"), new DecimalType(3, 1), dec("1.5")),
        arguments(Decimal.schema(0), dec("999"), new DecimalType(5, 2), dec("999.00")),
        arguments(Schema.STRING_SCHEMA, "12.50", new DecimalType(10, 2), dec("12.50")),
        arguments(Schema.STRING_SCHEMA, "2026-01-02", DateType.DATE, 20_455),
        arguments(Schema.STRING_SCHEMA, "1970-01-01 00:00:01", TimestampType.TIMESTAMP, 1_000_000L),
        arguments(
            Schema.STRING_SCHEMA,
            "1970-01-01T00:00:01Z",
            TimestampNTZType.TIMESTAMP_NTZ,
            1_000_000L),
        arguments(int64("io.debezium.time.MicroTimestamp"), 1L, TimestampNTZType.TIMESTAMP_NTZ, 1L),
        arguments(
            string("io.debezium.time.ZonedTime"), "01:00:00+02:00", LongType.LONG, 82_800_000_000L),
        arguments(
            string("io.debezium.time.IsoTime"), "12:34:56.1234567", LongType.LONG, 45_296_123_456L),
        arguments(
            int64("io.debezium.time.MicroTimestamp"),
            1L,
            StringType.STRING,
            "1970-01-01T00:00:00.000001"),
        arguments(
            Timestamp.SCHEMA,
            at("2026-01-02T00:00:00Z"),
            StringType.STRING,
            "2026-01-02T00:00:00Z"),
        arguments(int32("io.debezium.time.Date"), 0, StringType.STRING, "1970-01-01"),
        arguments(int64("io.debezium.time.NanoTime"), -1L, LongType.LONG, -1L),
        arguments(int32("io.debezium.time.Time"), 1, LongType.LONG, 1_000L),
        arguments(VARIABLE_SCALE, variableScale(1, 15), new DecimalType(4, 2), dec("1.50")),
        arguments(
            string("io.debezium.time.ZonedTimestamp"),
            "2026-01-02T03:04:05Z",
            StringType.STRING,
            "2026-01-02T03:04:05Z"));
  }

  @ParameterizedTest(name = "{0} {1} -> {2}")
  @MethodSource("oldColumns")
  void oldColumnHoldsTheValue(Schema schema, Object value, DataType column, Object expected) {
    assertThat(Typed.to(schema, column, "c").convert(value)).isEqualTo(expected);
  }

  /** Schema, value, column, part of the message. */
  static Stream<Arguments> unfit() {
    return Stream.of(
        arguments(Schema.INT64_SCHEMA, 1L << 31, IntegerType.INTEGER, "out of range"),
        arguments(Schema.INT32_SCHEMA, 128, ByteType.BYTE, "out of range"),
        arguments(Schema.INT64_SCHEMA, (1L << 53) + 1, DoubleType.DOUBLE, "rounded"),
        arguments(Schema.INT32_SCHEMA, 16_777_217, FloatType.FLOAT, "rounded"),
        arguments(Schema.INT32_SCHEMA, 1000, new DecimalType(4, 2), "too many digits"),
        arguments(Decimal.schema(3), dec("1.234"), new DecimalType(10, 2), "rounded"),
        arguments(Decimal.schema(0), dec("12345"), new DecimalType(4, 0), "too many digits"),
        arguments(Decimal.schema(1), dec("1.5"), IntegerType.INTEGER, "not a whole number"),
        arguments(Schema.FLOAT64_SCHEMA, Double.NaN, new DecimalType(4, 2), "expected Decimal"),
        arguments(Schema.STRING_SCHEMA, "abc", IntegerType.INTEGER, "expected integer"),
        arguments(Schema.STRING_SCHEMA, "maybe", BooleanType.BOOLEAN, "expected boolean"),
        arguments(Schema.STRING_SCHEMA, "2026-13-01", DateType.DATE, "not an ISO date"),
        arguments(Schema.STRING_SCHEMA, "10000-01-01T00:00:00Z", TimestampType.TIMESTAMP, "ISO"),
        arguments(string("io.debezium.time.ZonedTime"), "25:00:00Z", LongType.LONG, "ISO time"),
        arguments(string("io.debezium.time.ZonedTime"), "24:00:00Z", LongType.LONG, "ISO time"),
        arguments(string("io.debezium.time.IsoDate"), "2026-02-30Z", DateType.DATE, "ISO date"),
        arguments(
            string("io.debezium.time.ZonedTimestamp"),
            "2026-06-31T00:00:00Z",
            TimestampType.TIMESTAMP,
            "not an ISO date"),
        arguments(int64("io.debezium.time.Time"), 1L << 60, StringType.STRING, "milliseconds"),
        arguments(
            Time.SCHEMA, new java.util.Date(Long.MIN_VALUE), StringType.STRING, "milliseconds"),
        arguments(
            int64("io.debezium.time.MicroTimestamp"),
            9_223_372_036_825_200_000L,
            TimestampType.TIMESTAMP,
            "years 1 to 9999"),
        arguments(
            int64("io.debezium.time.MicroTimestamp"),
            -9_223_372_036_832_400_000L,
            TimestampType.TIMESTAMP,
            "years 1 to 9999"),
        arguments(
            int64("io.debezium.time.Timestamp"),
            Long.MAX_VALUE,
            TimestampType.TIMESTAMP,
            "years 1 to 9999"),
        arguments(
            int32("io.debezium.time.Date"), Integer.MAX_VALUE, DateType.DATE, "years 1 to 9999"),
        arguments(
            int64("io.debezium.time.MicroTime"), Long.MAX_VALUE, StringType.STRING, "microsec"));
  }

  @ParameterizedTest(name = "{0} {1} -> {2}")
  @MethodSource("unfit")
  void valueThatDoesNotFitIsRefused(Schema schema, Object value, DataType column, String why) {
    Converter converter = Typed.to(schema, column, "c");
    assertThatThrownBy(() -> converter.convert(value))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(why);
  }

  static Stream<Arguments> mismatches() {
    return Stream.of(
        arguments(Schema.FLOAT64_SCHEMA, FloatType.FLOAT),
        arguments(Schema.FLOAT64_SCHEMA, LongType.LONG),
        arguments(Schema.STRING_SCHEMA, BinaryType.BINARY),
        arguments(Schema.BYTES_SCHEMA, StringType.STRING),
        arguments(Schema.INT32_SCHEMA, DateType.DATE),
        arguments(Schema.INT64_SCHEMA, TimestampType.TIMESTAMP),
        arguments(Timestamp.SCHEMA, LongType.LONG),
        arguments(Timestamp.SCHEMA, DateType.DATE),
        arguments(Date.SCHEMA, TimestampType.TIMESTAMP),
        arguments(Decimal.schema(2), DoubleType.DOUBLE),
        arguments(SchemaBuilder.array(Schema.INT32_SCHEMA).build(), StringType.STRING),
        arguments(VARIABLE_SCALE, DoubleType.DOUBLE));
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @MethodSource("mismatches")
  void typesThatDoNotFitAreRefusedOnceForTheSchema(Schema schema, DataType column) {
    assertThatThrownBy(() -> Typed.to(schema, column, "c"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("column c is " + column);
  }

  @Test
  void timestampsAndTimesFollowTheOptions() {
    TypeOptions options = new TypeOptions(true, true, new DecimalType(20, 4));

    assertThat(DeltaTypes.of(Timestamp.SCHEMA, options, "c"))
        .isEqualTo(TimestampNTZType.TIMESTAMP_NTZ);
    assertThat(DeltaTypes.of(int64("io.debezium.time.MicroTimestamp"), options, "c"))
        .isEqualTo(TimestampNTZType.TIMESTAMP_NTZ);
    assertThat(DeltaTypes.of(string("io.debezium.time.ZonedTimestamp"), options, "c"))
        .isEqualTo(TimestampType.TIMESTAMP);
    assertThat(DeltaTypes.of(Time.SCHEMA, options, "c")).isEqualTo(LongType.LONG);
    assertThat(DeltaTypes.of(VARIABLE_SCALE, options, "c")).isEqualTo(new DecimalType(20, 4));
  }

  @Test
  void declaredDeltaTypeComesFirst() {
    Schema ntz =
        SchemaBuilder.int64()
            .name("io.debezium.time.MicroTimestamp")
            .parameter("delta.type", "timestamp_ntz")
            .build();
    Schema decimal =
        SchemaBuilder.string().parameter("delta.type", "decimal(20,3)").optional().build();

    assertThat(DeltaTypes.of(ntz, DEFAULTS, "c")).isEqualTo(TimestampNTZType.TIMESTAMP_NTZ);
    assertThat(DeltaTypes.of(decimal, DEFAULTS, "c")).isEqualTo(new DecimalType(20, 3));
  }

  @Test
  void nestedValuesOfAnyDepthAreConverted() {
    Schema inner =
        SchemaBuilder.struct()
            .field("at", int64("io.debezium.time.Timestamp"))
            .field("n", Schema.OPTIONAL_INT32_SCHEMA)
            .build();
    Schema schema =
        SchemaBuilder.map(Schema.STRING_SCHEMA, SchemaBuilder.array(inner).build()).build();
    StructType struct =
        new StructType().add("at", TimestampType.TIMESTAMP).add("n", IntegerType.INTEGER);
    DataType type = new MapType(StringType.STRING, new ArrayType(struct, true), true);

    assertThat(DeltaTypes.of(schema, DEFAULTS, "c")).isEqualTo(type);
    Object converted =
        Typed.to(schema, type, "c")
            .convert(Map.of("k", List.of(new Struct(inner).put("at", 1L).put("n", null))));

    Object expected =
        new MapEntries(
            new Object[] {"k"}, new Object[] {List.of((Object) new Object[] {1_000L, null})});
    assertThat(Values.same(converted, expected)).isTrue();
  }

  @Test
  void errorsInNestedValuesNameThePath() {
    Schema inner = SchemaBuilder.struct().field("n", Schema.INT64_SCHEMA).build();
    StructType struct = new StructType().add("n", IntegerType.INTEGER);
    Converter converter = Typed.to(inner, struct, "outer");

    assertThatThrownBy(() -> converter.convert(new Struct(inner).put("n", 1L << 40)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("column outer.n: expected integer, got 1099511627776");
  }

  @Test
  void explicitNullStaysNullThoughTheFieldHasADefault() {
    Schema inner =
        SchemaBuilder.struct()
            .field("n", SchemaBuilder.int32().optional().defaultValue(5).build())
            .field("m", SchemaBuilder.int32().defaultValue(6).build())
            .build();
    StructType struct =
        new StructType().add("n", IntegerType.INTEGER).add("m", IntegerType.INTEGER);

    Object converted = Typed.to(inner, struct, "c").convert(new Struct(inner).put("n", null));

    assertThat((Object[]) converted).containsExactly(null, 6);
  }

  @Test
  void emptyAndRecursiveStructsAreRefusedByName() {
    Schema empty = SchemaBuilder.struct().field("e", SchemaBuilder.struct().build()).build();
    SchemaBuilder node = SchemaBuilder.struct().name("Node");
    node.field("value", Schema.INT32_SCHEMA);
    node.field("next", SchemaBuilder.array(node).optional().build());

    assertThatThrownBy(() -> DeltaTypes.of(empty, DEFAULTS, "c"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("'c.e' is a struct without fields");
    assertThatThrownBy(() -> DeltaTypes.of(node, DEFAULTS, "c"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("contains itself");
    assertThat(DeltaTypes.isRecursive(node)).isTrue();
    assertThat(DeltaTypes.isRecursive(empty)).isFalse();
  }

  static Stream<Arguments> namesOnOtherTypes() {
    Schema.Type text = Schema.Type.STRING;
    String time = "io.debezium.time.";
    return Stream.of(
        arguments(time + "Date", text, "2026-01-02", StringType.STRING, "2026-01-02"),
        arguments(time + "Date", Schema.Type.FLOAT64, 1.5, DoubleType.DOUBLE, 1.5),
        arguments(time + "Time", text, "10:15", StringType.STRING, "10:15"),
        arguments(time + "MicroTime", text, "10:15", StringType.STRING, "10:15"),
        arguments(time + "NanoTime", Schema.Type.BOOLEAN, true, BooleanType.BOOLEAN, true),
        arguments(time + "Timestamp", text, "x", StringType.STRING, "x"),
        arguments(time + "MicroTimestamp", text, "x", StringType.STRING, "x"),
        arguments(time + "NanoTimestamp", text, "x", StringType.STRING, "x"),
        arguments(time + "ZonedTime", Schema.Type.INT64, 5L, LongType.LONG, 5L),
        arguments(time + "IsoTime", Schema.Type.INT64, 5L, LongType.LONG, 5L),
        arguments(time + "ZonedTimestamp", Schema.Type.INT64, 5L, LongType.LONG, 5L),
        arguments(time + "IsoTimestamp", Schema.Type.INT64, 5L, LongType.LONG, 5L),
        arguments(time + "IsoDate", Schema.Type.INT32, 5, IntegerType.INTEGER, 5),
        arguments(LogicalTypes.VARIABLE_SCALE_DECIMAL, text, "1.50", StringType.STRING, "1.50"));
  }

  @ParameterizedTest(name = "{0} of {1}")
  @MethodSource("namesOnOtherTypes")
  void namesOfLogicalTypesOnOtherTypesSayNothing(
      String name, Schema.Type type, Object value, DataType column, Object expected) {
    Schema schema = SchemaBuilder.type(type).name(name).optional().build();
    TypeOptions options = new TypeOptions(false, true, StringType.STRING);

    assertThat(DeltaTypes.of(schema, options, "c")).isEqualTo(column);
    assertThat(Typed.to(schema, column, "c").convert(value)).isEqualTo(expected);
  }

  @Test
  void decimalsOfVaryingScaleThatLackAPartAreRefused() {
    Schema schema =
        SchemaBuilder.struct()
            .name(LogicalTypes.VARIABLE_SCALE_DECIMAL)
            .field("scale", Schema.OPTIONAL_INT32_SCHEMA)
            .field("value", Schema.OPTIONAL_BYTES_SCHEMA)
            .build();
    Schema fieldless =
        SchemaBuilder.struct()
            .name(LogicalTypes.VARIABLE_SCALE_DECIMAL)
            .field("x", Schema.OPTIONAL_INT32_SCHEMA)
            .build();

    for (Struct value :
        List.of(
            new Struct(schema),
            new Struct(schema).put("scale", 1),
            new Struct(schema).put("value", new byte[] {1}),
            new Struct(schema).put("scale", 1).put("value", new byte[0]),
            new Struct(schema).put("scale", 1).put("value", ByteBuffer.allocate(0)),
            new Struct(fieldless))) {
      assertThatThrownBy(() -> Typed.to(value.schema(), StringType.STRING, "c").convert(value))
          .isInstanceOf(DataException.class);
    }
  }

  @Test
  void declaredTypeThatDeltaDoesNotHaveIsAnErrorOfTheRecord() {
    Schema schema = SchemaBuilder.string().parameter("delta.type", "decimal(39,2)").build();

    assertThatThrownBy(
            () -> DeltaTypes.of(schema, new TypeOptions(false, false, StringType.STRING), "c"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("field 'c'")
        .hasMessageContaining("decimal(39,2)");
  }
}
