package io.deltaconnect.sink.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

/** Forms as Debezium's UnchangedToastedPlaceholder makes them. */
class UnavailableValueTest {
  private static final String TEXT = "__debezium_unavailable_value";
  private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.UTF_8);
  private static final UnavailableValue PLACEHOLDER = UnavailableValue.parse(TEXT);

  private static List<Object> eachByte(Function<Byte, Object> element) {
    List<Object> list = new ArrayList<>();
    for (byte b : BYTES) {
      list.add(element.apply(b));
    }
    return list;
  }

  private static Struct variableScale(byte b) {
    Schema schema =
        SchemaBuilder.struct()
            .name("io.debezium.data.VariableScaleDecimal")
            .field("scale", Schema.INT32_SCHEMA)
            .field("value", Schema.BYTES_SCHEMA)
            .build();
    return new Struct(schema).put("scale", 0).put("value", new byte[] {b});
  }

  @Test
  void textAndBytesAreKnown() {
    assertThat(List.of(TEXT, BYTES, ByteBuffer.wrap(BYTES))).allMatch(PLACEHOLDER::is);
  }

  @Test
  void bytesAsTextAreKnown() {
    assertThat(
            List.of(
                "X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==",
                "5f5f646562657a69756d5f756e617661696c61626c655f76616c7565"))
        .allMatch(PLACEHOLDER::is);
  }

  @Test
  void arraysOfTextAndBytesHaveOneElement() {
    assertThat(PLACEHOLDER.is(List.of(TEXT))).isTrue();
    assertThat(PLACEHOLDER.is(List.of(BYTES))).isTrue();
    assertThat(PLACEHOLDER.is(List.of(ByteBuffer.wrap(BYTES)))).isTrue();
    assertThat(PLACEHOLDER.is(List.of(java.util.UUID.nameUUIDFromBytes(BYTES).toString())))
        .isTrue();
    assertThat(PLACEHOLDER.is(List.of(TEXT, TEXT))).isFalse();
    assertThat(PLACEHOLDER.is(Arrays.asList((Object) null))).isFalse();
  }

  @Test
  void arraysOfNumbersHaveOneForEachByte() {
    assertThat(PLACEHOLDER.is(eachByte(Byte::shortValue))).isTrue();
    assertThat(PLACEHOLDER.is(eachByte(Byte::intValue))).isTrue();
    assertThat(PLACEHOLDER.is(eachByte(Byte::longValue))).isTrue();
    assertThat(PLACEHOLDER.is(eachByte(Byte::floatValue))).isTrue();
    assertThat(PLACEHOLDER.is(eachByte(Byte::doubleValue))).isTrue();
    assertThat(PLACEHOLDER.is(eachByte(b -> new BigDecimal(BigInteger.valueOf(b.longValue()), 3))))
        .isTrue();
    assertThat(PLACEHOLDER.is(eachByte(UnavailableValueTest::variableScale))).isTrue();
    assertThat(PLACEHOLDER.is(eachByte(b -> b + 1))).isFalse();
    assertThat(PLACEHOLDER.is(eachByte(b -> null))).isFalse();
  }

  @Test
  void hstoreIsKnownAsMapAndAsJson() {
    assertThat(PLACEHOLDER.is(Map.of(TEXT, TEXT))).isTrue();
    assertThat(PLACEHOLDER.is("{\"" + TEXT + "\":\"" + TEXT + "\"}")).isTrue();
    assertThat(PLACEHOLDER.is(Map.of(TEXT, "x"))).isFalse();
    assertThat(PLACEHOLDER.is(Map.of("x", TEXT))).isFalse();
  }

  @Test
  void whatIsDataIsNotTakenForIt() {
    assertThat(
            List.of(
                "",
                TEXT + " ",
                TEXT.toUpperCase(java.util.Locale.ROOT),
                1L,
                true,
                List.of(),
                Map.of(),
                new byte[0],
                eachByte(b -> true)))
        .noneMatch(PLACEHOLDER::is);
    assertThat(PLACEHOLDER.is(null)).isFalse();
  }

  @Test
  void hexadecimalPlaceholdersAreBytesAndAnEmptyOneIsNone() {
    assertThat(UnavailableValue.parse("hex:3f3F").is("??")).isTrue();
    assertThat(UnavailableValue.parse("hex:ff00").is(new byte[] {-1, 0})).isTrue();
    assertThat(UnavailableValue.parse("")).isNull();
    assertThatThrownBy(() -> UnavailableValue.parse("hex:xy"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
