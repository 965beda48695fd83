package io.deltaconnect.transforms;

import static io.deltaconnect.transforms.Records.configured;
import static io.deltaconnect.transforms.Records.map;
import static io.deltaconnect.transforms.Records.struct;
import static io.deltaconnect.transforms.Records.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpCodesTest {
  private static OpCodes<SinkRecord> transform(String... config) {
    return configured(new OpCodes<>(), config);
  }

  private static OpCodes<SinkRecord> inField(String from, String to, String... more) {
    OpCodes<SinkRecord> transform = new OpCodes<>();
    Map<String, Object> config = map((Object[]) more);
    config.putAll(map("field.name", "op", "from", from, "to", to));
    transform.configure(config);
    return transform;
  }

  private static SinkRecord withHeader(Object value, Object code) {
    SinkRecord record = value(value);
    record.headers().add("other", 5, Schema.INT32_SCHEMA).add("op", code, null);
    return record;
  }

  @ParameterizedTest
  @CsvSource({
    "delta, debezium, insert c update_postimage u delete d",
    "delta, changelog, insert I update_postimage U delete D",
    "delta, dms, insert insert update_postimage update delete delete",
    "debezium, delta, c insert r insert u update_postimage d delete",
    "debezium, changelog, c I r I u U d D t T",
    "debezium, dms, c insert r insert u update d delete t truncate",
    "changelog, delta, I insert U update_postimage D delete",
    "changelog, debezium, I c U u D d T t",
    "changelog, dms, I insert U update D delete T truncate",
    "dms, delta, insert insert load insert I insert update update_postimage U update_postimage"
        + " delete delete D delete",
    "dms, debezium, insert c load c I c update u U u delete d D d truncate t",
    "dms, changelog, insert I load I I I update U U U delete D D D truncate T",
    "debezium, debezium, c c r c u u d d t t"
  })
  void eachConventionIsTranslatedToEachOther(String from, String to, String pairs) {
    OpCodes<SinkRecord> transform = inField(from, to);
    String[] codes = pairs.split(" ", -1);
    for (int i = 0; i < codes.length; i += 2) {
      SinkRecord made = transform.apply(value(map("op", codes[i], "n", 1)));

      assertThat(made.value()).as(codes[i]).isEqualTo(map("op", codes[i + 1], "n", 1));
    }
  }

  @ParameterizedTest
  @CsvSource({"debezium, t", "changelog, T", "dms, truncate"})
  void aTruncateHasNoCodeInDelta(String from, String code) {
    SinkRecord truncate = value(map("op", code));

    assertThatThrownBy(() -> inField(from, "delta").apply(truncate))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("'" + code + "'");
    assertThat(inField(from, "delta", "unknown.behavior", "drop").apply(truncate)).isNull();
    assertThat(inField(from, "delta", "unknown.behavior", "PASS").apply(truncate))
        .isSameAs(truncate);
  }

  @ParameterizedTest
  @ValueSource(strings = {"delta", "debezium", "changelog", "dms"})
  void preimagesAreDroppedOrPassAsTheyAre(String to) {
    SinkRecord preimage = value(map("op", "update_preimage"));

    assertThat(inField("delta", to).apply(preimage)).isNull();
    assertThat(inField("delta", to, "drop.preimages", "false").apply(preimage)).isSameAs(preimage);
    assertThat(inField("delta", to, "mapping", "update_preimage:B").apply(preimage).value())
        .isEqualTo(map("op", "B"));
  }

  @Test
  void pairsGoBeforeConventionsOrInTheirPlace() {
    assertThat(
            inField("dms", "debezium", "mapping", "truncate-table: t, load:r")
                .apply(value(map("op", "load")))
                .value())
        .isEqualTo(map("op", "r"));

    OpCodes<SinkRecord> own = transform("field.name", "op", "mapping", "INS:c,DEL:d");
    assertThat(own.apply(value(map("op", "DEL"))).value()).isEqualTo(map("op", "d"));
    assertThatThrownBy(() -> own.apply(value(map("op", "c"))))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "orders-3@42: the code 'c' in field 'op' is none of INS, DEL (from, mapping);"
                + " unknown.behavior=pass or drop lets it through");
  }

  @Test
  void onlyTheCodeOfAStructChanges() {
    SchemaBuilder schema =
        SchemaBuilder.struct().name("shop.Orders").version(4).doc("orders").parameter("a", "b");
    Schema withDefault = SchemaBuilder.int32().optional().defaultValue(10).build();
    Schema decimal = SchemaBuilder.bytes().optional().parameter("scale", "2").version(1).build();
    Struct row =
        struct(
            schema,
            "op",
            SchemaBuilder.string()
                .name("io.debezium.data.Enum")
                .parameter("allowed", "I,U")
                .build(),
            "I",
            "score",
            withDefault,
            null,
            "price",
            decimal,
            new byte[] {1},
            "unset",
            SchemaBuilder.string().defaultValue("none").build(),
            "x");
    SinkRecord record = withHeader(row, "kept");

    SinkRecord made = inField("changelog", "debezium").apply(record);

    Struct value = (Struct) made.value();
    assertThat(made.valueSchema()).isSameAs(row.schema());
    assertThat(value.schema()).isSameAs(row.schema());
    assertThat(value.get("op")).isEqualTo("c");
    assertThat(value.getWithoutDefault("score")).as("NULL, though 10 is the default").isNull();
    assertThat(value.get("price")).isEqualTo(new byte[] {1});
    assertThat(value.get("unset")).isEqualTo("x");
    assertThat(row.get("op")).as("what was given is not changed").isEqualTo("I");
    assertThat(made.headers()).isEqualTo(record.headers());
    assertThat(made.key()).isSameAs(record.key());
    assertThat(made.timestamp()).isEqualTo(1_000L);
    assertThat(made.timestampType()).isEqualTo(record.timestampType());
    assertThat(made.topic()).isEqualTo("renamed");
    assertThat(made.originalTopic()).isEqualTo("orders");
    assertThat(made.originalKafkaPartition()).isEqualTo(3);
    assertThat(made.originalKafkaOffset()).isEqualTo(42);
  }

  @Test
  void codesInNestedFieldsAreFoundByDots() {
    OpCodes<SinkRecord> transform =
        transform("field.name", "metadata.operation", "from", "dms", "to", "debezium");
    Map<String, Object> message =
        map("data", map("id", 1), "metadata", map("operation", "update", "schema-name", "s"));

    assertThat(transform.apply(value(message)).value())
        .isEqualTo(
            map("data", map("id", 1), "metadata", map("operation", "u", "schema-name", "s")));
    assertThat(message.toString()).as("what was given").contains("operation=update");

    Struct metadata =
        struct("operation", Schema.STRING_SCHEMA, "load", "n", Schema.INT32_SCHEMA, 1);
    Struct nested = struct("metadata", metadata.schema(), metadata, "m", Schema.INT32_SCHEMA, 2);
    Struct made = (Struct) transform.apply(value(nested)).value();
    assertThat(made.schema()).isSameAs(nested.schema());
    assertThat(made.getStruct("metadata").get("operation")).isEqualTo("c");
    assertThat(made.getStruct("metadata").get("n")).isEqualTo(1);
    assertThat(made.get("m")).isEqualTo(2);
    assertThat(metadata.get("operation")).isEqualTo("load");
  }

  @Test
  void aFieldWhoseNameHasDotsGoesFirst() {
    OpCodes<SinkRecord> transform =
        transform("field.name", "a.b", "from", "changelog", "to", "debezium");

    assertThat(transform.apply(value(map("a.b", "I", "a", map("b", "U")))).value())
        .isEqualTo(map("a.b", "c", "a", map("b", "U")));
    Struct row = struct("a.b", Schema.STRING_SCHEMA, "I");
    assertThat(((Struct) transform.apply(value(row)).value()).get("a.b")).isEqualTo("c");
  }

  @Test
  void codesInHeadersAreTranslatedThere() {
    OpCodes<SinkRecord> transform =
        transform("header.name", "op", "from", "debezium", "to", "changelog");
    SinkRecord record = withHeader(map("n", 1), "u");

    SinkRecord made = transform.apply(record);

    assertThat(made.headers().lastWithName("op").value()).isEqualTo("U");
    assertThat(made.headers().lastWithName("other").value()).isEqualTo(5);
    assertThat(made.value()).isSameAs(record.value());
    assertThat(record.headers().lastWithName("op").value()).as("given").isEqualTo("u");

    byte[] bytes = "d".getBytes(StandardCharsets.UTF_8);
    assertThat(transform.apply(withHeader(null, bytes)).headers().lastWithName("op").value())
        .as("of a record without a value, in bytes")
        .isEqualTo("D".getBytes(StandardCharsets.UTF_8));
    assertThat(configured(new OpCodes<>(), "header.name", "op", "mapping", "u:u").apply(record))
        .isSameAs(record);
  }

  @Test
  void aCodeCanGoFromAFieldToAHeader() {
    OpCodes<SinkRecord> transform =
        transform(
            "field.name",
            "metadata.operation",
            "header.name",
            "op",
            "from",
            "dms",
            "to",
            "debezium");
    SinkRecord record = withHeader(map("data", 1, "metadata", map("operation", "delete")), "old");

    SinkRecord made = transform.apply(record);

    assertThat(made.value()).isSameAs(record.value());
    assertThat(made.headers().allWithName("op"))
        .toIterable()
        .singleElement()
        .satisfies(header -> assertThat(header.value()).isEqualTo("d"));
  }

  @Test
  void tombstonesPass() {
    SinkRecord tombstone = value(null);

    assertThat(inField("delta", "debezium").apply(tombstone)).isSameAs(tombstone);
    assertThat(transform("header.name", "op", "from", "delta", "to", "debezium").apply(tombstone))
        .isSameAs(tombstone);
  }

  @Test
  void missingCodesAreNamedWithWhatThereIs() {
    OpCodes<SinkRecord> transform = inField("changelog", "debezium");
    String advice = "; unknown.behavior=pass or drop lets it through";

    assertThatThrownBy(() -> transform.apply(value(map("_op", "I", "n", 1))))
        .hasMessage(
            "orders-3@42: there is no field 'op' (field.name); the value's fields are _op, n"
                + advice);
    assertThatThrownBy(() -> transform.apply(value(struct("b", Schema.INT8_SCHEMA, (byte) 1))))
        .hasMessage(
            "orders-3@42: there is no field 'op' (field.name); the value's fields are b" + advice);
    assertThatThrownBy(() -> transform.apply(value(map("op", null))))
        .hasMessage("orders-3@42: field 'op' is NULL" + advice);
    assertThatThrownBy(() -> transform.apply(value(map("op", 3))))
        .hasMessage("orders-3@42: field 'op' must have a text, but has a Integer" + advice);
    assertThatThrownBy(() -> transform.apply(value("text")))
        .hasMessage(
            "orders-3@42: the value must be a struct or a map, with field 'op' (field.name), but is"
                + " a String"
                + advice);
    assertThatThrownBy(
            () ->
                transform("header.name", "op", "from", "delta", "to", "dms")
                    .apply(value(map("n", 1))))
        .hasMessage("orders-3@42: there is no header 'op' (header.name)" + advice);
  }

  @Test
  void recordsWithoutACodeArePassedOrDroppedIfSoConfigured() {
    for (Object value : new Object[] {map("n", 1), map("op", null), "text"}) {
      SinkRecord record = value(value);
      assertThat(inField("delta", "dms", "unknown.behavior", "pass").apply(record))
          .isSameAs(record);
      assertThat(inField("delta", "dms", "unknown.behavior", "drop").apply(record)).isNull();
    }
  }

  @Test
  void aRecordYetToBeWrittenIsNamedByItsSource() {
    OpCodes<SourceRecord> transform = new OpCodes<>();
    transform.configure(map("field.name", "op", "from", "delta", "to", "debezium"));

    assertThatThrownBy(
            () ->
                transform.apply(
                    new SourceRecord(
                        map("table", "t"), map("version", 5), "orders", null, map("op", "x"))))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("orders from {table=t} at {version=5}: the code 'x'");
  }

  @Test
  void codesInKeys() {
    OpCodes<SinkRecord> transform =
        configured(new OpCodes.Key<>(), "field.name", "op", "from", "changelog", "to", "debezium");
    SinkRecord record = Records.of(null, map("op", "I"), null, map("op", "U"));

    SinkRecord made = transform.apply(record);

    assertThat(made.key()).isEqualTo(map("op", "c"));
    assertThat(made.value()).isSameAs(record.value());
    assertThat(transform.apply(Records.of(null, null, null, map("op", "U"))).key()).isNull();
    assertThatThrownBy(() -> transform.apply(Records.of(null, map("n", 1), null, null)))
        .hasMessageContaining("the key's fields are n");
  }

  @Test
  void settingsThatContradictEachOtherAreRefused() {
    assertThatThrownBy(() -> transform("from", "delta", "to", "dms"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("field.name or header.name");
    assertThatThrownBy(() -> transform("field.name", "op", "from", "delta"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("from and to go together");
    assertThatThrownBy(() -> transform("field.name", "op"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("mapping");
    assertThatThrownBy(() -> transform("field.name", "op", "from", "flink", "to", "delta"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("must be one of [delta, debezium, changelog, dms]");
    assertThatThrownBy(() -> transform("field.name", "op", "mapping", "a"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("code:translation");
    assertThatThrownBy(() -> transform("field.name", "op", "mapping", "a:b,a:c"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("two pairs for 'a'");
  }
}
