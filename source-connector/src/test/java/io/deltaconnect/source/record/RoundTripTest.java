package io.deltaconnect.source.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.apicurio.registry.utils.converter.avro.AvroData;
import io.apicurio.registry.utils.converter.avro.AvroDataConfig;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.sink.convert.DeltaTypes;
import io.deltaconnect.sink.convert.TypeOptions;
import io.deltaconnect.sink.convert.Typed;
import io.deltaconnect.table.row.Values;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;

/** Rows become records, bytes, records and, by what the sink does, rows again. */
class RoundTripTest {
  private static final TypeOptions SINK = new TypeOptions(false, false, StringType.STRING);

  /** Records to bytes and back. */
  private interface Transport {
    SchemaAndValue transport(Struct value) throws IOException;
  }

  @Property(tries = 80)
  void throughJsonWithSchemas(@ForAll long seed, @ForAll TimePrecision precision)
      throws IOException {
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("schemas.enable", "true"), false);
      // JsonConverter writes NaN and infinities as text and reads that as 0; it reads -0.0 as 0.
      RandomRows random = new RandomRows(seed, true, precision);
      check(
          random,
          precision,
          NameAdjustment.NONE,
          value ->
              converter.toConnectData(
                  "topic", converter.fromConnectData("topic", value.schema(), value)),
          true,
          "seed " + seed);
    }
  }

  @Property(tries = 80)
  void throughAvro(@ForAll long seed, @ForAll TimePrecision precision) throws IOException {
    AvroData avro =
        new AvroData(new AvroDataConfig.Builder().with("schemas.cache.size", 10).build());
    RandomRows random = new RandomRows(seed, false, precision);
    // Avro's maps have plain text for keys: what was a date is one no longer.
    boolean typesStay = precision != TimePrecision.ISOSTRING;
    check(
        random,
        precision,
        NameAdjustment.AVRO,
        value -> throughAvro(avro, value),
        typesStay,
        "seed " + seed);
  }

  private static SchemaAndValue throughAvro(AvroData avro, Struct value) throws IOException {
    // What a registry would give to a reader.
    org.apache.avro.Schema schema =
        new org.apache.avro.Schema.Parser()
            .parse(avro.fromConnectSchema(value.schema()).toString());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<>(schema).write(avro.fromConnectData(value.schema(), value), encoder);
    encoder.flush();
    Object read =
        new GenericDatumReader<>(schema)
            .read(null, DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null));
    return avro.toConnectData(schema, read);
  }

  private static void check(
      RandomRows random,
      TimePrecision precision,
      NameAdjustment adjustment,
      Transport transport,
      boolean typesStay,
      String seed)
      throws IOException {
    StructType table = random.schema(5, 4);
    ConnectTypes types = new ConnectTypes(precision, adjustment);
    SchemaNames names = new SchemaNames("lake.some-topic");
    RowSchema schema =
        new RowSchema.Builder(types, names.value(), names.insideValue(), "").columns(table).build();
    StructType target = (StructType) renamed(table, adjustment);
    for (int i = 0; i < 5; i++) {
      Object[] row = random.row(table);
      String context = "%s, row %d of %s".formatted(seed, i, table);
      SchemaAndValue arrived = transport.transport(schema.struct(row));

      if (typesStay) {
        assertThat(DeltaTypes.of(arrived.schema(), SINK, ""))
            .as(context)
            .isEqualTo(nullable(target));
      }
      StructField column = new StructField("row", target, true);
      Object[] back = (Object[]) Typed.to(arrived.schema(), column, "").convert(arrived.value());
      if (!Values.sameRow(back, row)) {
        assertThat(back).as(context).isEqualTo(row);
      }
    }
  }

  /** The table that has the records' names. */
  private static DataType renamed(DataType type, NameAdjustment adjustment) {
    if (type instanceof StructType struct) {
      List<StructField> fields = new ArrayList<>();
      for (StructField field : struct.fields()) {
        fields.add(
            new StructField(
                new FieldNames(adjustment, "").of(field.getName()),
                renamed(field.getDataType(), adjustment),
                field.isNullable()));
      }
      return new StructType(fields);
    } else if (type instanceof ArrayType array) {
      return new ArrayType(renamed(array.getElementType(), adjustment), array.containsNull());
    } else if (type instanceof MapType map) {
      return new MapType(
          renamed(map.getKeyType(), adjustment),
          renamed(map.getValueType(), adjustment),
          map.isValueContainsNull());
    }
    return type;
  }

  /** What the sink makes: everything may be NULL. */
  private static DataType nullable(DataType type) {
    if (type instanceof StructType struct) {
      StructType nullable = new StructType();
      for (StructField field : struct.fields()) {
        nullable = nullable.add(field.getName(), nullable(field.getDataType()), true);
      }
      return nullable;
    } else if (type instanceof ArrayType array) {
      return new ArrayType(nullable(array.getElementType()), true);
    } else if (type instanceof MapType map) {
      return new MapType(nullable(map.getKeyType()), nullable(map.getValueType()), true);
    }
    return type;
  }
}
