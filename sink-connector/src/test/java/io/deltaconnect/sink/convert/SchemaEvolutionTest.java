package io.deltaconnect.sink.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

class SchemaEvolutionTest {
  private static final StructType TABLE =
      new StructType()
          .add("id", LongType.LONG, false)
          .add("s", new StructType().add("a", StringType.STRING))
          .add("l", new ArrayType(new StructType().add("a", StringType.STRING), true))
          .add(
              "m",
              new MapType(StringType.STRING, new StructType().add("a", StringType.STRING), true));

  @Test
  void tableWithAllColumnsIsLeftAsItIs() {
    StructType record =
        new StructType()
            .add("ID", IntegerType.INTEGER)
            .add("s", new StructType().add("A", LongType.LONG));

    assertThat(SchemaEvolution.extended(TABLE, record)).isSameAs(TABLE);
  }

  @Test
  void missingFieldsAreAddedNullableAtEveryDepth() {
    StructType ab = new StructType().add("b", LongType.LONG, false);
    StructType record =
        new StructType()
            .add("n", IntegerType.INTEGER, false)
            .add("s", ab)
            .add("l", new ArrayType(ab, true))
            .add("m", new MapType(StringType.STRING, ab, true));

    StructType struct = new StructType().add("a", StringType.STRING).add("b", LongType.LONG, true);
    assertThat(SchemaEvolution.extended(TABLE, record))
        .isEqualTo(
            new StructType()
                .add("id", LongType.LONG, false)
                .add("s", struct)
                .add("l", new ArrayType(struct, true))
                .add("m", new MapType(StringType.STRING, struct, true))
                .add("n", IntegerType.INTEGER, true));
  }

  @Test
  void newFieldsThatDifferByCaseOnlyAreRefused() {
    StructType record = new StructType().add("New", LongType.LONG).add("new", LongType.LONG);

    assertThatThrownBy(() -> SchemaEvolution.extended(TABLE, record))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("'New' and 'new' differ by case only");
  }

  @Test
  void forbiddenNamesNeedColumnMapping() {
    StructType schema = new StructType().add("order id", LongType.LONG);

    assertThatThrownBy(() -> ColumnNames.check(schema, false))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("'order id'")
        .hasMessageContaining("delta.columnMapping.mode");
    ColumnNames.check(schema, true);
  }

  /** In the log two such names would be the same. */
  @Test
  void namesThatAreNoUnicodeAreRefused() {
    StructType nested =
        new StructType().add("s", new StructType().add("half \uD83D", LongType.LONG));

    assertThatThrownBy(() -> ColumnNames.check(nested, true))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("s.half")
        .hasMessageContaining("surrogate");
    ColumnNames.check(new StructType().add("\uD83D\uDE00\u00e9", LongType.LONG), false);
  }

  @Test
  void namesOfChangeColumnsAreRefusedAtTheTopOnly() {
    ColumnNames.check(
        new StructType().add("s", new StructType().add("_change_type", LongType.LONG)), false);

    assertThatThrownBy(
            () -> ColumnNames.check(new StructType().add("_Change_Type", LongType.LONG), true))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("_Change_Type");
  }
}
