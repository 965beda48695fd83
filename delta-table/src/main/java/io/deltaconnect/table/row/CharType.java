package io.deltaconnect.table.row;

import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Spark's {@code char(n)}: a column of strings with a note in its field's metadata. Spark may leave
 * out the spaces at the end of a text when it writes, and fills it up to its length when it reads.
 */
public final class CharType {
  private static final String METADATA = "__CHAR_VARCHAR_TYPE_STRING";
  private static final Pattern TYPE = Pattern.compile("char\\((\\d{1,9})\\)");

  private CharType() {}

  /** The length of its texts in characters; 0 if the column is another one. */
  public static int length(StructField field) {
    Object type = field.getMetadata().get(METADATA);
    if (type == null || !(field.getDataType() instanceof StringType)) {
      return 0;
    }
    Matcher matcher = TYPE.matcher(type.toString());
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /** A text with as many spaces behind it as it lacks. */
  public static String filled(String text, int length) {
    int characters = text.codePointCount(0, text.length());
    return characters < length ? text + " ".repeat(length - characters) : text;
  }
}
