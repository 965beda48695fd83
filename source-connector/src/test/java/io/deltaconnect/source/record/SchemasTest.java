package io.deltaconnect.source.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.apicurio.registry.utils.converter.avro.AvroData;
import io.apicurio.registry.utils.converter.avro.AvroDataConfig;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.types.VariantType;
import io.deltaconnect.table.kernel.TableLayout;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Schemas of records: types, names, and what a registry thinks of them. */
class SchemasTest {
  private static final StructType ADDRESS =
      new StructType().add("street", StringType.STRING).add("number", IntegerType.INTEGER);
  private static final StructType CUSTOMERS =
      new StructType()
          .add("id", LongType.LONG, false)
          .add("home", ADDRESS)
          .add("others", new ArrayType(ADDRESS, true))
          .add("by-date", new MapType(DateType.DATE, ADDRESS, true))
          .add("by number", new MapType(IntegerType.INTEGER, DoubleType.DOUBLE, false))
          .add("wealth", new DecimalType(12, 2))
          .add("born", DateType.DATE)
          .add("seen", TimestampType.TIMESTAMP)
          .add("local", TimestampNTZType.TIMESTAMP_NTZ)
          .add("raw", BinaryType.BINARY);

  private static RecordTarget target(
      StructType schema, String topic, TimePrecision precision, NameAdjustment adjustment) {
    OutputSettings settings = settings(OutputFormat.FLAT, precision, adjustment);
    return new RecordTarget(settings, "customers", topic, layout(schema), 1);
  }

  private static TableLayout layout(StructType schema) {
    return new TableLayout("/customers", schema, List.of(), Map.of());
  }

  private static OutputSettings settings(
      OutputFormat format, TimePrecision precision, NameAdjustment adjustment) {
    return new OutputSettings(
        format,
        true,
        true,
        Set.of(),
        precision,
        adjustment,
        SchemaChangeBehavior.EVOLVE,
        null,
        List.of("id"));
  }

  private static Schema value(StructType schema, TimePrecision precision) {
    return target(schema, "t", precision, NameAdjustment.NONE).valueSchema().build().schema();
  }

  private static Schema schemaOf(OutputFormat format, StructType schema) {
    OutputSettings settings = settings(format, TimePrecision.ADAPTIVE, NameAdjustment.AVRO);
    RowFormat made =
        RowFormat.of(
            settings, new RecordTarget(settings, "customers", "shop-1.crm", layout(schema), 1));
    Object[] row = new Object[schema.length()];
    row[0] = 1L;
    return made.snapshotRow(row, new Origin("customers", 0, 0, true)).valueSchema();
  }

