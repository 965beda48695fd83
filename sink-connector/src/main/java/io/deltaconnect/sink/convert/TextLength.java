package io.deltaconnect.sink.convert;

import io.delta.kernel.types.StructField;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.errors.DataException;

/**
 * The {@code char(n)} and {@code varchar(n)} of Spark, which Delta has as strings with a note in
 * the field's metadata. As Spark does, a text that is too long is refused, unless only spaces at
 * its end are too many, and those of {@code char(n)} are filled up with spaces: otherwise a key
 * would not be equal to the one that is stored.
 */
final class TextLength {
  private static final String METADATA = "__CHAR_VARCHAR_TYPE_STRING";
  private static final Pattern TYPE = Pattern.compile("(char|varchar)\\((\\d+)\\)");

  private final String type;
  private final boolean filled;
  private final int length;

  private TextLength(String type, boolean filled, int length) {
    this.type = type;
    this.filled = filled;
    this.length = length;
  }

  /** The converter for values of this column, whose texts have its length. */
  static Converter of(StructField column, Converter converter) {
    Object type = column.getMetadata().get(METADATA);
    Matcher matcher = TYPE.matcher(String.valueOf(type));
    if (!matcher.matches()) {
      return converter;
    }
    TextLength length =
        new TextLength(
            matcher.group(), matcher.group(1).equals("char"), Integer.parseInt(matcher.group(2)));
    return value -> length.fit((String) converter.convert(value));
  }

  private String fit(String text) {
    int characters = text.codePointCount(0, text.length());
    if (characters <= length) {
      return filled ? text + " ".repeat(length - characters) : text;
    }
    int end = text.offsetByCodePoints(0, length);
    for (int i = end; i < text.length(); i++) {
      if (text.charAt(i) != ' ') {
        throw new DataException(
            "expected %s, got %d characters: %s"
                .formatted(type, characters, Errors.shortened(text)));
      }
    }
    return text.substring(0, end);
  }
}
