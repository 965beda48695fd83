package io.deltaconnect.table.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowProjectionTest {
  private static final StructType INNER =
      new StructType().add("a", IntegerType.INTEGER).add("b", StringType.STRING);
  private static final StructType WIDER_INNER =
      new StructType()
          .add("B", StringType.STRING)
          .add("c", IntegerType.INTEGER)
          .add("A", IntegerType.INTEGER);

  @Test
  void equalLayoutsGiveTheSameArray() {
    StructType from = new StructType().add("x", INNER).add("y", IntegerType.INTEGER);
    StructType to = new StructType().add("X", INNER, false).add("Y", IntegerType.INTEGER);
    Object[] row = {new Object[] {1, "b"}, 2};

    assertThat(RowProjection.of(from, to).apply(row)).isSameAs(row);
    assertThat(RowProjection.of(from, to).apply(null)).isNull();
  }

  @Test
  void columnsAreFoundByNameAndMissingOnesAreNullAtAnyDepth() {
    StructType from =
        new StructType()
            .add("list", new ArrayType(INNER, true))
            .add("map", new MapType(INNER, INNER, true))
            .add("s", INNER)
            .add("n", INNER);
    StructType to =
        new StructType()
            .add("extra", IntegerType.INTEGER)
            .add("N", WIDER_INNER)
            .add("S", WIDER_INNER)
            .add("MAP", new MapType(WIDER_INNER, WIDER_INNER, true))
            .add("LIST", new ArrayType(WIDER_INNER, true));
    Object[] inner = {1, "b"};
    Object[] row = {
      Arrays.asList(inner, null),
      new MapEntries(new Object[] {inner}, new Object[] {null}),
      inner,
      null
    };

    Object[] projected = RowProjection.of(from, to).apply(row);

    Object[] wider = {"b", null, 1};
    Object[] expected = {
      null,
      null,
      wider,
      new MapEntries(new Object[] {wider}, new Object[] {null}),
      Arrays.asList(wider, null)
    };
    assertThat(Values.sameRow(projected, expected)).isTrue();
  }

  @Test
  void aColumnThatTheTargetLacksIsRefused() {
    assertThatThrownBy(() -> RowProjection.of(WIDER_INNER, INNER))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void requiredValuesAreFoundMissingAtAnyDepth() {
    StructType inner =
        new StructType().add("a", IntegerType.INTEGER, false).add("b", StringType.STRING);
    RequiredValues required =
        RequiredValues.of(
            new StructType()
                .add("id", IntegerType.INTEGER, false)
                .add("s", inner)
                .add("l", new ArrayType(inner, false))
                .add("m", new MapType(StringType.STRING, inner, true))
                .add("free", StringType.STRING));
    Object[] good = {1, "b"};
    Object[] bad = {null, "b"};

    assertThat(required.firstMissing(new Object[] {1, null, null, null, null})).isNull();
    assertThat(required.firstMissing(row(1, good, List.of(new Object[][] {good}), null))).isNull();
    assertThat(required.firstMissing(row(null, good, null, null))).isEqualTo("id");
    assertThat(required.firstMissing(row(1, bad, null, null))).isEqualTo("s.a");
    assertThat(required.firstMissing(row(1, null, Arrays.asList(good, null), null)))
        .isEqualTo("l.element");
    assertThat(required.firstMissing(row(1, null, Arrays.asList(good, bad), null)))
        .isEqualTo("l.element.a");
    assertThat(required.firstMissing(row(1, null, null, map(good, null)))).isNull();
    assertThat(required.firstMissing(row(1, null, null, map(good, bad)))).isEqualTo("m.value.a");
  }

  private static Object[] row(Object id, Object[] struct, List<?> list, MapEntries map) {
    return new Object[] {id, struct, list, map, null};
  }

  private static MapEntries map(Object[] first, Object[] second) {
    return new MapEntries(new Object[] {"k1", "k2"}, new Object[] {first, second});
  }

  @Test
  void partialRowsKeepWhatTheyKeepAndWhatOnlyTheTargetHas() {
    StructType from = new StructType().add("s", INNER).add("t", INNER).add("n", INNER);
    StructType to =
        new StructType()
            .add("extra", IntegerType.INTEGER)
            .add("n", INNER)
            .add("t", WIDER_INNER)
            .add("s", WIDER_INNER);
    Object[] row = {Kept.KEPT, new Object[] {1, "b"}, null};

    Object[] projected = RowProjection.of(from, to).applyPartial(row);

    assertThat(projected)
        .isEqualTo(new Object[] {Kept.KEPT, null, new Object[] {"b", null, 1}, Kept.KEPT});
    assertThat(RowProjection.of(from, from).applyPartial(row)).isSameAs(row);
  }
}
