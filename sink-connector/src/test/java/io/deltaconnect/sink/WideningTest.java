package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.record;
import static io.deltaconnect.sink.Records.struct;
import static io.deltaconnect.sink.Records.structOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("JavaUtilDate") // how Connect represents its date and time types
class WideningTest {
  private static final Schema INT = Schema.OPTIONAL_INT32_SCHEMA;
  private static final Schema LONG = Schema.OPTIONAL_INT64_SCHEMA;
  private static final long BIG = 5_000_000_000L;

  @TempDir Path lake;

  private static Struct key(long id) {
    return structOf("id", Schema.INT64_SCHEMA, id);
  }

  private RealTaskFixture widening(String... keysAndValues) {
    RealTaskFixture task = RealTaskFixture.in(lake, "auto.evolve", "widen");
    return task.restarted(keysAndValues);
  }

  private static DataType type(RealTaskFixture task, String column) throws IOException {
    return task.table().snapshot().schema().get(column).getDataType();
  }

  @ParameterizedTest
  @ValueSource(strings = {"deletion_vectors", "copy_on_write"})
  void columnWidensWhenAValueNeedsItAndRowsOfBothTypesGoOn(String strategy) throws IOException {
    RealTaskFixture task = widening("merge.strategy", strategy);
    task.put(
        struct(0, key(1), structOf("n", INT, 1)),
        struct(1, key(2), structOf("n", INT, 2)),
        struct(2, key(3), structOf("n", INT, 3)));
    task.put(struct(3, key(1), structOf("n", LONG, 10L)));
    assertThat(type(task, "n")).as("10 fits as it is").isEqualTo(IntegerType.INTEGER);

    task.put(
        struct(4, key(2), structOf("n", INT, 20)),
        struct(5, key(4), structOf("n", LONG, BIG)),
        struct(6, key(5), structOf("n", INT, 5)),
        struct(7, key(3), structOf("n", INT, 3)));

    assertThat(type(task, "n")).isEqualTo(LongType.LONG);
    RealTable table = task.table();
    assertThat(table.rows())
        .containsExactlyInAnyOrder(
            map("id", 1L, "n", 10L),
            map("id", 2L, "n", 20L),
            map("id", 3L, "n", 3L),
            map("id", 4L, "n", BIG),
            map("id", 5L, "n", 5L));
    assertThat(table.version()).as("what was buffered, then all the rest at once").isEqualTo(4);
    assertThat(table.changes(4))
        .containsExactlyInAnyOrder("insert {id=4, n=5000000000}", "insert {id=5, n=5}");
    assertThat(table.snapshot().properties()).containsEntry("delta.enableTypeWidening", "true");
    assertThat(log(4)).contains("\"typeWidening\"", "delta.typeChanges", "integer", "long");

    // Rows that lie in files of the narrower type are found, shown and moved.
    task.restarted().put(struct(8, key(3), structOf("n", INT, 33)));
    assertThat(task.table().changes(5))
        .containsExactlyInAnyOrder("update_preimage {id=3, n=3}", "update_postimage {id=3, n=33}");
  }

  private String log(long version) throws IOException {
    return Files.readString(lake.resolve("orders/_delta_log/%020d.json".formatted(version)));
  }

  @Test
  void keyAndPartitionColumnsWidenAndKeysAreComparedByValue() throws IOException {
    RealTaskFixture task = widening("partition.by", "p");
    task.put(
        keyed(0, INT, 7, structOf("p", INT, 1, "n", LONG, 1L)),
        keyed(1, INT, 8, structOf("p", INT, 2, "n", LONG, 1L)));
    task.put(keyed(2, LONG, BIG, structOf("p", LONG, BIG, "n", LONG, 1L)));
    assertThat(type(task, "id")).isEqualTo(LongType.LONG);
    assertThat(type(task, "p")).isEqualTo(LongType.LONG);

    task.put(
        keyed(3, INT, 7, structOf("p", INT, 1, "n", LONG, 2L)),
        keyed(4, LONG, 8L, structOf("p", LONG, 3L, "n", LONG, 2L)));
    Schema decimal = decimal(25, 2);
    task.put(
        keyed(5, decimal, new BigDecimal("7.00"), structOf("p", INT, 1, "n", LONG, 3L)),
        keyed(6, decimal, new BigDecimal("7.50"), structOf("p", INT, 1, "n", LONG, 3L)));
    assertThat(type(task, "id")).isEqualTo(new DecimalType(25, 2));
    task.put(keyed(7, INT, 8, null), keyed(8, LONG, BIG, structOf("p", INT, 4, "n", LONG, 4L)));

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(
            map("id", new BigDecimal("7.00"), "p", 1L, "n", 3L),
            map("id", new BigDecimal("7.50"), "p", 1L, "n", 3L),
            map("id", new BigDecimal("5000000000.00"), "p", 4L, "n", 4L));
    assertThat(task.table().changes(task.table().version()))
        .containsExactlyInAnyOrder(
            "delete {id=8.00, p=3, n=2}",
            "update_preimage {id=5000000000.00, p=5000000000, n=1}",
            "update_postimage {id=5000000000.00, p=4, n=4}");
  }

