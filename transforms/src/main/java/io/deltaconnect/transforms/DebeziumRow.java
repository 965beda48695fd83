package io.deltaconnect.transforms;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.transforms.Transformation;

/**
 * Makes rows with an operation code of Debezium's envelopes, of all its connectors for relational
 * databases. By event:
 *
 * <ul>
 *   <li>created, read by a snapshot, updated ({@code c}, {@code r}, {@code u}): the row is {@code
 *       after};
 *   <li>deleted ({@code d}): no value, or, if rows have the code in a field, {@code before} with it
 *       (no value where there is no {@code before});
 *   <li>tombstone: as it is, or dropped;
 *   <li>truncated ({@code t}): no key, and no value but the code; or dropped;
 *   <li>message ({@code m}), schema change, transaction, heartbeat, notification: dropped, or as it
 *       is;
 *   <li>documents of MongoDB are refused, and so are rows of Cassandra and YugabyteDB, which lack
 *       the columns that stay as they were;
 *   <li>anything else: as {@code unknown.behavior} says.
 * </ul>
 *
 * <p>A change of the key stays what it is in Debezium: a delete, a tombstone and a create. Values
 * that Debezium could not read stay the placeholders that it wrote.
 */
public final class DebeziumRow<R extends ConnectRecord<R>> implements Transformation<R>, Versioned {
  private DebeziumRowConfig config;
  private RowMaker rows;
  private final SchemaCache<Envelope> bySchema = new SchemaCache<>(Envelope::new);

  /** The fields of one schema of events; null where it has none. */
  private record Envelope(EventKind kind, Field op, Field before, Field after) {
    Envelope(Schema schema) {
      this(EventKind.of(schema), schema.field("op"), schema.field("before"), schema.field("after"));
    }
  }

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public ConfigDef config() {
    return DebeziumRowConfig.SETTINGS.def();
  }

  /**
   * @throws ConfigException if a value is not allowed, or keys contradict each other
   */
  @Override
  public void configure(Map<String, ?> props) {
    this.config = DebeziumRowConfig.of(props);
    this.rows = new RowMaker(config.opField(), config.addFields());
  }

  /**
   * @return null if the record is dropped
   * @throws DataException if it is no event of Debezium, and such are not let through, or one that
   *     no row can be made of
   */
  @Override
  public R apply(R record) {
    if (record.value() == null) {
      return config.dropTombstones() ? null : record;
    }
    try {
      if (record.value() instanceof Struct struct) {
        return apply(record, struct);
      }
      if (record.value() instanceof Map<?, ?> map) {
        return apply(record, map);
      }
      return unknown(record, "is a " + record.value().getClass().getSimpleName());
    } catch (DataException e) {
      throw new DataException(Where.of(record) + ": " + e.getMessage(), e);
    }
  }

  private R apply(R record, Struct event) {
    Envelope envelope = bySchema.get(event.schema());
    if (envelope.kind != EventKind.CHANGE) {
      return noRow(record, envelope.kind);
    }
    String op = (String) event.get(envelope.op);
    switch (String.valueOf(op)) {
      case "c", "r", "u" -> {
        Struct after = image(event, envelope.after);
        if (after == null) {
          throw noImage(op);
        }
        Struct row = rows.row(event, op, envelope.after, after);
        return made(record, event, op, record.keySchema(), record.key(), row.schema(), row);
      }
      case "d" -> {
        Struct before = config.rowForDeletes() ? image(event, envelope.before) : null;
        Struct row = before == null ? null : rows.row(event, op, envelope.before, before);
        Schema schema = row == null ? null : row.schema();
        return made(record, event, op, record.keySchema(), record.key(), schema, row);
      }
      case "t" -> {
        if (config.dropTruncates()) {
          return null;
        }
        Struct row = config.rowForDeletes() ? rows.withoutRow(event, op) : null;
        return made(record, event, op, null, null, row == null ? null : row.schema(), row);
      }
      default -> {
        return otherOperation(record, op);
      }
    }
  }

