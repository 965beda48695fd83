package io.deltaconnect.table.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
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

    assertThat(SchemaEvolution.evolve(table, rows)).isSameAs(table);
  }

  @Test
  void newColumnsAreAppendedNullable() {
    StructType rows =
        new StructType()
            .add("amount", new DecimalType(10, 2), false)
            .add("id", LongType.LONG, false)
            .add("tags", new ArrayType(StringType.STRING, false), false);

    StructType evolved = SchemaEvolution.evolve(table(schema(), Map.of()), rows).schema();

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

    StructType evolved = SchemaEvolution.evolve(table(stored, Map.of()), rows).schema();

    StructType grown = POINT.add("Y", StringType.STRING, true);
    assertThat(evolved)
        .isEqualTo(
            new StructType()
                .add("s", grown)
                .add("a", new ArrayType(grown, false))
                .add("m", new MapType(StringType.STRING, grown, true)));
  }

  @Test
  void newColumnsOfAMappedTableGetIdsAndPhysicalNames() {
    TableLayout table =
        table(
            schema(),
            Map.of("delta.columnMapping.mode", "name", "delta.columnMapping.maxColumnId", "7"));
    StructType rows = new StructType().add("a b", new ArrayType(WIDER_POINT, true));

    TableLayout evolved = SchemaEvolution.evolve(table, rows);

    StructField column = evolved.schema().get("a b");
    StructType element = (StructType) ((ArrayType) column.getDataType()).getElementType();
    List<StructField> fields = List.of(element.at(0), element.at(1), column);
    assertThat(fields)
        .extracting(field -> field.getMetadata().getLong("delta.columnMapping.id"))
        .containsExactly(8L, 9L, 10L);
    assertThat(fields)
        .extracting(field -> field.getMetadata().getString("delta.columnMapping.physicalName"))
        .allMatch(name -> name.startsWith("col-"))
        .doesNotHaveDuplicates();
    assertThat(evolved.properties()).containsEntry("delta.columnMapping.maxColumnId", "10");
  }

  @Test
  void anotherTypeIsRefusedNamingColumnAndBothTypes() {
    StructType stored = new StructType().add("s", new ArrayType(POINT, true));
    StructType rows =
        new StructType()
            .add("s", new ArrayType(new StructType().add("x", StringType.STRING), true));

    assertThatThrownBy(() -> SchemaEvolution.evolve(table(stored, Map.of()), rows))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("s.element.x")
        .hasMessageContaining("integer")
        .hasMessageContaining("string");
  }

  @Test
  void namesThatCannotBeAddedAreRefused() {
    TableLayout table = table(schema(), Map.of());

    for (String name : List.of("a b", "a=b", "_Change_Type")) {
      assertThatThrownBy(
              () -> SchemaEvolution.evolve(table, new StructType().add(name, IntegerType.INTEGER)))
          .isInstanceOf(SchemaMismatchException.class)
          .hasMessageContaining(name);
    }
    StructType twice = new StructType().add("b", IntegerType.INTEGER).add("B", IntegerType.INTEGER);
    assertThatThrownBy(() -> SchemaEvolution.evolve(table, twice))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("differ by case only");
  }

  private static StructType schema() {
    return new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);
  }

  private static TableLayout table(StructType schema, Map<String, String> properties) {
    return new TableLayout("/lake/t", schema, List.of(), properties);
  }
}
