package io.deltaconnect.source.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.TableLayout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NullableBeforeTest {
  private static StructType seen(StructType after, StructType before) {
    return NullableBefore.in(new TableLayout("/t", after, List.of(), Map.of()), before).schema();
  }

  private static FieldMetadata id(long id) {
    return FieldMetadata.builder().putLong("delta.columnMapping.id", id).build();
  }

  @Test
  void aSchemaThatForbidsNothingNewIsTheSame() {
    StructType before = new StructType().add("a", LongType.LONG, false);
    StructType after = before.add("b", LongType.LONG, true);

    assertThat(seen(after, before)).isSameAs(after);
    assertThat(seen(after, null)).isSameAs(after);
  }

  @Test
  void columnsThatAreNewOrMightBeNullBeforeMayBeNull() {
    StructType before =
        new StructType().add("a", LongType.LONG, false).add("b", LongType.LONG, true);
    StructType after =
        new StructType()
            .add("a", LongType.LONG, false)
            .add("b", LongType.LONG, false)
            .add("c", LongType.LONG, false);

    assertThat(seen(after, before))
        .isEqualTo(
            new StructType()
                .add("a", LongType.LONG, false)
                .add("b", LongType.LONG, true)
                .add("c", LongType.LONG, true));
  }

  @Test
  void columnsAreKnownByTheirIds() {
    StructType before =
        new StructType().add("a", LongType.LONG, false, id(1)).add("b", LongType.LONG, true, id(2));
    StructType after =
        new StructType()
            .add("b", LongType.LONG, false, id(1))
            .add("a", LongType.LONG, false, id(2));

    assertThat(seen(after, before))
        .isEqualTo(
            new StructType()
                .add("b", LongType.LONG, false, id(1))
                .add("a", LongType.LONG, true, id(2)));
  }

  @Test
  void whatIsInsideAColumnMayBeNullToo() {
    assertThat(seen(nested(false), nested(true))).isEqualTo(nested(true));
    assertThat(seen(nested(true), nested(false))).isEqualTo(nested(true));
  }

  private static StructType nested(boolean nullable) {
    StructType inner = new StructType().add("x", StringType.STRING, nullable);
    return new StructType()
        .add("s", inner, false)
        .add("l", new ArrayType(inner, nullable), false)
        .add("m", new MapType(StringType.STRING, inner, nullable), false);
  }
}
