package io.deltaconnect.sink.convert;

import io.delta.kernel.types.DataType;
import org.apache.kafka.connect.errors.DataException;

/** Messages for values that do not fit. */
final class Errors {
  private static final int MAX_SHOWN = 60;

  private Errors() {}

  static DataException doesNotFit(DataType expected, Object value) {
    return new DataException(
        "expected "
            + expected
            + ", got "
            + value.getClass().getSimpleName()
            + " "
            + shortened(String.valueOf(value)));
  }

  static DataException doesNotFit(DataType expected, Object value, String why) {
    return new DataException(
        "expected " + expected + ", got " + shortened(String.valueOf(value)) + " (" + why + ")");
  }

  static DataException twice(String path) {
    return new DataException(
        "two fields are called '"
            + path
            + "' but for their case, which Delta does not allow; columns.exclude leaves out both");
  }

  static String shortened(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
  }

  static String path(String parent, String field) {
    return parent.isEmpty() ? field : parent + "." + field;
  }
}
