package io.deltaconnect.transforms;

import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/**
 * What Debezium puts on its topics, told by the fields alone: names of schemas change on their way
 * through converters, and maps have none.
 */
enum EventKind {
  /**
   * A row that was read, made, changed or deleted, a truncate or a message: {@code op} says which.
   * It has {@code op} and {@code after}, {@code before} or {@code source}; a truncate may come
   * without {@code before} and {@code after}. A row may have columns called {@code op} and {@code
   * source}, but then the latter is no struct.
   */
  CHANGE,
  /**
   * The same of MongoDB, whose documents are JSON text; or, without one, with {@code
   * updateDescription}, or {@code patch} of Debezium before 2.0.
   */
  DOCUMENT,
  /**
   * The same of Cassandra and YugabyteDB, where the columns of an image are structs of {@code
   * value} and {@code set}, in Cassandra of {@code deletion_ts} too. A column that is not set stays
   * as it was, and Cassandra's {@code r} is a deleted range, no row read by a snapshot.
   */
  CELLS,
  /** Begin or end of a transaction: {@code status}, {@code id} and {@code data_collections}. */
  TRANSACTION,
  /** {@code ddl} and {@code databaseName}. */
  SCHEMA_CHANGE,
  /** {@code ts_ms} and nothing else. */
  HEARTBEAT,
  /** How a snapshot gets on: {@code aggregate_type}, {@code type} and {@code additional_data}. */
  NOTIFICATION,
  UNKNOWN;

  static EventKind of(Schema schema) {
    if (schema.type() != Schema.Type.STRUCT) {
      return UNKNOWN;
    }
    EventKind kind = of(schema.fields().size(), name -> schema.field(name) != null);
    if (kind != CHANGE) {
      return kind;
    }
    if (is(Schema.Type.STRING, schema.field("after"))
        || is(Schema.Type.STRING, schema.field("before"))) {
      return DOCUMENT;
    }
    boolean withoutImages = schema.field("after") == null && schema.field("before") == null;
    boolean wellFormed =
        is(Schema.Type.STRING, schema.field("op"))
            && (schema.field("after") == null || is(Schema.Type.STRUCT, schema.field("after")))
            && (schema.field("before") == null || is(Schema.Type.STRUCT, schema.field("before")))
            && (!withoutImages || is(Schema.Type.STRUCT, schema.field("source")));
    if (!wellFormed) {
      return UNKNOWN;
    }
    return haveCells(schema.field("after")) || haveCells(schema.field("before")) ? CELLS : CHANGE;
  }

  private static boolean haveCells(Field image) {
    if (image != null) {
      for (Field column : image.schema().fields()) {
        Schema schema = column.schema();
        if (schema.type() == Schema.Type.STRUCT
            && schema.fields().size() <= 3
            && schema.field("value") != null
            && is(Schema.Type.BOOLEAN, schema.field("set"))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean haveCells(Object image) {
    if (image instanceof Map<?, ?> row) {
      for (Object column : row.values()) {
        if (column instanceof Map<?, ?> cell
            && cell.size() <= 3
            && cell.containsKey("value")
            && cell.get("set") instanceof Boolean) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean is(Schema.Type type, Field field) {
    return field != null && field.schema().type() == type;
  }

  static EventKind of(Map<?, ?> value) {
    EventKind kind = of(value.size(), value::containsKey);
    if (kind != CHANGE) {
      return kind;
    }
    if (value.get("after") instanceof String || value.get("before") instanceof String) {
      return DOCUMENT;
    }
    boolean withoutImages = !value.containsKey("after") && !value.containsKey("before");
    if (!(value.get("op") instanceof String)
        || (withoutImages && !(value.get("source") instanceof Map))) {
      return UNKNOWN;
    }
    return haveCells(value.get("after")) || haveCells(value.get("before")) ? CELLS : CHANGE;
  }

  private interface Fields {
    boolean have(String name);
  }

  private static EventKind of(int count, Fields fields) {
    if (fields.have("op")
        && (fields.have("after") || fields.have("before") || fields.have("source"))) {
      return fields.have("updateDescription") || fields.have("patch") ? DOCUMENT : CHANGE;
    }
    if (fields.have("status") && fields.have("id") && fields.have("data_collections")) {
      return TRANSACTION;
    }
    if (fields.have("ddl") && fields.have("databaseName")) {
      return SCHEMA_CHANGE;
    }
    if (fields.have("id")
        && fields.have("aggregate_type")
        && fields.have("type")
        && fields.have("additional_data")
        && count <= 5) {
      return NOTIFICATION;
    }
    return count == 1 && fields.have("ts_ms") ? HEARTBEAT : UNKNOWN;
  }
}
