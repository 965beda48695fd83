package io.deltaconnect.source.record;

import io.deltaconnect.table.kernel.TableLayout;
import java.util.Locale;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;

/** Where records of one layout go, and what they have whatever their format. */
final class RecordTarget {
  private final String table;
  private final String topic;
  private final TableLayout layout;
  private final ConnectTypes types;
  private final SchemaNames names;
  private final KeyColumns keys;

  private final long memoryBytes;

  /**
   * @param table its name
   * @param memoryBytes of rows that wait for others of their version
   * @throws ConnectException if the layout has no such key columns as the settings say
   */
  RecordTarget(
      OutputSettings settings, String table, String topic, TableLayout layout, long memoryBytes) {
    this.memoryBytes = memoryBytes;
    this.table = table;
    this.topic = topic;
    this.layout = layout;
    this.types = new ConnectTypes(settings.timePrecision(), settings.nameAdjustment());
    this.names = new SchemaNames(topic);
    this.keys = KeyColumns.of(settings.keyFields(), layout, types, names);
  }

  String table() {
    return table;
  }

  TableLayout layout() {
    return layout;
  }

  long memoryBytes() {
    return memoryBytes;
  }

  ConnectTypes types() {
    return types;
  }

  SchemaNames names() {
    return names;
  }

  /** What a value's schema begins with: the columns. */
  RowSchema.Builder valueSchema() {
    return new RowSchema.Builder(types, names.value(), names.insideValue(), "")
        .columns(layout.schema());
  }

  /** Null if the table has no key. */
  KeyColumns keys() {
    return keys;
  }

  /**
   * @throws ConnectException if the table has no key
   */
  KeyColumns requiredKeys(OutputFormat format) {
    if (keys == null) {
      throw new ConnectException(
          "output.format=%s needs a key, and the table does not say what it is (property deltaconnect.key.columns): name the key columns by key.fields, or use output.format=flat"
              .formatted(format.name().toLowerCase(Locale.ROOT)));
    }
    return keys;
  }

  /**
   * A record.
   *
   * @param row has the key
   * @param valueSchema null for a tombstone
   * @param value null for a tombstone
   */
  RecordParts record(
      Object[] row, Schema valueSchema, Object value, String changeType, Origin origin) {
    return new RecordParts(
        topic,
        keys == null ? null : keys.keySchema().schema(),
        keys == null ? null : keys.struct(row),
        valueSchema,
        value,
        origin.headers(changeType),
        origin.timestamp(),
        changeType);
  }
}
