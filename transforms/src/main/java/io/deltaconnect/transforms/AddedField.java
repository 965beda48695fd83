package io.deltaconnect.transforms;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * A field of the envelope that goes with the row: {@code ts_ms}, {@code source.lsn}, or, as
 * Debezium has it, {@code lsn} for a field of {@code source}.
 */
final class AddedField {
  private final String key;
  private final FieldPath path;
  private final FieldPath inSource;
  private final String name;

  private AddedField(String key, String path, String name) {
    this.key = key;
    this.path = new FieldPath(path);
    this.inSource = new FieldPath("source." + path);
    this.name = name;
  }

  /**
   * Reads a list of {@code path} and {@code path:name}. Without a name it is the path, with two
   * underscores before it and one in the place of each dot.
   *
   * @param key the key that has the list
   * @param entries the list
   * @throws ConfigException if an entry is of another form, or two have one name
   */
  static List<AddedField> parse(String key, Object entries) {
    List<AddedField> fields = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Object entry : (List<?>) entries) {
      String[] parts = entry.toString().split(":", -1);
      String path = parts[0].trim();
      String name = nameOf(entry);
      if (parts.length > 2 || path.isEmpty() || name.isEmpty()) {
        throw new ConfigException(
            key, entries, "'" + entry + "' is not of the form path or path:name");
      }
      if (!names.add(name)) {
        throw new ConfigException(key, entries, "two fields are called '" + name + "'");
      }
      fields.add(new AddedField(key, path, name));
    }
    return fields;
  }

  /** What an entry calls its field; any, if it is of another form. */
  static String nameOf(Object entry) {
    String[] parts = entry.toString().split(":", -1);
    return parts.length == 2 ? parts[1].trim() : "__" + parts[0].trim().replace('.', '_');
  }

  String name() {
    return name;
  }

  /**
   * @return for values that may be NULL, if a struct on the way to them may be
   */
  Schema schema(Schema envelope) {
    return pathIn(envelope).schema(envelope);
  }

  Object read(Struct envelope) {
    return pathIn(envelope.schema()).read(envelope);
  }

  Object read(Map<?, ?> envelope) {
    if (path.isIn(envelope)) {
      return path.read(envelope);
    }
    if (inSource.isIn(envelope)) {
      return inSource.read(envelope);
    }
    throw missing(Structs.fields(envelope));
  }

  private FieldPath pathIn(Schema envelope) {
    if (path.isIn(envelope)) {
      return path;
    }
    if (inSource.isIn(envelope)) {
      return inSource;
    }
    throw missing(Structs.fields(envelope));
  }

  private DataException missing(String fields) {
    return new DataException(
        "neither the event nor its source has a field '"
            + path
            + "' ("
            + key
            + "); the event's fields are "
            + fields);
  }
}
