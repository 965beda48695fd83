package io.deltaconnect.table.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.TableLayout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchemaEvolutionTest {
  private static final StructType POINT = new StructType().add("x", IntegerType.INTEGER, false);
  private static final StructType WIDER_POINT =
      new StructType().add("Y", StringType.STRING, false).add("X", IntegerType.INTEGER);

  @Test
  void aTableThatLacksNothingStaysAsItIs() {
    TableLayout table = table(schema(), Map.of());
    StructType rows = new StructType().add("NAME", StringType.STRING).add("Id", LongType.LONG);

    assertThat(evolve(table, rows)).isSameAs(table);
  }

  @Test
  void newColumnsAreAppendedNullable() {
    StructType rows =
        new StructType()
            .add("amount", new DecimalType(10, 2), false)
            .add("id", LongType.LONG, false)
            .add("tags", new ArrayType(StringType.STRING, false), false);

    StructType evolved = evolve(table(schema(), Map.of()), rows).schema();

    assertThat(evolved)
        .isEqualTo(
            schema()
                .add("amount", new DecimalType(10, 2), true)
                .add("tags", new ArrayType(StringType.STRING, true), true));
  }

  @Test
  void newFieldsInsideStructsArraysAndMapsAreAppendedToTheirStruct() {
    StructType stored =
        new StructType()
            .add("s", POINT)
            .add("a", new ArrayType(POINT, false))
            .add("m", new MapType(StringType.STRING, POINT, true));
    StructType rows =
        new StructType()
            .add("s", WIDER_POINT)
            .add("a", new ArrayType(WIDER_POINT, true))
            .add("m", new MapType(StringType.STRING, WIDER_POINT, false));

    StructType evolved = evolve(table(stored, Map.of()), rows).schema();

    StructType grown = POINT.add("Y", StringType.STRING, true);
    assertThat(evolved)
        .isEqualTo(
            new StructType()
                .add("s", grown)
                .add("a", new ArrayType(grown, false))
                .add("m", new MapType(StringType.STRING, grown, true)));
  }

  @Test
  void anotherTypeIsRefusedNamingColumnAndBothTypes() {
    StructType stored = new StructType().add("s", new ArrayType(POINT, true));
    StructType rows =
        new StructType()
            .add("s", new ArrayType(new StructType().add("x", StringType.STRING), true));

    assertThatThrownBy(() -> evolve(table(stored, Map.of()), rows))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("s.element.x")
        .hasMessageContaining("integer")
        .hasMessageContaining("string");
  }

  @Test
  void aSchemaThatDeltaDoesNotAllowIsRefused() {
    TableLayout table = table(schema(), Map.of());
    StructType rows = new StructType().add("a b", IntegerType.INTEGER);

    assertThatThrownBy(
            () ->
                SchemaEvolution.evolve(
                    table,
                    rows,
                    schema -> {
                      throw new IllegalArgumentException("no blank in a b");
                    }))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("/lake/t")
        .hasMessageContaining("no blank in a b");
  }

  @Test
  void columnsOfTheRowsThatDifferByCaseOnlyAreRefused() {
    StructType rows = new StructType().add("b", IntegerType.INTEGER).add("B", IntegerType.INTEGER);

    assertThatThrownBy(() -> evolve(table(schema(), Map.of()), rows))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("differ by case only");
  }

  private static TableLayout evolve(TableLayout table, StructType rows) {
    return SchemaEvolution.evolve(
        table, rows, schema -> new Action.Metadata(schema, table.properties()));
  }

  private static StructType schema() {
    return new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);
  }

  private static TableLayout table(StructType schema, Map<String, String> properties) {
    return new TableLayout("/lake/t", schema, List.of(), properties);
  }
}
