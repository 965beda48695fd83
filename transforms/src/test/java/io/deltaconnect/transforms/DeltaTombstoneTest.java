package io.deltaconnect.transforms;

import static io.deltaconnect.transforms.Records.configured;
import static io.deltaconnect.transforms.Records.map;
import static io.deltaconnect.transforms.Records.struct;
import static io.deltaconnect.transforms.Records.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaTombstoneTest {
  private static DeltaTombstone<SinkRecord> transform(String... config) {
    return configured(new DeltaTombstone<>(), config);
  }

  private static Map<String, Object> change(String type) {
    return map("id", 1, "score", null, "_change_type", type, "_commit_version", 7L);
  }

  private static Struct structChange(String type) {
    Schema score = SchemaBuilder.int32().optional().defaultValue(10).build();
    Schema nested = SchemaBuilder.struct().field("_change_type", Schema.STRING_SCHEMA).build();
    return struct(
        SchemaBuilder.struct().name("orders").version(4).doc("orders").parameter("a", "b"),
        "_change_type",
        Schema.OPTIONAL_STRING_SCHEMA,
        type,
        "score",
        score,
        null,
        "nested",
        nested,
        new Struct(nested).put("_change_type", "kept"),
        "_commit_version",
        Schema.INT64_SCHEMA,
        7L,
        "_commit_timestamp",
        SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").build(),
        8L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "update_postimage"})
  void newImagesBecomeRows(String type) {
    SinkRecord record = value(structChange(type));
    record.headers().add("__delta.change_type", type, null);

    SinkRecord made = transform().apply(record);

    Struct row = (Struct) made.value();
    Schema schema = made.valueSchema();
    assertThat(schema).isSameAs(row.schema());
    assertThat(Structs.fields(schema)).isEqualTo("score, nested");
    assertThat(schema.name()).isEqualTo("orders");
    assertThat(schema.version()).isEqualTo(4);
    assertThat(schema.doc()).isEqualTo("orders");
    assertThat(schema.parameters()).isEqualTo(Map.of("a", "b"));
    assertThat(row.getWithoutDefault("score")).as("NULL, though 10 is the default").isNull();
    assertThat(row.getStruct("nested").get("_change_type")).isEqualTo("kept");
    assertThat(made.key()).isSameAs(record.key());
    assertThat(made.headers()).isEqualTo(record.headers());
    assertThat(made.timestamp()).isEqualTo(1_000L);
    assertThat(made.originalTopic()).isEqualTo("orders");
    assertThat(made.originalKafkaPartition()).isEqualTo(3);
    assertThat(made.originalKafkaOffset()).isEqualTo(42);

    Map<String, Object> change = change(type);
    assertThat(transform().apply(value(change)).value()).isEqualTo(map("id", 1, "score", null));
    assertThat(change).as("what was given").isEqualTo(change(type));
  }

  @Test
  void whatRowsKeepCanBeChosen() {
    assertThat(transform("exclude.fields", "").apply(value(change("insert"))).value())
        .isEqualTo(map("id", 1, "score", null, "_commit_version", 7L));
    assertThat(
            transform("change.type.field", "op", "exclude.fields", "x")
                .apply(value(map("op", "insert", "x", 1, "_change_type", 2)))
                .value())
        .isEqualTo(map("_change_type", 2));
  }

  @Test
  void deletesBecomeTombstones() {
    for (Object change : new Object[] {change("delete"), structChange("delete")}) {
      SinkRecord record = value(change);

      SinkRecord made = transform().apply(record);

      assertThat(made.value()).isNull();
      assertThat(made.valueSchema()).isNull();
      assertThat(made.key()).isSameAs(record.key());
      assertThat(made.originalKafkaOffset()).isEqualTo(42);
    }
  }

  @Test
  void oldImagesOfUpdatesAreDropped() {
    assertThat(transform().apply(value(change("update_preimage")))).isNull();
    assertThat(transform().apply(value(structChange("update_preimage")))).isNull();
  }

  @Test
  void tombstonesPass() {
    SinkRecord tombstone = value(null);
    assertThat(transform().apply(tombstone)).isSameAs(tombstone);
  }

  @Test
  void aDeleteWithoutAKeyIsABadRecord() {
    assertThatThrownBy(() -> transform().apply(Records.of(null, null, null, change("delete"))))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("orders-3@42: a delete without a key")
        .hasMessageContaining("key.fields");
  }

  @Test
  void unknownChangeTypesAreBadRecordsUnlessConfigured() {
    for (Object value :
        new Object[] {change("update_pre"), change(null), map("id", 1), structChange(null), "x"}) {
      SinkRecord record = value(value);
      assertThatThrownBy(() -> transform().apply(record))
          .isInstanceOf(DataException.class)
          .hasMessageStartingWith("orders-3@42: field '_change_type' (change.type.field) must be")
          .hasMessageContaining("unknown.behavior=pass or drop");
      assertThat(transform("unknown.behavior", "pass").apply(record)).isSameAs(record);
      assertThat(transform("unknown.behavior", "drop").apply(record)).isNull();
    }
    assertThatThrownBy(() -> transform().apply(value(change("update_pre"))))
        .hasMessageContaining("but is 'update_pre'");
    assertThatThrownBy(() -> transform().apply(value(map("id", 1))))
        .hasMessageContaining("the value's fields are id");
    assertThatThrownBy(() -> transform().apply(value("x")))
        .hasMessageContaining("the value is a String");
  }

  @Test
  void aFieldMustBeNamed() {
    assertThatThrownBy(() -> transform("change.type.field", ""))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("change.type.field must name");
  }
}
