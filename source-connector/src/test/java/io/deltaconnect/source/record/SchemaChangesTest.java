package io.deltaconnect.source.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaChangesTest {
  private static StructType one(DataType type, boolean nullable) {
    return new StructType().add("id", LongType.LONG, false).add("c", type, nullable);
  }

  private static FieldMetadata id(long id) {
    return FieldMetadata.builder().putLong("delta.columnMapping.id", id).build();
  }

  static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of(IntegerType.INTEGER, LongType.LONG, true),
        Arguments.of(IntegerType.INTEGER, DoubleType.DOUBLE, true),
        Arguments.of(new DecimalType(8, 2), new DecimalType(10, 2), true),
        Arguments.of(LongType.LONG, IntegerType.INTEGER, false),
        Arguments.of(LongType.LONG, DoubleType.DOUBLE, false),
        Arguments.of(IntegerType.INTEGER, new DecimalType(20, 2), false),
        Arguments.of(new DecimalType(8, 2), new DecimalType(10, 3), false),
        Arguments.of(new DecimalType(10, 2), new DecimalType(8, 2), false),
        Arguments.of(DateType.DATE, TimestampNTZType.TIMESTAMP_NTZ, false),
        Arguments.of(StringType.STRING, new ArrayType(StringType.STRING, true), false));
  }

  @ParameterizedTest
  @MethodSource("types")
  void numbersMayBecomeWider(DataType before, DataType after, boolean understood) {
    List<String> changes = SchemaChanges.between(one(before, true), one(after, true));

    if (understood) {
      assertThat(changes).isEmpty();
    } else {
      assertThat(changes).containsExactly("column c was " + before + " and is " + after);
    }
  }

  @Test
  void columnsMayComeAndMoveAndAllowNull() {
    StructType before = one(IntegerType.INTEGER, false).add("d", StringType.STRING);
    StructType after =
        new StructType()
            .add("d", StringType.STRING)
            .add("new", StringType.STRING)
            .add("id", LongType.LONG, false)
            .add("c", IntegerType.INTEGER, true);

    assertThat(SchemaChanges.between(before, after)).isEmpty();
  }

  @Test
  void columnsThatGoOrMustHaveAValueAreTold() {
    StructType before = new StructType().add("a", StringType.STRING).add("b", StringType.STRING);
    StructType after =
        new StructType().add("b", StringType.STRING, false).add("c", StringType.STRING, false);

    assertThat(SchemaChanges.between(before, after))
        .containsExactlyInAnyOrder(
            "column a was dropped", "column b became NOT NULL", "column c is new and NOT NULL");
  }

  @Test
  void renamedColumnsAreToldByTheirIds() {
    StructType before =
        new StructType()
            .add("a", StringType.STRING, false, id(1))
            .add("b", StringType.STRING, true, id(2));
    StructType after =
        new StructType()
            .add("z", StringType.STRING, false, id(1))
            .add("b", StringType.STRING, true, id(2));

    assertThat(SchemaChanges.between(before, after)).containsExactly("column a was renamed to z");
  }

  /** As RESTORE makes it to before two columns swapped their names one by one. */
  @Test
  void columnsThatSwapTheirNamesAreTold() {
    StructType inside =
        new StructType()
            .add("a", StringType.STRING, true, id(1))
            .add("b", StringType.STRING, true, id(2));
    StructType swapped =
        new StructType()
            .add("a", StringType.STRING, true, id(2))
            .add("b", StringType.STRING, true, id(1));

    assertThat(SchemaChanges.between(inside, swapped))
        .containsExactly("column a was renamed to b", "column b was renamed to a");
    assertThat(SchemaChanges.between(one(inside, true), one(swapped, true)))
        .containsExactly("column c.a was renamed to b", "column c.b was renamed to a");
  }

  @Test
  void whatIsInsideAColumnIsLookedAt() {
    DataType before =
        new MapType(
            StringType.STRING,
            new ArrayType(new StructType().add("x", LongType.LONG).add("y", LongType.LONG), true),
            true);
    DataType after =
        new MapType(
            StringType.STRING,
            new ArrayType(new StructType().add("x", StringType.STRING), false),
            true);

    assertThat(SchemaChanges.between(one(before, true), one(after, true)))
        .containsExactlyInAnyOrder(
            "column c.value.element became NOT NULL",
            "column c.value.element.x was long and is string",
            "column c.value.element.y was dropped");
  }
}
