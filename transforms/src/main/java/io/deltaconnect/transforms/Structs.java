package io.deltaconnect.transforms;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Reads and copies values without ever putting a default in the place of NULL. */
final class Structs {
  private Structs() {}

  /** The value as it is stored. */
  static Object get(Struct struct, Field field) {
    // The one that takes no look at defaults looks the field up by its name first.
    return field.schema().defaultValue() == null
        ? struct.get(field)
        : struct.getWithoutDefault(field.name());
  }

  static Struct copy(Struct struct) {
    Struct copy = new Struct(struct.schema());
    List<Field> fields = struct.schema().fields();
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      Object value = get(struct, field);
      if (value != null) {
        copy.put(field, value);
      }
    }
    return copy;
  }

  /** The names of a value's fields, for messages. */
  static String fields(Object value) {
    if (value instanceof Struct struct) {
      return fields(struct.schema());
    }
    TreeSet<String> names = new TreeSet<>();
    ((Map<?, ?>) value).keySet().forEach(name -> names.add(String.valueOf(name)));
    return String.join(", ", names);
  }

  static String fields(Schema schema) {
    return String.join(", ", schema.fields().stream().map(Field::name).toList());
  }
}
