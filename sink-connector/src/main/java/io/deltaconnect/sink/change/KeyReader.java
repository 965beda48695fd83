package io.deltaconnect.sink.change;

import io.delta.kernel.types.StructField;
import io.deltaconnect.sink.convert.ColumnException;
import io.deltaconnect.sink.convert.Columns;
import io.deltaconnect.sink.convert.Converter;
import io.deltaconnect.sink.convert.Typed;
import io.deltaconnect.sink.convert.TypedStruct;
import io.deltaconnect.sink.convert.Untyped;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Reads the values of the key columns, in the shapes of the table's columns, from the key of a
 * record (or from its value, where that holds the key).
 */
final class KeyReader {
  private final StructField[] columns;
  private final String[] names;
  private final boolean allFields;
  private final String source;
  private final Converter[] untyped;
  private final SchemaCache<StructKey> structs = new SchemaCache<>(this::structKey);
  private final SchemaCache<Converter> primitives = new SchemaCache<>(this::primitiveKey);

  /**
   * @param columns key columns as the table has them
   * @param allFields whether the key must have these fields and no others
   * @param source what is read, for messages: key or value
   */
  KeyReader(List<StructField> columns, boolean allFields, String source) {
    this.columns = columns.toArray(new StructField[0]);
    this.names = columns.stream().map(StructField::getName).toArray(String[]::new);
    this.allFields = allFields;
    this.source = source;
    this.untyped = new Converter[names.length];
    for (int i = 0; i < names.length; i++) {
      untyped[i] = Untyped.to(this.columns[i], names[i]);
    }
  }

  /** How to read the keys of one schema. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record StructKey(Field[] fields, Converter[] converters) {}

  /**
   * @param source the record's key or value
   * @return the values in the order of the key columns, none of them null
   */
  Object[] read(Schema schema, Object source) {
    if (source == null) {
      throw KeyColumns.noKey();
    }
    Object[] key = new Object[names.length];
    if (source instanceof Struct struct) {
      StructKey reader = structs.get(struct.schema());
      for (int i = 0; i < key.length; i++) {
        key[i] = convert(i, reader.converters[i], TypedStruct.read(struct, reader.fields[i]));
      }
    } else if (source instanceof Map<?, ?> map) {
      readMap(map, key);
    } else {
      if (names.length != 1) {
        throw new DataException(
            "the key is a single value: pk.fields must be exactly one name, but the key columns"
                + " are "
                + String.join(", ", names));
      }
      key[0] = convert(0, schema == null ? untyped[0] : primitives.get(schema), source);
    }
    return key;
  }

  private Object convert(int i, Converter converter, Object value) {
    if (value == null) {
      throw new DataException("key column " + names[i] + " is NULL");
    }
    try {
      return converter.convert(value);
    } catch (ColumnException e) {
      throw e;
    } catch (DataException e) {
      throw new ColumnException(names[i], e);
    }
  }

  private StructKey structKey(Schema schema) {
    Map<String, Field> fields = new HashMap<>();
    for (Field field : schema.fields()) {
      if (fields.put(Columns.fold(field.name()), field) != null) {
        throw new DataException("two key fields are called '" + field.name() + "' but for case");
      }
    }
    checkCount(fields.size());
    Field[] found = new Field[names.length];
    Converter[] converters = new Converter[names.length];
    for (int i = 0; i < names.length; i++) {
      found[i] = fields.get(Columns.fold(names[i]));
      if (found[i] == null) {
        throw missing(i, schema.fields().stream().map(Field::name).toList());
      }
      converters[i] = Typed.to(found[i].schema(), columns[i], names[i]);
    }
    return new StructKey(found, converters);
  }

  private Converter primitiveKey(Schema schema) {
    return Typed.to(schema, columns[0], names[0]);
  }

  private void readMap(Map<?, ?> map, Object[] key) {
    Fields.requireUnwrapped(map, source);
    checkCount(map.size());
    for (int i = 0; i < key.length; i++) {
      Object value = map.get(names[i]);
      if (value == null && !map.containsKey(names[i])) {
        value = anyCase(map, i);
      }
      key[i] = convert(i, untyped[i], value);
    }
  }

  private Object anyCase(Map<?, ?> map, int i) {
    String folded = Columns.fold(names[i]);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (folded.equals(Columns.fold(String.valueOf(entry.getKey())))) {
        return entry.getValue();
      }
    }
    throw missing(i, Fields.names(map));
  }

  private void checkCount(int fields) {
    if (allFields && fields != names.length) {
      throw new DataException(
          "the key has "
              + fields
              + " fields, but the key columns are "
              + String.join(", ", names)
              + "; pk.fields chooses among the key's fields");
    }
  }

  private DataException missing(int i, List<String> fields) {
    return new DataException(
        (allFields ? "the table's key has '" : "pk.fields names '")
            + names[i]
            + "', which the record's "
            + source
            + " does not have; it has "
            + String.join(", ", fields)
            + (allFields ? "; pk.fields and pk.mode say where the key is" : ""));
  }
}
