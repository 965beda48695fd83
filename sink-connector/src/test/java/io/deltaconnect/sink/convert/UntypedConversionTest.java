package io.deltaconnect.sink.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.row.MapEntries;
import io.deltaconnect.table.row.Values;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UntypedConversionTest {
  static Stream<Arguments> fitting() {
    return Stream.of(
        arguments(5L, LongType.LONG, 5L),
        arguments(5.0, IntegerType.INTEGER, 5),
        arguments(5L, DoubleType.DOUBLE, 5.0),
        arguments(1.1, FloatType.FLOAT, 1.1f),
        arguments("NaN", DoubleType.DOUBLE, Double.NaN),
        arguments("-Infinity", DoubleType.DOUBLE, Double.NEGATIVE_INFINITY),
        arguments("Infinity", FloatType.FLOAT, Float.POSITIVE_INFINITY),
        arguments("NAN", FloatType.FLOAT, Float.NaN),
        arguments("POSITIVE_INFINITY", DoubleType.DOUBLE, Double.POSITIVE_INFINITY),
        arguments("NEGATIVE_INFINITY", DoubleType.DOUBLE, Double.NEGATIVE_INFINITY),
        arguments(12.5, new DecimalType(10, 2), new BigDecimal("12.50")),
        arguments(0.1, new DecimalType(10, 2), new BigDecimal("0.10")),
        arguments("12.5", new DecimalType(10, 2), new BigDecimal("12.50")),
        arguments(true, BooleanType.BOOLEAN, true),
        arguments("x", StringType.STRING, "x"),
        arguments("\uD83D\uDE00\uFFFD", StringType.STRING, "\uD83D\uDE00\uFFFD"),
        arguments(1e21, StringType.STRING, "1000000000000000000000"),
        arguments("AQI=", BinaryType.BINARY, new byte[] {1, 2}),
        arguments("1970-01-02", DateType.DATE, 1),
        arguments("2024-02-29", DateType.DATE, 19_782),
        arguments("1970-01-01T00:00:00.000001Z", TimestampType.TIMESTAMP, 1L),
        arguments("1970-01-01T01:00:00+01:00", TimestampType.TIMESTAMP, 0L),
        arguments("1970-01-01T01:00+01", TimestampType.TIMESTAMP, 0L),
        arguments("1970-01-01T05:30:00.25+05:30", TimestampType.TIMESTAMP, 250_000L),
        arguments("1970-01-01T00:00:00.1234567Z", TimestampType.TIMESTAMP, 123_456L),
        arguments("1969-12-31T23:59:59.9999999Z", TimestampType.TIMESTAMP, -1L),
        arguments(
            Arrays.asList(1L, null),
            new ArrayType(IntegerType.INTEGER, true),
            Arrays.asList(1, null)),
        arguments(
            Map.of("k", 1L),
            new MapType(StringType.STRING, LongType.LONG, true),
            new MapEntries(new Object[] {"k"}, new Object[] {1L})),
        arguments(
            Map.of("B", 1L),
            new StructType().add("a", StringType.STRING).add("b", LongType.LONG),
            new Object[] {null, 1L}));
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @MethodSource("fitting")
  void columnDecidesWhatAValueMeans(Object value, DataType column, Object expected) {
    assertThat(Values.same(Untyped.to(column, "c").convert(value), expected)).isTrue();
  }

  static Stream<Arguments> unfit() {
    return Stream.of(
        arguments(5.5, LongType.LONG),
        arguments(1.234, new DecimalType(10, 2)),
        arguments(1e300, FloatType.FLOAT),
        arguments("NaN", LongType.LONG),
        arguments("Infinity", new DecimalType(10, 2)),
        arguments("x", LongType.LONG),
        arguments(1L, BooleanType.BOOLEAN),
        arguments(1L, DateType.DATE),
        arguments(1L, TimestampType.TIMESTAMP),
        arguments("2026-02-30", DateType.DATE),
        arguments("2025-02-29Z", DateType.DATE),
        arguments("2026-04-31T10:00:00Z", TimestampType.TIMESTAMP),
        arguments("2026-02-29 10:00:00", TimestampNTZType.TIMESTAMP_NTZ),
        arguments("2026-01-01T24:00:00Z", TimestampType.TIMESTAMP),
        arguments("no base64!", BinaryType.BINARY),
        arguments(List.of(1L), StringType.STRING),
        arguments(Map.of("a", 1L), StringType.STRING),
        arguments("\uD83D", StringType.STRING),
        arguments("\uDE00\uD83D", StringType.STRING),
        arguments("\uD83D\uD83D\uDE00", StringType.STRING),
        arguments("x", new StructType().add("a", StringType.STRING)),
        arguments("x", new ArrayType(StringType.STRING, true)),
        arguments("x", new MapType(StringType.STRING, StringType.STRING, true)));
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @MethodSource("unfit")
  void valueThatDoesNotFitIsRefused(Object value, DataType column) {
    Converter converter = Untyped.to(column, "c");
    assertThatThrownBy(() -> converter.convert(value)).isInstanceOf(DataException.class);
  }

  @Test
  void fieldsWithoutAColumnAreNamedWithTheirPath() {
    Converter converter = Untyped.to(new StructType().add("a", StringType.STRING), "c");

    assertThatThrownBy(() -> converter.convert(Map.of("z", 1L)))
        .isInstanceOf(MissingColumnException.class)
        .hasMessageContaining("'c.z'");
  }

  @Test
  void fieldsThatDifferByCaseOnlyAreRefused() {
    Converter converter = Untyped.to(new StructType().add("a", StringType.STRING), "c");

    assertThatThrownBy(() -> converter.convert(Map.of("a", "x", "A", "y")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("but for their case");
  }

  @Test
  void typesAreInferredFromValues() {
    assertThat(InferredTypes.of(5L, "c")).isEqualTo(LongType.LONG);
    assertThat(InferredTypes.of(5.5, "c")).isEqualTo(DoubleType.DOUBLE);
    assertThat(InferredTypes.of("x", "c")).isEqualTo(StringType.STRING);
    assertThat(InferredTypes.of(Arrays.asList(null, 1L, 2.5), "c"))
        .isEqualTo(new ArrayType(DoubleType.DOUBLE, true));
    assertThat(InferredTypes.of(List.of(Map.of("a", 1L), Map.of("b", "x")), "c"))
        .isIn(
            new ArrayType(
                new StructType().add("a", LongType.LONG).add("b", StringType.STRING), true));
    assertThat(InferredTypes.of(Map.of("a", Map.of("b", true)), "c"))
        .isEqualTo(new StructType().add("a", new StructType().add("b", BooleanType.BOOLEAN)));
  }

  @Test
  void valuesThatSayNothingAboutTheirTypeMakeNoColumn() {
    assertThat(InferredTypes.of(null, "c")).isNull();
    assertThat(InferredTypes.of(List.of(), "c")).isNull();
    assertThat(InferredTypes.of(Map.of(), "c")).isNull();
    assertThat(InferredTypes.of(Map.of("a", List.of()), "c")).isNull();
  }

  @Test
  void arraysOfDifferentThingsAreRefused() {
    assertThatThrownBy(() -> InferredTypes.of(List.of("x", 1L), "c"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("'c' are both");
  }
}
