package io.deltaconnect.sink.change;

import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.sink.config.PkMode;
import io.deltaconnect.sink.config.TableConfig;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Which columns are the key, as far as configuration and records say. */
public final class KeyColumns {
  private KeyColumns() {}

  /**
   * @return the names as configured or as in the record's key; empty if there are none because rows
   *     are only appended
   * @throws DataException if they cannot be told from the record
   */
  public static List<String> of(TableConfig config, SinkRecord record) {
    if (!config.pkFields().isEmpty() || config.append()) {
      return config.pkFields();
    }
    if (config.pkMode() == PkMode.RECORD_VALUE) {
      throw new DataException("pk.mode=record_value needs pk.fields");
    }
    if (record.key() instanceof Struct struct) {
      return notEmpty(struct.schema().fields().stream().map(Field::name).toList());
    }
    if (record.key() instanceof Map<?, ?> map) {
      Fields.requireUnwrapped(map, "key");
      // A map has no order of its own.
      TreeSet<String> names = new TreeSet<>();
      map.keySet().forEach(name -> names.add(String.valueOf(name)));
      return notEmpty(List.copyOf(names));
    }
    if (record.key() == null) {
      throw noKey();
    }
    throw new DataException("the key is a single value: pk.fields must say which column it is");
  }

  static DataException noKey() {
    return new DataException(
        "the record has no key; "
            + Keys.PK_MODE
            + "=record_value takes the key columns from the value");
  }

  private static List<String> notEmpty(List<String> names) {
    if (names.isEmpty()) {
      throw new DataException("the key has no fields");
    }
    return names;
  }
}