  private static SinkRecord keyed(long offset, Schema id, Object value, Struct row) {
    SchemaBuilder required = new SchemaBuilder(id.type()).name(id.name());
    if (id.parameters() != null) {
      required.parameters(id.parameters());
    }
    return struct(offset, structOf("id", required.build(), value), row);
  }

  private static Schema decimal(int precision, int scale) {
    return Decimal.builder(scale)
        .parameter("connect.decimal.precision", Integer.toString(precision))
        .optional()
        .build();
  }

  @Test
  void nestedTypesWidenWhereTheyAreNarrow() throws IOException {
    Schema narrow =
        SchemaBuilder.struct()
            .optional()
            .field("a", INT)
            .field("other", INT)
            .field("l", SchemaBuilder.array(INT).optional().build())
            .field("m", SchemaBuilder.map(Schema.INT32_SCHEMA, Schema.OPTIONAL_FLOAT32_SCHEMA))
            .build();
    Schema wide =
        SchemaBuilder.struct()
            .optional()
            .field("a", LONG)
            .field("other", LONG)
            .field("l", SchemaBuilder.array(LONG).optional().build())
            .field("m", SchemaBuilder.map(Schema.INT64_SCHEMA, Schema.OPTIONAL_FLOAT64_SCHEMA))
            .field("new", LONG)
            .build();
    RealTaskFixture task = widening();
    task.put(
        struct(
            0,
            key(1),
            structOf(
                "s",
                narrow,
                new Struct(narrow)
                    .put("a", 1)
                    .put("other", 1)
                    .put("l", List.of(1, 2))
                    .put("m", Map.of(1, 0.5f)))));
    task.put(
        struct(
            1,
            key(2),
            structOf(
                "s",
                wide,
                new Struct(wide)
                    .put("a", BIG)
                    .put("other", 1L)
                    .put("l", List.of(1L, BIG))
                    .put("m", Map.of(BIG, 0.1d))
                    .put("new", BIG))));

    StructType s = (StructType) type(task, "s");
    assertThat(s.get("a").getDataType()).isEqualTo(LongType.LONG);
    assertThat(s.get("other").getDataType()).as("fits").isEqualTo(IntegerType.INTEGER);
    assertThat(((ArrayType) s.get("l").getDataType()).getElementType()).isEqualTo(LongType.LONG);
    assertThat(s.get("m").getDataType().toString()).contains("long", "double");
    assertThat(log(2))
        .contains("\\\"fieldPath\\\":\\\"element\\\"", "\\\"fieldPath\\\":\\\"key\\\"");
    task.put(struct(2, key(3), structOf("s", narrow, null)));
    Object[] first =
        (Object[])
            task.table().rows().stream()
                .filter(row -> row.get("id").equals(1L))
                .findFirst()
                .orElseThrow()
                .get("s");
    assertThat(first[0]).isEqualTo(1L);
    assertThat(first[2]).isEqualTo(List.of(1L, 2L));
  }

