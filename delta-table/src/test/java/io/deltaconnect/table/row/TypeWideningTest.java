package io.deltaconnect.table.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TypeWideningTest {
  private static final DataType BYTE = ByteType.BYTE;
  private static final DataType SHORT = ShortType.SHORT;
  private static final DataType INT = IntegerType.INTEGER;
  private static final DataType LONG = LongType.LONG;
  private static final DataType FLOAT = FloatType.FLOAT;
  private static final DataType DOUBLE = DoubleType.DOUBLE;
  private static final DataType DATE = DateType.DATE;
  private static final DataType NTZ = TimestampNTZType.TIMESTAMP_NTZ;

  private static DecimalType decimal(int precision, int scale) {
    return new DecimalType(precision, scale);
  }

  @Test
  void typesWidenAsTheProtocolSaysAndInNoOtherWay() {
    Map<DataType, Set<DataType>> wider =
        Map.ofEntries(
            Map.entry(
                BYTE,
                Set.of(SHORT, INT, LONG, DOUBLE, decimal(10, 0), decimal(12, 2), decimal(20, 0))),
            Map.entry(
                SHORT, Set.of(INT, LONG, DOUBLE, decimal(10, 0), decimal(12, 2), decimal(20, 0))),
            Map.entry(INT, Set.of(LONG, DOUBLE, decimal(10, 0), decimal(12, 2), decimal(20, 0))),
            Map.entry(LONG, Set.of(decimal(20, 0))),
            Map.entry(FLOAT, Set.of(DOUBLE)),
            Map.entry(DATE, Set.of(NTZ)),
            Map.entry(decimal(9, 2), Set.of(decimal(12, 2), decimal(10, 3))),
            Map.entry(decimal(10, 0), Set.of(decimal(20, 0))));
    List<DataType> all =
        List.of(
            BYTE,
            SHORT,
            INT,
            LONG,
            FLOAT,
            DOUBLE,
            DATE,
            NTZ,
            TimestampType.TIMESTAMP,
            StringType.STRING,
            decimal(9, 2),
            decimal(9, 3),
            decimal(10, 3),
            decimal(12, 2),
            decimal(10, 0),
            decimal(20, 0));
    for (DataType from : all) {
      for (DataType to : all) {
        boolean expected =
            wider.getOrDefault(from, Set.of()).contains(to)
                || (from instanceof DecimalType a
                    && to instanceof DecimalType b
                    && !a.equals(b)
                    && b.getScale() >= a.getScale()
                    && b.getPrecision() - a.getPrecision() >= b.getScale() - a.getScale());
        assertThat(TypeWidening.widens(from, to)).as("%s to %s", from, to).isEqualTo(expected);
      }
    }
  }

  @Test
  void commonTypeTakesBothOrIsNone() {
    assertThat(TypeWidening.common(INT, LONG)).isEqualTo(LONG);
    assertThat(TypeWidening.common(LONG, INT)).isEqualTo(LONG);
    assertThat(TypeWidening.common(INT, FLOAT)).isEqualTo(DOUBLE);
    assertThat(TypeWidening.common(FLOAT, INT)).isEqualTo(DOUBLE);
    assertThat(TypeWidening.common(LONG, DOUBLE)).isNull();
    assertThat(TypeWidening.common(INT, StringType.STRING)).isNull();
    assertThat(TypeWidening.common(DATE, NTZ)).isEqualTo(NTZ);
    assertThat(TypeWidening.common(decimal(10, 2), decimal(8, 4))).isEqualTo(decimal(12, 4));
    assertThat(TypeWidening.common(decimal(10, 2), LONG)).isEqualTo(decimal(22, 2));
    assertThat(TypeWidening.common(INT, decimal(10, 2))).isEqualTo(decimal(12, 2));
    assertThat(TypeWidening.common(LONG, decimal(5, 1))).isEqualTo(decimal(21, 1));
    // As many digits as there are; whether a value fits is another question.
    assertThat(TypeWidening.common(decimal(10, 4), decimal(38, 2))).isEqualTo(decimal(38, 4));
    assertThat(TypeWidening.common(decimal(38, 4), decimal(38, 6))).isNull();
  }

  @Test
  void widenedValuesAreTheSameNumbersAndDays() {
    StructType narrow =
        new StructType()
            .add("b", BYTE)
            .add("s", SHORT)
            .add("i", INT)
            .add("l", LONG)
            .add("f", FLOAT)
            .add("n", INT)
            .add("d", DATE)
            .add("x", decimal(9, 2))
            .add("null", INT);
    StructType wide =
        new StructType()
            .add("b", SHORT)
            .add("s", INT)
            .add("i", LONG)
            .add("l", decimal(22, 2))
            .add("f", DOUBLE)
            .add("n", DOUBLE)
            .add("d", NTZ)
            .add("x", decimal(38, 4))
            .add("null", LONG);

    Object[] row =
        RowProjection.of(narrow, wide)
            .apply(
                new Object[] {
                  (byte) -1,
                  Short.MIN_VALUE,
                  Integer.MIN_VALUE,
                  Long.MIN_VALUE,
                  0.1f,
                  Integer.MAX_VALUE,
                  -719_162,
                  new BigDecimal("-9999999.99"),
                  null
                });

    assertThat(row)
        .containsExactly(
            (short) -1,
            (int) Short.MIN_VALUE,
            (long) Integer.MIN_VALUE,
            new BigDecimal("-9223372036854775808.00"),
            (double) 0.1f,
            (double) Integer.MAX_VALUE,
            -719_162 * 86_400_000_000L,
            new BigDecimal("-9999999.9900"),
            null);
    assertThatThrownBy(() -> RowProjection.of(wide, narrow))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not widen");
  }
}
