package io.deltaconnect.sink.convert;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * What Debezium puts where the source does not say a value because it has not changed (PostgreSQL's
 * TOASTed columns, Oracle's LOBs). Its form depends on the type of the column; the forms are those
 * of Debezium's connectors up to 3.x ({@code unavailable.value.placeholder} in their documentation,
 * {@code UnchangedToastedPlaceholder} in the source of that for PostgreSQL):
 *
 * <pre>
 * text                 the placeholder
 * bytes                its bytes; where binary columns are text, these as base64 or hexadecimal
 * array of text, bytes one element like that
 * array of UUIDs       one element, the name-based UUID (version 3) of its bytes
 * array of numbers     its bytes, each an element; unscaled, if the elements are decimals
 * hstore               a map from the placeholder to the placeholder, or its JSON text
 * </pre>
 *
 * <p>Debezium has it for columns as a whole only, so nothing inside a struct is looked at. Not
 * known by their value are those of types whose placeholder could be data: BOOLEAN arrays,
 * geometries.
 */
public final class UnavailableValue {
  private static final String HEX_PREFIX = "hex:";

  private final byte[] bytes;
  private final String[] texts;
  private final String uuid;

  private UnavailableValue(byte[] bytes) {
    this.bytes = bytes;
    String text = new String(bytes, StandardCharsets.UTF_8);
    String quoted = '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    this.texts =
        new String[] {
          text,
          Base64.getEncoder().encodeToString(bytes),
          Base64.getUrlEncoder().encodeToString(bytes),
          HexFormat.of().formatHex(bytes),
          "{" + quoted + ":" + quoted + "}"
        };
    this.uuid = UUID.nameUUIDFromBytes(bytes).toString();
  }

  /**
   * @param placeholder as Debezium's configuration has it: text, or {@code hex:} and hexadecimal
   *     digits
   * @return null if it is empty: there is no such value
   * @throws IllegalArgumentException if these are no such digits
   */
  public static UnavailableValue parse(String placeholder) {
    byte[] bytes =
        placeholder.startsWith(HEX_PREFIX)
            ? HexFormat.of().parseHex(placeholder, HEX_PREFIX.length(), placeholder.length())
            : placeholder.getBytes(StandardCharsets.UTF_8);
    return bytes.length == 0 ? null : new UnavailableValue(bytes);
  }

  /** Whether values of this schema can be it. */
  static boolean hasForm(Schema schema) {
    return switch (schema.type()) {
      case STRING, BYTES, ARRAY, MAP -> true;
      default -> false;
    };
  }

  /**
   * Whether a value, typed or not, is it.
   *
   * @param value as Connect represents it; may be null
   */
  boolean is(Object value) {
    if (value instanceof String text) {
      return isText(text);
    }
    if (value instanceof List<?> list) {
      return !list.isEmpty() && (isOne(list) || isNumbers(list));
    }
    if (value instanceof Map<?, ?> map) {
      return map.size() == 1 && texts[0].equals(map.get(texts[0]));
    }
    return isBytes(value);
  }

  private boolean isText(String text) {
    for (String form : texts) {
      if (form.equals(text)) {
        return true;
      }
    }
    return false;
  }

  private boolean isBytes(Object value) {
    if (value instanceof byte[] array) {
      return Arrays.equals(bytes, array);
    }
    return value instanceof ByteBuffer buffer && ByteBuffer.wrap(bytes).equals(buffer);
  }

  private boolean isOne(List<?> list) {
    Object first = list.get(0);
    return list.size() == 1
        && (first instanceof String text ? isText(text) || uuid.equals(text) : isBytes(first));
  }

  private boolean isNumbers(List<?> list) {
    if (list.size() != bytes.length) {
      return false;
    }
    for (int i = 0; i < bytes.length; i++) {
      if (!isNumber(list.get(i), bytes[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNumber(Object value, byte expected) {
    if (value instanceof BigDecimal decimal) {
      return decimal.unscaledValue().equals(BigInteger.valueOf(expected));
    }
    if (value instanceof Struct struct) {
      return LogicalTypes.kind(struct.schema()) == LogicalTypes.Kind.VARIABLE_SCALE_DECIMAL
          && ByteBuffer.wrap(new byte[] {expected})
              .equals(ByteBuffer.wrap(struct.getBytes("value")));
    }
    return value instanceof Number number && number.doubleValue() == expected;
  }
}