  @Test
  void decimalsFloatsAndDatesWiden() throws IOException {
    RealTaskFixture task = widening("timestamp.mode", "ntz");
    Schema date = org.apache.kafka.connect.data.Date.builder().optional().build();
    Schema timestamp = Timestamp.builder().optional().build();
    task.put(
        struct(
            0,
            key(1),
            structOf(
                "x",
                decimal(5, 2),
                new BigDecimal("1.25"),
                "f",
                Schema.OPTIONAL_FLOAT32_SCHEMA,
                0.5f,
                "i",
                INT,
                1,
                "d",
                date,
                new Date(-86_400_000L))));
    task.put(
        struct(
            1,
            key(2),
            structOf(
                "x",
                decimal(6, 4),
                new BigDecimal("1.2345"),
                "f",
                Schema.OPTIONAL_FLOAT64_SCHEMA,
                0.1d,
                "i",
                Schema.OPTIONAL_FLOAT64_SCHEMA,
                1.5d,
                "d",
                timestamp,
                new Date(1_001L))));

    assertThat(type(task, "x")).isEqualTo(new DecimalType(7, 4));
    assertThat(type(task, "f")).isEqualTo(DoubleType.DOUBLE);
    assertThat(type(task, "i")).isEqualTo(DoubleType.DOUBLE);
    assertThat(type(task, "d")).isEqualTo(TimestampNTZType.TIMESTAMP_NTZ);
    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(
            map("id", 1L, "x", new BigDecimal("1.2500"), "f", 0.5d, "i", 1d, "d", -86_400_000_000L),
            map("id", 2L, "x", new BigDecimal("1.2345"), "f", 0.1d, "i", 1.5d, "d", 1_001_000L));
  }

