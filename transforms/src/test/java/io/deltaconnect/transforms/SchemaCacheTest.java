package io.deltaconnect.transforms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class SchemaCacheTest {
  private static Schema schema(int i) {
    return SchemaBuilder.struct().name("s" + i).field("f", Schema.INT32_SCHEMA).build();
  }

  /** Whatever the order, and whether schemas are the same or only equal. */
  @Property(tries = 300)
  void whatIsFoundIsWhatWasMadeForAnEqualSchema(@ForAll("orders") List<Integer> order) {
    List<Schema> made = new ArrayList<>();
    SchemaCache<String> cache =
        new SchemaCache<>(
            schema -> {
              made.add(schema);
              return schema.name();
            });
    Schema shared = schema(0);
    for (int i : order) {
      assertThat(cache.get(i == 0 ? shared : schema(i))).isEqualTo("s" + i);
      assertThat(cache.size()).isLessThanOrEqualTo(SchemaCache.MAX_SCHEMAS);
    }
    long distinct = order.stream().distinct().count();
    if (distinct <= SchemaCache.MAX_SCHEMAS) {
      assertThat(made).as("one for each").hasSize((int) distinct);
    }
  }

  @Provide
  Arbitrary<List<Integer>> orders() {
    return Arbitraries.integers().between(0, 300).list().ofMaxSize(600);
  }

  @Test
  void theSchemasUsedLongestAgoAreForgotten() {
    int[] made = {0};
    SchemaCache<Integer> cache = new SchemaCache<>(schema -> made[0]++);
    for (int i = 0; i < 10 * SchemaCache.MAX_SCHEMAS; i++) {
      cache.get(schema(i));
      cache.get(schema(0));
    }

    assertThat(cache.size()).isEqualTo(SchemaCache.MAX_SCHEMAS);
    assertThat(made[0]).as("schema 0 stays").isEqualTo(10 * SchemaCache.MAX_SCHEMAS);
  }

  /** A row of some fields, some of them NULL though they have a default. */
  record Row(List<Integer> defaults, List<Integer> values) {}

  @Provide
  Arbitrary<Row> rows() {
    Arbitrary<Integer> cell = Arbitraries.integers().between(-3, 3).injectNull(0.4);
    return Arbitraries.integers()
        .between(1, 8)
        .flatMap(
            size ->
                Combinators.combine(cell.list().ofSize(size), cell.list().ofSize(size))
                    .as(Row::new));
  }

  @Property(tries = 500)
  void aRowKeepsItsValuesAndTheirSchemas(@ForAll("rows") Row row) {
    SchemaBuilder builder = SchemaBuilder.struct().name("t").optional();
    for (int i = 0; i < row.defaults.size(); i++) {
      SchemaBuilder field = SchemaBuilder.int32().optional().parameter("i", "" + i);
      Integer byDefault = row.defaults.get(i);
      builder.field("f" + i, (byDefault == null ? field : field.defaultValue(byDefault)).build());
    }
    Schema schema = builder.build();
    Struct after = new Struct(schema);
    for (int i = 0; i < row.values.size(); i++) {
      after.put("f" + i, row.values.get(i));
    }
    Struct event =
        Records.struct("after", schema, after, "op", Schema.STRING_SCHEMA, "c", "n", schema, null);
    DebeziumRow<SinkRecord> transform =
        Records.configured(new DebeziumRow<>(), "op.field", "op", "add.fields", "n:extra");

    Struct made = (Struct) transform.apply(Records.value(event)).value();

    made.validate();
    assertThat(made.schema().fields()).hasSize(row.values.size() + 2);
    for (int i = 0; i < row.values.size(); i++) {
      assertThat(made.getWithoutDefault("f" + i)).isEqualTo(row.values.get(i));
      assertThat(made.schema().field("f" + i).schema()).isSameAs(schema.field("f" + i).schema());
    }
  }
}
