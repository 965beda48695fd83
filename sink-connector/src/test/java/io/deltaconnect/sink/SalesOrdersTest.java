package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.struct;
import static io.deltaconnect.sink.Records.structOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders merged into a sales table whose key is a decimal, by records whose key is an int. */
class SalesOrdersTest {
  @TempDir Path lake;

  private static SinkRecord order(
      long offset, int id, String customer, String product, int quantity) {
    return struct(
        offset,
        structOf("order_id", Schema.INT32_SCHEMA, id),
        structOf(
            "customer_name",
            Schema.STRING_SCHEMA,
            customer,
            "product_name",
            Schema.STRING_SCHEMA,
            product,
            "quantity",
            Schema.INT32_SCHEMA,
            quantity));
  }

  private static String row(int id, String customer, String product, int quantity) {
    return "{order_id=%d, customer_name=%s, product_name=%s, quantity=%d}"
        .formatted(id, customer, product, quantity);
  }

  @ParameterizedTest
  @ValueSource(strings = {"deletion_vectors", "copy_on_write"})
  void fourOrdersThenTwoUpdatesAndTwoInsertsAreOneCommitEach(String strategy) throws IOException {
    StructType schema =
        new StructType()
            .add("order_id", new DecimalType(10, 0))
            .add("customer_name", StringType.STRING)
            .add("product_name", StringType.STRING)
            .add("quantity", IntegerType.INTEGER);
    DeltaTable.createOrOpen(
        Storage.of(Map.of()),
        lake.resolve("orders").toString(),
        new TableDefinition(schema, List.of(), List.of(), Map.of()),
        TableOptions.defaults());
    RealTaskFixture task = RealTaskFixture.in(lake, "merge.strategy", strategy);

    task.put(
        order(0, 1001, "John", "laptop", 1),
        order(1, 1002, "Jane", "phone", 2),
        order(2, 1003, "Mary", "desk", 1),
        order(3, 1004, "Alex", "lamp", 4));
    task.put(
        order(4, 1002, "Jane", "phone", 3),
        order(5, 1004, "Alex", "floor lamp", 4),
        order(6, 1005, "Kim", "chair", 6),
        order(7, 1006, "Lee", "mouse", 2));

    RealTable table = task.table();
    assertThat(table.version()).isEqualTo(2);
    assertThat(table.rows())
        .extracting(row -> row.get("order_id"), row -> row.get("quantity"))
        .containsExactlyInAnyOrder(
            tuple(new BigDecimal(1001), 1),
            tuple(new BigDecimal(1002), 3),
            tuple(new BigDecimal(1003), 1),
            tuple(new BigDecimal(1004), 4),
            tuple(new BigDecimal(1005), 6),
            tuple(new BigDecimal(1006), 2));
    assertThat(table.rows())
        .contains(
            map(
                "order_id",
                new BigDecimal(1004),
                "customer_name",
                "Alex",
                "product_name",
                "floor lamp",
                "quantity",
                4));
    assertThat(table.changes(1)).hasSize(4).allMatch(change -> change.startsWith("insert "));
    assertThat(table.changes(2))
        .containsExactlyInAnyOrder(
            "update_preimage " + row(1002, "Jane", "phone", 2),
            "update_postimage " + row(1002, "Jane", "phone", 3),
            "update_preimage " + row(1004, "Alex", "lamp", 4),
            "update_postimage " + row(1004, "Alex", "floor lamp", 4),
            "insert " + row(1005, "Kim", "chair", 6),
            "insert " + row(1006, "Lee", "mouse", 2));
  }
}
