package io.deltaconnect.source.record;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;

/** The names of one struct's fields in records. */
final class FieldNames {
  private final NameAdjustment adjustment;
  private final String path;
  private final Map<String, String> columns = new HashMap<>();

  /**
   * @param path of the struct, empty for the row; for messages
   */
  FieldNames(NameAdjustment adjustment, String path) {
    this.adjustment = adjustment;
    this.path = path;
  }

  /**
   * The name of the next field.
   *
   * @throws ConnectException if another field has it already
   */
  String of(String column) {
    String name = adjustment == NameAdjustment.AVRO ? avro(column) : column;
    String other = columns.put(name, column);
    if (other != null) {
      throw new ConnectException(
          "columns '%s' and '%s'%s both become '%s' with field.name.adjustment.mode=avro: rename one, or set the mode to none"
              .formatted(other, column, path.isEmpty() ? "" : " of '" + path + "'", name));
    }
    return name;
  }

  /** What Avro does not allow becomes an underscore. */
  static String avro(String name) {
    StringBuilder legal = new StringBuilder(name.length() + 1);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean digitFirst = i == 0 && !isAvro(c, true) && isAvro(c, false);
      legal.append(digitFirst ? "_" + c : isAvro(c, i == 0) ? c : '_');
    }
    return legal.isEmpty() ? "_" : legal.toString();
  }

  static boolean isAvro(char c, boolean first) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '_'
        || (!first && c >= '0' && c <= '9');
  }
}
