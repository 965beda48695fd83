package io.deltaconnect.table.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.TableLayout;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                    table.schema(),
                    schema -> {
                      throw new IllegalArgumentException("no blank in a b");
                    }))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("/lake/t")
        .hasMessageContaining("no blank in a b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"b", "s.y", "a.element.y", "m.key.y", "m.value.y", "s.deep.element.z"})
  void aColumnThatTheTableHadWhenTheRowsWereLaidOutDoesNotComeBack(String lost) {
    StructType base = nested("", "none");
    TableLayout now = table(nested("", lost), Map.of());

    assertThatThrownBy(() -> evolve(now, nested("", "none"), base))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("/lake/t")
        .hasMessageContaining("column " + lost + " ")
        .hasMessageContaining("dropped or renamed");
    // Spelled otherwise it is the same column.
    assertThatThrownBy(() -> evolve(now, upperCase(nested("", "none")), base))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("dropped or renamed");
    // One that it never had may be added.
    TableLayout added = evolve(now, nested("", "none"), nested("", lost));
    assertThat(added).isNotEqualTo(now);
    assertThat(evolve(added, nested("", "none"), base)).isSameAs(added);
    assertThat(evolve(now, nested("", lost), base)).isSameAs(now);
  }

  @Test
  void aColumnThatAnotherWriterHasAddedMeanwhileIsUsed() {
    StructType base = schema();
    StructType rows = schema().add("s", WIDER_POINT);
    TableLayout table = table(schema().add("S", POINT), Map.of());

    assertThat(evolve(table, rows, base).schema())
        .isEqualTo(schema().add("S", POINT.add("Y", StringType.STRING)));
  }

  /** A schema with columns at every kind of place, but for one. */
  private static StructType nested(String prefix, String without) {
    StructType deep = fields("s.deep.element.", without, "x", "z");
    StructType s = fields("s.", without, "x", "y").add("deep", new ArrayType(deep, true));
    return fields(prefix, without, "id", "b")
        .add("s", s)
        .add("a", new ArrayType(fields("a.element.", without, "x", "y"), true))
        .add(
            "m",
            new MapType(
                fields("m.key.", without, "x", "y"), fields("m.value.", without, "x", "y"), true));
  }

  private static StructType fields(String prefix, String without, String... names) {
    StructType fields = new StructType();
    for (String name : names) {
      if (!without.equals(prefix + name)) {
        fields = fields.add(name, IntegerType.INTEGER);
      }
    }
    return fields;
  }

  private static StructType upperCase(StructType schema) {
    StructType upper = new StructType();
    for (StructField field : schema.fields()) {
      upper = upper.add(field.getName().toUpperCase(Locale.ROOT), upperCase(field.getDataType()));
    }
    return upper;
  }

  private static DataType upperCase(DataType type) {
    if (type instanceof StructType struct) {
      return upperCase(struct);
    } else if (type instanceof ArrayType array) {
      return new ArrayType(upperCase(array.getElementType()), true);
    } else if (type instanceof MapType map) {
      return new MapType(upperCase(map.getKeyType()), upperCase(map.getValueType()), true);
    }
    return type;
  }

  @Test
  void columnsOfTheRowsThatDifferByCaseOnlyAreRefused() {
    StructType rows = new StructType().add("b", IntegerType.INTEGER).add("B", IntegerType.INTEGER);

    assertThatThrownBy(() -> evolve(table(schema(), Map.of()), rows))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("differ by case only");
  }

  private static TableLayout evolve(TableLayout table, StructType rows) {
    return evolve(table, rows, table.schema());
  }

  private static TableLayout evolve(TableLayout table, StructType rows, StructType base) {
    return SchemaEvolution.evolve(
        table, rows, base, schema -> new Action.Metadata(schema, table.properties()));
  }

  private static StructType schema() {
    return new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);
  }

  private static TableLayout table(StructType schema, Map<String, String> properties) {
    return new TableLayout("/lake/t", schema, List.of(), properties);
  }
}