  @Test
  void whatNoTypeHoldsIsABadRecordThatNamesColumnAndBothTypes() throws IOException {
    RealTaskFixture task = widening();
    task.put(struct(0, key(1), structOf("n", LONG, 1L, "d", LONG, 1L)));
    long version = task.table().version();

    assertThatThrownBy(
            () -> task.put(struct(1, key(1), structOf("n", Schema.OPTIONAL_FLOAT64_SCHEMA, 1.5d))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("orders-0@1")
        .hasMessageContaining("column n is long")
        .hasMessageContaining("FLOAT64");
    assertThatThrownBy(
            () -> task.put(struct(1, key(1), structOf("n", Schema.OPTIONAL_BOOLEAN_SCHEMA, true))))
        .hasMessageContaining("column n is long")
        .hasMessageContaining("BOOLEAN");
    assertThat(task.table().version()).isEqualTo(version);
  }

  @Test
  void widthIsAskedForWhereItIsNotAllowed() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "auto.evolve", "add");
    task.put(struct(0, key(1), structOf("n", INT, 1)));

    assertThatThrownBy(() -> task.put(struct(1, key(1), structOf("n", LONG, BIG))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("column n: expected integer, got 5000000000")
        .hasMessageContaining("auto.evolve=widen");
  }

  @Test
  void tableThatOthersMadeWidensOnlyIfItSaysSo() throws IOException {
    StructType schema = new StructType().add("id", LongType.LONG).add("n", IntegerType.INTEGER);
    for (String allowed : List.of("", "true")) {
      Map<String, String> properties =
          allowed.isEmpty() ? Map.of() : Map.of("delta.enableTypeWidening", allowed);
      String path = lake.resolve("t" + allowed).resolve("orders").toString();
      DeltaTable.createOrOpen(
          Storage.of(Map.of()),
          path,
          new TableDefinition(schema, List.of(), List.of(), properties),
          TableOptions.defaults());
      RealTaskFixture task =
          RealTaskFixture.in(lake.resolve("t" + allowed), "auto.evolve", "widen");
      SinkRecord record = struct(0, key(1), structOf("n", LONG, BIG));
      if (allowed.isEmpty()) {
        assertThatThrownBy(() -> task.put(record))
            .isInstanceOf(DataException.class)
            .hasMessageContaining("column n")
            .hasMessageContaining("delta.enableTypeWidening");
      } else {
        assertThat(task.put(record).table().rows()).containsExactly(map("id", 1L, "n", BIG));
      }
    }
  }

  @Test
  void tasksThatWidenDifferentlyAtTheSameTimeAgree() throws IOException {
    RealTaskFixture one = widening("commit.interval.ms", "60000", "commit.max.records", "2");
    one.restarted("commit.interval.ms", "0").put(struct(0, key(1), structOf("n", INT, 1)));
    RealTaskFixture two = one.restarted();
    one.put(on(0, 1, 2, LONG, BIG));
    two.put(on(1, 0, 3, decimal(12, 2), new BigDecimal("1.25")));
    RealTaskFixture three = one.restarted();
    three.put(on(2, 0, 4, INT, 4));

    one.put(second(0, 2));
    three.put(second(2, 1));
    two.put(second(1, 1));
    two.put(on(1, 0, 3, decimal(12, 2), new BigDecimal("1.25")), second(1, 1));

    assertThat(two.table().rows())
        .containsExactlyInAnyOrder(
            map("id", 1L, "n", new BigDecimal("1.00")),
            map("id", 2L, "n", new BigDecimal("5000000000.00")),
            map("id", 3L, "n", new BigDecimal("1.25")),
            map("id", 4L, "n", new BigDecimal("4.00")));
  }

  @Test
  void tasksThatAddAColumnOfDifferentTypesAtTheSameTimeAgree() throws IOException {
    RealTaskFixture one = widening("commit.interval.ms", "60000", "commit.max.records", "2");
    one.restarted("commit.interval.ms", "0").put(struct(0, key(1), structOf("n", INT, 1)));
    RealTaskFixture adopting = one.restarted("auto.evolve", "add");
    RealTaskFixture converting = one.restarted("auto.evolve", "add");
    RealTaskFixture refused = one.restarted("auto.evolve", "add");
    refused.worker.reporting = true;
    refused.task.start(refused.config);
    one.put(added(0, 1, 2, Schema.OPTIONAL_STRING_SCHEMA, "1"));
    adopting.put(added(1, 0, 3, Schema.OPTIONAL_STRING_SCHEMA, "x"));
    converting.put(added(2, 0, 4, LONG, 4L));
    refused.put(added(3, 0, 5, Schema.OPTIONAL_BYTES_SCHEMA, new byte[] {1}));

    one.put(second(0, 2));
    adopting.put(second(1, 1));
    converting.put(second(2, 1));
    refused.put(second(3, 1));
    assertThat(adopting.worker.seeks).isEmpty();
    assertThat(converting.worker.seeks).isNotEmpty();
    converting.put(added(2, 0, 4, LONG, 4L), second(2, 1));
    refused.put(added(3, 0, 5, Schema.OPTIONAL_BYTES_SCHEMA, new byte[] {1}), second(3, 1));

    assertThat(one.table().rows())
        .containsExactlyInAnyOrder(
            map("id", 1L, "n", 1),
            map("id", 2L, "a", "1"),
            map("id", 3L, "a", "x"),
            map("id", 4L, "a", "4"));
    assertThat(type(one, "a")).isEqualTo(StringType.STRING);
    assertThat(refused.worker.reported).hasSize(1);
  }

  private static SinkRecord on(int partition, long offset, long id, Schema type, Object n) {
    return at(partition, offset, id, structOf("n", type, n));
  }

  private static SinkRecord added(int partition, long offset, long id, Schema type, Object a) {
    return at(partition, offset, id, structOf("a", type, a));
  }

  private static SinkRecord at(int partition, long offset, long id, Struct value) {
    Struct key = key(id);
    return record(Records.TOPIC, partition, offset, key.schema(), key, value.schema(), value);
  }

  /** A second record, so that a task with commit.max.records=2 commits what it has. */
  private static SinkRecord second(int partition, long offset) {
    Struct key = key(999);
    return record(Records.TOPIC, partition, offset, key.schema(), key, null, null);
  }

  @Test
  void dateColumnThatPartitionsWidens() throws IOException {
    RealTaskFixture task = widening("timestamp.mode", "ntz", "partition.by", "d");
    Schema date = org.apache.kafka.connect.data.Date.builder().optional().build();
    Schema timestamp = Timestamp.builder().optional().build();
    task.put(
        struct(0, key(1), structOf("d", date, new Date(86_400_000L), "n", INT, 1)),
        struct(1, key(2), structOf("d", date, null, "n", INT, 1)));
    assertThat(type(task, "d")).isEqualTo(DateType.DATE);
    task.put(struct(2, key(3), structOf("d", timestamp, new Date(5L), "n", INT, 1)));
    task.put(struct(3, key(1), structOf("d", timestamp, new Date(86_400_000L), "n", INT, 2)));

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(
            map("id", 1L, "d", 86_400_000_000L, "n", 2),
            map("id", 2L, "n", 1),
            map("id", 3L, "d", 5_000L, "n", 1));
  }
}
