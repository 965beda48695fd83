package io.deltaconnect.sink.change;

import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.sink.config.PkMode;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.convert.Columns;
import io.deltaconnect.sink.convert.DeltaTypes;
import io.deltaconnect.sink.convert.InferredTypes;
import io.deltaconnect.sink.convert.TypeOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** The columns a record would make: of new tables, and of tables that lack some of them. */
public final class RecordShape {
  private RecordShape() {}

  /**
   * @return key columns NOT NULL, others nullable; key columns that the value lacks come first,
   *     then the fields of the value in their order (those of a map by name)
   * @throws DataException if a field has no Delta type
   */
  public static StructType of(SinkRecord record, TableConfig config, List<String> keyColumns) {
    boolean keyFromValue = config.pkMode() == PkMode.RECORD_VALUE;
    ColumnFilter filter = new ColumnFilter(config, List.of());
    List<StructField> value =
        valueFields(record, config, name -> filter.test(name) || indexOf(keyColumns, name) >= 0);
    List<StructField> all = new ArrayList<>();
    for (String name : keyColumns) {
      int i = indexOf(value.stream().map(StructField::getName).toList(), name);
      if (keyFromValue) {
        if (i < 0) {
          throw new DataException(
              "pk.fields names '"
                  + name
                  + "', which the record's value does not have, or which is NULL; it has "
                  + String.join(", ", Fields.names(record.value())));
        }
        value.set(i, new StructField(value.get(i).getName(), value.get(i).getDataType(), false));
        continue;
      }
      DataType type = keyType(record, name, keyColumns.size(), config.types());
      if (i < 0) {
        all.add(new StructField(name, type, false));
      } else {
        value.set(i, new StructField(value.get(i).getName(), type, false));
      }
    }
    all.addAll(value);
    return new StructType(all);
  }

  private static List<StructField> valueFields(
      SinkRecord record, TableConfig config, Predicate<String> wanted) {
    List<StructField> fields = new ArrayList<>();
    if (record.value() instanceof Struct struct) {
      for (Field field : struct.schema().fields()) {
        if (wanted.test(field.name())) {
          DataType type = DeltaTypes.of(field.schema(), config.types(), field.name());
          fields.add(new StructField(field.name(), type, true));
        }
      }
      return fields;
    }
    if (record.value() instanceof Map<?, ?> map) {
      Fields.requireUnwrapped(map, "value");
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String name = String.valueOf(entry.getKey());
        boolean known = wanted.test(name) && !config.kept().isUnavailable(entry.getValue());
        DataType type = known ? InferredTypes.of(entry.getValue(), name) : null;
        if (type != null) {
          fields.add(new StructField(name, type, true));
        }
      }
      fields.sort(Comparator.comparing(StructField::getName));
      return fields;
    }
    throw new DataException(Fields.noRow(record.value()));
  }

  private static DataType keyType(SinkRecord record, String name, int keySize, TypeOptions types) {
    DataType type = null;
    if (record.key() instanceof Struct struct) {
      for (Field field : struct.schema().fields()) {
        if (Columns.fold(field.name()).equals(Columns.fold(name))) {
          return DeltaTypes.of(field.schema(), types, name);
        }
      }
    } else if (record.key() instanceof Map<?, ?> map) {
      Fields.requireUnwrapped(map, "key");
      type = InferredTypes.of(field(map, name), name);
    } else if (record.key() != null && keySize == 1) {
      Schema schema = record.keySchema();
      type =
          schema == null
              ? InferredTypes.of(record.key(), name)
              : DeltaTypes.of(schema, types, name);
    }
    if (type == null) {
      throw noType(record.key(), name);
    }
    return type;
  }

  /** A field of exactly this name goes before one of another case. */
  private static Object field(Map<?, ?> map, String name) {
    if (map.containsKey(name)) {
      return map.get(name);
    }
    String folded = Columns.fold(name);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (folded.equals(Columns.fold(String.valueOf(entry.getKey())))) {
        return entry.getValue();
      }
    }
    return null;
  }

  private static DataException noType(Object key, String name) {
    if (key == null) {
      return KeyColumns.noKey();
    }
    List<String> fields = Fields.names(key);
    if (fields.isEmpty()) {
      return new DataException(
          "the key is a single value: pk.fields must be exactly one name, and '"
              + name
              + "' is one of several");
    }
    if (indexOf(fields, name) >= 0) {
      return new DataException("key column " + name + " is NULL");
    }
    return new DataException(
        "pk.fields names '"
            + name
            + "', which the record's key does not have; it has "
            + String.join(", ", fields));
  }

  private static int indexOf(List<String> names, String name) {
    for (int i = 0; i < names.size(); i++) {
      if (Columns.fold(names.get(i)).equals(Columns.fold(name))) {
        return i;
      }
    }
    return -1;
  }
}