  @Test
  void typesAreConnectsWithTheDeltaTypeAsParameter() {
    Schema schema = value(CUSTOMERS, TimePrecision.ADAPTIVE);

    assertThat(schema.field("id").schema())
        .isEqualTo(SchemaBuilder.int64().parameter("delta.type", "long").build());
    assertThat(schema.field("wealth").schema())
        .isEqualTo(
            org.apache.kafka.connect.data.Decimal.builder(2)
                .parameter("connect.decimal.precision", "12")
                .parameter("delta.type", "decimal(12,2)")
                .optional()
                .build());
    assertThat(schema.field("born").schema().name())
        .isEqualTo(org.apache.kafka.connect.data.Date.LOGICAL_NAME);
    for (String column : List.of("seen", "local")) {
      assertThat(schema.field(column).schema().type()).isEqualTo(Schema.Type.INT64);
      assertThat(schema.field(column).schema().name()).isEqualTo("io.debezium.time.MicroTimestamp");
    }
    assertThat(schema.field("local").schema().parameters())
        .isEqualTo(Map.of("delta.type", "timestamp_ntz"));
    assertThat(schema.field("home").schema().parameters())
        .isEqualTo(Map.of("delta.type", "struct"));
    assertThat(schema.field("raw").schema().type()).isEqualTo(Schema.Type.BYTES);
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECT,   born,  INT32,  org.apache.kafka.connect.data.Date",
    "CONNECT,   seen,  INT64,  org.apache.kafka.connect.data.Timestamp",
    "CONNECT,   local, INT64,  org.apache.kafka.connect.data.Timestamp",
    "ISOSTRING, born,  STRING,",
    "ISOSTRING, seen,  STRING, io.debezium.time.ZonedTimestamp",
    "ISOSTRING, local, STRING,"
  })
  void timesAreAsConfigured(TimePrecision precision, String column, Schema.Type type, String name) {
    Schema schema = value(CUSTOMERS, precision).field(column).schema();

    assertThat(schema.type()).isEqualTo(type);
    assertThat(schema.name()).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "0,                1970-01-01T00:00:00Z, 1970-01-01T00:00:00",
    "-1,               1969-12-31T23:59:59.999999Z, 1969-12-31T23:59:59.999999",
    "1735689600120000, 2025-01-01T00:00:00.12Z, 2025-01-01T00:00:00.12"
  })
  void isoTextsHaveAsManyDigitsAsTheyNeed(long micros, String zoned, String local) {
    Times times = new Times(TimePrecision.ISOSTRING);

    assertThat(times.timestamp(true).converter().convert(micros)).isEqualTo(zoned);
    assertThat(times.timestampNtz(true).converter().convert(micros)).isEqualTo(local);
  }

  @Test
  void millisecondsAreCutOffTowardThePast() {
    Object value = new Times(TimePrecision.CONNECT).timestamp(true).converter().convert(-1L);

    assertThat(value).isEqualTo(java.util.Date.from(java.time.Instant.ofEpochMilli(-1)));
  }

  @Test
  void structsAreNamedByWhereTheyAre() {
    Schema schema =
        target(CUSTOMERS, "shop-1.crm", TimePrecision.ADAPTIVE, NameAdjustment.NONE)
            .valueSchema()
            .build()
            .schema();

    assertThat(schema.name()).isEqualTo("shop_1.crm.Value");
    assertThat(schema.field("home").schema().name()).isEqualTo("shop_1.crm.value.home");
    assertThat(schema.field("others").schema().valueSchema().name())
        .isEqualTo("shop_1.crm.value.others.element");
    assertThat(schema.field("by-date").schema().valueSchema().name())
        .isEqualTo("shop_1.crm.value.by_u002ddate.value");
    assertThat(schema.field("by number").schema().name())
        .isEqualTo("shop_1.crm.value.by_u0020number");
  }

  @ParameterizedTest
  @CsvSource({"a,      a", "a-b.c,  a_b.c", "1st,    _1st", "a..b,   a._.b", "Grüße,  Gr__e"})
  void topicsBecomeNamesThatAvroAllows(String topic, String name) {
    assertThat(new SchemaNames(topic).envelope()).isEqualTo(name + ".Envelope");
  }

  @ParameterizedTest
  @EnumSource(OutputFormat.class)
  void aRegistryAcceptsColumnsThatAreAdded(OutputFormat format) {
    StructType more =
        new StructType()
            .add("id", LongType.LONG, false)
            .add("new", new MapType(LongType.LONG, ADDRESS, true))
            .add("home", ADDRESS.add("since", TimestampType.TIMESTAMP))
            .add("others", new ArrayType(ADDRESS.add("more", ADDRESS), true))
            .add("by-date", new MapType(DateType.DATE, ADDRESS, true))
            .add("by number", new MapType(LongType.LONG, DoubleType.DOUBLE, false))
            .add("wealth", new DecimalType(14, 2))
            .add("born", DateType.DATE)
            .add("seen", TimestampType.TIMESTAMP)
            .add("local", TimestampNTZType.TIMESTAMP_NTZ)
            .add("raw", BinaryType.BINARY);

    // As BACKWARD has it: who knows the new schema reads what was written with the old one.
    assertThat(
            SchemaCompatibility.checkReaderWriterCompatibility(
                    avro(schemaOf(format, more)), avro(schemaOf(format, CUSTOMERS)))
                .getType())
        .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
  }

  private static org.apache.avro.Schema avro(Schema schema) {
    AvroData data =
        new AvroData(new AvroDataConfig.Builder().with("schemas.cache.size", 1).build());
    return new org.apache.avro.Schema.Parser().parse(data.fromConnectSchema(schema).toString());
  }

  @Test
  void namesStayAsTheyAreOrBecomeWhatAvroAllows() {
    StructType schema =
        new StructType()
            .add("id", LongType.LONG, false)
            .add("1 a-b", new StructType().add("c d", StringType.STRING));

    Schema none =
        target(schema, "t", TimePrecision.ADAPTIVE, NameAdjustment.NONE)
            .valueSchema()
            .build()
            .schema();
    Schema avro =
        target(schema, "t", TimePrecision.ADAPTIVE, NameAdjustment.AVRO)
            .valueSchema()
            .build()
            .schema();

    assertThat(none.field("1 a-b").schema().field("c d")).isNotNull();
    assertThat(avro.field("_1_a_b").schema().field("c_d")).isNotNull();
  }

  @Test
  void columnsThatGetOneNameAreRefused() {
    StructType schema =
        new StructType()
            .add("id", LongType.LONG)
            .add(
                "in", new StructType().add("a-b", StringType.STRING).add("a_b", StringType.STRING));

    assertThatThrownBy(
            () ->
                target(schema, "t", TimePrecision.ADAPTIVE, NameAdjustment.AVRO)
                    .valueSchema()
                    .build())
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("'a-b' and 'a_b' of 'in'")
        .hasMessageContaining("field.name.adjustment.mode");
  }

  @Test
  void aColumnThatGetsTheNameOfTheFeedsOwnIsRefused() {
    StructType schema =
        new StructType().add("id", LongType.LONG).add("-change_type", StringType.STRING);

    assertThatThrownBy(() -> schemaOf(OutputFormat.FLAT, schema))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("_change_type");
  }

  @Test
  void typesThatRecordsCannotHoldAreNamed() {
    StructType schema =
        new StructType()
            .add("id", LongType.LONG)
            .add("docs", new ArrayType(VariantType.VARIANT, true));

    assertThatThrownBy(() -> value(schema, TimePrecision.ADAPTIVE))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("'docs.element'")
        .hasMessageContaining("variant");
  }

  @ParameterizedTest
  @CsvSource({"by, MAP", "home, STRUCT"})
  void nestedColumnsAreNoKey(String column, String ignored) {
    StructType schema =
        new StructType()
            .add("id", LongType.LONG)
            .add("home", ADDRESS)
            .add("by", new MapType(LongType.LONG, LongType.LONG, true));
    OutputSettings settings =
        new OutputSettings(
            OutputFormat.FLAT,
            true,
            true,
            Set.of(),
            TimePrecision.ADAPTIVE,
            NameAdjustment.NONE,
            SchemaChangeBehavior.EVOLVE,
            null,
            List.of(column));

    assertThatThrownBy(() -> new RecordTarget(settings, "customers", "t", layout(schema), 1))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("'" + column + "'")
        .hasMessageContaining("cannot be a key");
  }
}
