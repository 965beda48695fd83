package io.deltaconnect.sink.change;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** The fields of keys and values, and what is wrong with them. */
final class Fields {
  /** As JsonConverter calls them; other schemas in the data, JSON's own say, are data. */
  private static final Set<String> TYPES =
      Set.of(
          "struct", "map", "array", "string", "bytes", "boolean", "int8", "int16", "int32", "int64",
          "float", "double");

  private Fields() {}

  /** What is wrong with a value that is no row. */
  static String noRow(Object value) {
    return "the value must be a struct, or a map without a schema, but is "
        + value.getClass().getSimpleName()
        + ": value.converter says what becomes of it";
  }

  /**
   * Refuses what is a schema and its value side by side, as JSON with schemas has it: somebody
   * reads it without.
   *
   * @param which key or value
   */
  static void requireUnwrapped(Map<?, ?> map, String which) {
    if (map.size() == 2 && map.containsKey("payload") && isSchema(map)) {
      throw new DataException(
          "the "
              + which
              + " is a schema and a payload: "
              + which
              + ".converter.schemas.enable=true reads what is in payload");
    }
  }

  private static boolean isSchema(Map<?, ?> map) {
    return map.get("schema") instanceof Map<?, ?> schema
        ? schema.get("type") instanceof String type && TYPES.contains(type)
        : map.containsKey("schema") && map.get("schema") == null && map.get("payload") == null;
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