  private static Struct image(Struct event, Field field) {
    return field == null ? null : (Struct) event.get(field);
  }

  private R apply(R record, Map<?, ?> event) {
    EventKind kind = EventKind.of(event);
    if (kind != EventKind.CHANGE) {
      return noRow(record, kind);
    }
    String op = (String) event.get("op");
    switch (op) {
      case "c", "r", "u" -> {
        if (!(event.get("after") instanceof Map<?, ?> after)) {
          throw noImage(op);
        }
        Map<?, ?> row = rows.row(event, op, after);
        return made(record, event, op, record.keySchema(), record.key(), null, row);
      }
      case "d" -> {
        boolean withRow = config.rowForDeletes() && event.get("before") instanceof Map;
        Map<?, ?> row = withRow ? rows.row(event, op, (Map<?, ?>) event.get("before")) : null;
        return made(record, event, op, record.keySchema(), record.key(), null, row);
      }
      case "t" -> {
        Map<?, ?> row = config.rowForDeletes() ? rows.withoutRow(event, op) : null;
        return config.dropTruncates() ? null : made(record, event, op, null, null, null, row);
      }
      default -> {
        return otherOperation(record, op);
      }
    }
  }

  private R made(
      R record, Object event, String op, Schema keySchema, Object key, Schema schema, Object row) {
    Headers all = record.headers().duplicate();
    if (config.opHeader() != null) {
      all.add(config.opHeader(), op, Schema.STRING_SCHEMA);
    }
    for (AddedField header : config.addHeaders()) {
      add(header, event, all);
    }
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        keySchema,
        key,
        schema,
        row,
        record.timestamp(),
        all);
  }

  private static void add(AddedField field, Object event, Headers all) {
    if (event instanceof Struct struct) {
      Object value = field.read(struct);
      Schema schema = field.schema(struct.schema());
      all.add(field.name(), value, value == null && !schema.isOptional() ? null : schema);
    } else {
      all.add(field.name(), field.read((Map<?, ?>) event), null);
    }
  }

  private R noRow(R record, EventKind kind) {
    return switch (kind) {
      case DOCUMENT ->
          throw new DataException(
              "this is an event of Debezium's connector for MongoDB, whose documents are JSON text:"
                  + " use io.debezium.connector.mongodb.transforms.ExtractNewDocumentState in the"
                  + " place of DebeziumRow");
      case CELLS ->
          throw new DataException(
              "the columns of this event are structs with value and set, as Debezium's connectors for"
                  + " Cassandra and YugabyteDB write them, where one that is not set stays as it was:"
                  + " use YugabyteDB's transform PGCompatible before DebeziumRow, and"
                  + " missing.columns=keep on the sink");
      case TRANSACTION, SCHEMA_CHANGE, HEARTBEAT, NOTIFICATION ->
          config.dropMessages() ? null : record;
      case CHANGE, UNKNOWN -> unknown(record, "has the fields " + Structs.fields(record.value()));
    };
  }

  private R otherOperation(R record, String op) {
    if ("m".equals(op)) {
      return config.dropMessages() ? null : record;
    }
    return unknown(record, "has the op '" + op + "', which is none of c, r, u, d, t, m");
  }

  private R unknown(R record, String what) {
    return switch (config.unknown()) {
      case PASS -> record;
      case DROP -> null;
      case FAIL ->
          throw new DataException(
              "an event of Debezium was expected, a struct or map with op and before, after or"
                  + " source, but the value "
                  + what
                  + (isWrapped(record)
                      ? ": value.converter.schemas.enable=true reads what is in payload"
                      : "; unknown.behavior=pass or drop lets it through"));
    };
  }

  private boolean isWrapped(R record) {
    return record.value() instanceof Map<?, ?> map
        && map.size() == 2
        && map.containsKey("schema")
        && map.containsKey("payload");
  }

  private static DataException noImage(String op) {
    return new DataException("the op '" + op + "' needs a row in after, but there is none");
  }

  @Override
  public void close() {}
}
