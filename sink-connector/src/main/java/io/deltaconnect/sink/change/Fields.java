package io.deltaconnect.sink.change;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/** The fields of keys and values, for messages. */
final class Fields {
  private Fields() {}

  /** What is wrong with a value that is no row. */
  static String noRow(Object value) {
    return "the value must be a struct, or a map without a schema, but is "
        + value.getClass().getSimpleName()
        + ": value.converter says what becomes of it";
  }

  /** The names of a struct's fields in order, of a map's sorted; empty for all else. */
  static List<String> names(Object source) {
    if (source instanceof Struct struct) {
      return struct.schema().fields().stream().map(Field::name).toList();
    }
    if (source instanceof Map<?, ?> map) {
      return map.keySet().stream().map(String::valueOf).sorted().toList();
    }
    return List.of();
  }
}
