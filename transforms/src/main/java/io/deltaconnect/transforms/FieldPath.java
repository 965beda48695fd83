package io.deltaconnect.transforms;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * A field of a struct or map. Dots lead into nested ones, unless there is a field whose name has
 * these dots.
 */
final class FieldPath {
  private final String text;
  private final String[] names;
  private final SchemaCache<Field[]> bySchema = new SchemaCache<>(this::find);

  FieldPath(String text) {
    this.text = text;
    this.names = text.split("\\.", -1);
  }

  /** The value as it is stored, whatever its default; null if it, or a struct above it, is NULL. */
  Object read(Struct struct) {
    Field[] fields = bySchema.get(struct.schema());
    Object value = fields.length == 0 ? null : struct;
    for (Field field : fields) {
      value = value == null ? null : Structs.get((Struct) value, field);
    }
    return value;
  }

  /** As for structs; null for a field that is missing too. */
  Object read(Map<?, ?> map) {
    if (map.containsKey(text)) {
      return map.get(text);
    }
    Object value = map;
    for (String name : names) {
      value = value instanceof Map<?, ?> parent ? parent.get(name) : null;
    }
    return value;
  }

  boolean isIn(Schema schema) {
    return bySchema.get(schema).length > 0;
  }

  /** Also where there is NULL in the place of a map above it: with a schema it would be there. */
  boolean isIn(Map<?, ?> map) {
    if (map.containsKey(text)) {
      return true;
    }
    Object parent = map;
    for (String name : names) {
      if (parent == null) {
        return true;
      }
      if (!(parent instanceof Map<?, ?> outer) || !outer.containsKey(name)) {
        return false;
      }
      parent = outer.get(name);
    }
    return true;
  }

  /** Of the field, for values that may be NULL if a struct above it may be; the field is there. */
  Schema schema(Schema parent) {
    Field[] fields = bySchema.get(parent);
    Schema schema = fields[fields.length - 1].schema();
    for (Field field : fields) {
      if (field.schema().isOptional()) {
        return Schemas.optional(schema);
      }
    }
    return schema;
  }

  /** From the outermost to the innermost; empty if there is no such field. */
  private Field[] find(Schema schema) {
    Field whole = schema.field(text);
    if (whole != null) {
      return new Field[] {whole};
    }
    List<Field> fields = new ArrayList<>();
    Schema parent = schema;
    for (String name : names) {
      Field field = parent.type() == Schema.Type.STRUCT ? parent.field(name) : null;
      if (field == null) {
        return new Field[0];
      }
      fields.add(field);
      parent = field.schema();
    }
    return fields.toArray(new Field[0]);
  }

  /** A copy with another value in this field, which the struct has, as have those above it. */
  Struct with(Struct struct, Object value) {
    return with(struct, bySchema.get(struct.schema()), 0, value);
  }

  private static Struct with(Struct struct, Field[] path, int depth, Object value) {
    Struct copy = Structs.copy(struct);
    Field field = path[depth];
    return copy.put(
        field,
        depth == path.length - 1
            ? value
            : with((Struct) Structs.get(struct, field), path, depth + 1, value));
  }

  /** A copy with another value in this field; it, and those above it, are not NULL. */
  Map<Object, Object> with(Map<?, ?> map, Object value) {
    Map<Object, Object> copy = new HashMap<>(map);
    if (map.containsKey(text)) {
      copy.put(text, value);
      return copy;
    }
    Map<Object, Object> parent = copy;
    for (int i = 0; i < names.length - 1; i++) {
      Map<Object, Object> child = new HashMap<>((Map<?, ?>) parent.get(names[i]));
      parent.put(names[i], child);
      parent = child;
    }
    parent.put(names[names.length - 1], value);
    return copy;
  }

  @Override
  public String toString() {
    return text;
  }
}
