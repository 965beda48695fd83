package io.deltaconnect.table.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.row.Values;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PartitionValuesTest {

  @Test
  void valuesAreSerializedAsTheProtocolSays() {
    assertThat(text(ByteType.BYTE, (byte) -1)).isEqualTo("-1");
    assertThat(text(ShortType.SHORT, (short) 300)).isEqualTo("300");
    assertThat(text(IntegerType.INTEGER, 7)).isEqualTo("7");
    assertThat(text(LongType.LONG, Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
    assertThat(text(DoubleType.DOUBLE, 1.5)).isEqualTo("1.5");
    assertThat(text(BooleanType.BOOLEAN, true)).isEqualTo("true");
    assertThat(text(new DecimalType(12, 10), new BigDecimal("0.0000000001")))
        .isEqualTo("0.0000000001");
    assertThat(text(DateType.DATE, -1)).isEqualTo("1969-12-31");
    assertThat(text(TimestampType.TIMESTAMP, 1L)).isEqualTo("1970-01-01T00:00:00.000001Z");
    assertThat(text(TimestampNTZType.TIMESTAMP_NTZ, -1L)).isEqualTo("1969-12-31 23:59:59.999999");
    assertThat(text(BinaryType.BINARY, new byte[] {1, 'a'})).isEqualTo("\u0001a");
    assertThat(text(StringType.STRING, "a b")).isEqualTo("a b");
  }

  @Test
  void nullAndWhatIsEmptyAreNull() {
    assertThat(text(StringType.STRING, null)).isNull();
    assertThat(text(StringType.STRING, "")).isNull();
    assertThat(text(BinaryType.BINARY, new byte[0])).isNull();
    assertThat(parse("", IntegerType.INTEGER)).isNull();
    assertThat(parse(null, StringType.STRING)).isNull();
  }

  @Test
  void otherWritersFormsAreRead() {
    assertThat(parse("2021-09-08 11:11:11", TimestampType.TIMESTAMP))
        .isEqualTo(1_631_099_471_000_000L);
    assertThat(parse("2021-09-08 11:11:11.5", TimestampType.TIMESTAMP))
        .isEqualTo(1_631_099_471_500_000L);
    assertThat(parse("2021-09-08T11:11:11.000001Z", TimestampType.TIMESTAMP))
        .isEqualTo(1_631_099_471_000_001L);
    assertThat(parse("2021-09-08", TimestampNTZType.TIMESTAMP_NTZ))
        .isEqualTo(1_631_059_200_000_000L);
    assertThat(parse("1", new DecimalType(5, 2))).isEqualTo(new BigDecimal("1.00"));
    assertThat(parse("-inf", DoubleType.DOUBLE)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(parse("inf", FloatType.FLOAT)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(parse("NaN", DoubleType.DOUBLE)).isEqualTo(Double.NaN);
    assertThat(parse("TRUE", BooleanType.BOOLEAN)).isEqualTo(true);
  }

  @Test
  void yearsBeyondTheFourthDigitAreRead() {
    long micros = 253_402_300_800_000_000L;
    for (String text : List.of("10000-01-01 00:00:00", "+10000-01-01 00:00:00.0", "+10000-01-01")) {
      assertThat(parse(text, TimestampType.TIMESTAMP)).as(text).isEqualTo(micros);
    }
    assertThat(parse("+10000-01-01", DateType.DATE)).isEqualTo(2_932_897);
    assertThat(parse("10000-01-01", DateType.DATE)).isEqualTo(2_932_897);
    assertThat(parse("-0001-01-01", DateType.DATE)).isEqualTo(-719_893);
    assertThat(parse("0001-01-01", DateType.DATE)).isEqualTo(-719_162);
    assertThat(text(DateType.DATE, 2_932_897)).isEqualTo("+10000-01-01");
    assertThat(text(TimestampNTZType.TIMESTAMP_NTZ, micros))
        .isEqualTo("+10000-01-01 00:00:00.000000");
  }

  @Test
  void whatIsNoValueIsRefusedByColumn() {
    assertThatThrownBy(() -> parse("12x", IntegerType.INTEGER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'12x' is no value of partition column p of type integer");
    assertThatThrownBy(() -> parse("1.234", new DecimalType(5, 2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> parse("yes", BooleanType.BOOLEAN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'yes' is no value of partition column p of type boolean");
    for (String text : List.of("2021-02-29", "2021-04-31", "2021-13-01", "21-01-01")) {
      assertThatThrownBy(() -> parse(text, DateType.DATE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("'" + text + "' is no value of partition column p of type date");
      assertThatThrownBy(() -> parse(text, TimestampType.TIMESTAMP))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> parse(text + " 00:00:00", TimestampType.TIMESTAMP))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> text(BinaryType.BINARY, new byte[] {-1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("partition column p");
  }

  @Property(tries = 300)
  void valuesComeBackFromTheirText(@ForAll long seed) {
    RandomRows random = new RandomRows(seed);
    DataType type = random.scalar();
    Object value = random.value(type, true);
    if ("".equals(value) || type instanceof BinaryType) {
      return;
    }
    Object back = parse(text(type, value), type);
    assertThat(Values.same(back, value)).as("seed %d: %s as %s", seed, value, back).isTrue();
  }

  private static Object parse(String text, DataType type) {
    return PartitionValues.parse(text, new StructField("p", type, true));
  }

  private static String text(DataType type, Object value) {
    TableLayout layout =
        new TableLayout("t", new StructType().add("p", type), List.of("p"), Map.of());
    Map<String, String> values = PartitionValues.of(layout, new Object[] {value});
    assertThat(values).containsOnlyKeys("p");
    return values.get("p");
  }
}
