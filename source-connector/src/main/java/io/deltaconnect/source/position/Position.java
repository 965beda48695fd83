package io.deltaconnect.source.position;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Where in a table the next record comes from; Connect keeps it as the source offset of the
 * partition that {@link #partition} gives.
 *
 * <p>For example, after the last record of version 7: version 8, index 0. In the middle of version
 * 8, three records of which are published: version 8, index 3. In the middle of a snapshot of
 * version 8: the same with {@code snapshot}.
 *
 * @param tableId the id in the table's metadata at the version published last; null where an offset
 *     that was set by hand has none
 * @param version that the next record is of; one that is not there yet if all are published
 * @param index how many records of it are published
 * @param snapshot whether they are all rows of the version, rather than its changes
 */
public record Position(String tableId, long version, long index, boolean snapshot) {
  static final String TABLE = "table";
  static final String PROTOCOL = "protocol";
  static final String TABLE_ID = "table_id";
  static final String VERSION = "version";
  static final String INDEX = "index";
  static final String SNAPSHOT = "snapshot";
  static final List<String> FIELDS = List.of(PROTOCOL, TABLE_ID, VERSION, INDEX, SNAPSHOT);

  private static final long CURRENT_PROTOCOL = 1;

  /** The source partition of a table. */
  public static Map<String, String> partition(String tableName) {
    return Map.of(TABLE, tableName);
  }

  /** The beginning of a version's changes. */
  public static Position changes(String tableId, long version) {
    return new Position(tableId, version, 0, false);
  }

  /** The beginning of a snapshot. */
  public static Position snapshot(String tableId, long version) {
    return new Position(tableId, version, 0, true);
  }

  /**
   * The position that a source offset says.
   *
   * @throws ConnectException if it is not one that we, or somebody who knows the form, has written
   */
  public static Position of(Map<String, ?> offset) {
    for (String field : offset.keySet()) {
      if (!FIELDS.contains(field)) {
        throw new ConnectException(
            "a position has no field " + field + ": it is of the form " + form());
      }
    }
    long protocol = number(offset, PROTOCOL, CURRENT_PROTOCOL);
    if (protocol != CURRENT_PROTOCOL) {
      throw new ConnectException(
          "a position of protocol "
              + protocol
              + " was written by another version of the plugin; this one knows protocol "
              + CURRENT_PROTOCOL);
    }
    if (offset.get(VERSION) == null) {
      throw new ConnectException("a position needs a version: it is of the form " + form());
    }
    Object id = offset.get(TABLE_ID);
    if (id != null && !(id instanceof String)) {
      throw wrong(TABLE_ID, id, "text");
    }
    Object snapshot = offset.get(SNAPSHOT);
    if (snapshot != null && !(snapshot instanceof Boolean)) {
      throw wrong(SNAPSHOT, snapshot, "true or false");
    }
    return new Position(
        (String) id,
        number(offset, VERSION, 0),
        number(offset, INDEX, 0),
        Boolean.TRUE.equals(snapshot));
  }

  private static long number(Map<String, ?> offset, String field, long byDefault) {
    Object value = offset.get(field);
    if (value == null) {
      return byDefault;
    }
    boolean whole = value instanceof Long || value instanceof Integer;
    if (!whole || ((Number) value).longValue() < 0) {
      throw wrong(field, value, "a whole number, 0 or more");
    }
    return ((Number) value).longValue();
  }

  private static ConnectException wrong(String field, Object value, String expected) {
    return new ConnectException(field + " of a position must be " + expected + ", but is " + value);
  }

  private static String form() {
    return "{\"protocol\": 1, \"table_id\": \"...\", \"version\": 0, \"index\": 0, \"snapshot\":"
        + " false}, in which only version must be there";
  }

  /** As Connect keeps it. */
  public Map<String, Object> toOffset() {
    Map<String, Object> offset = new LinkedHashMap<>();
    offset.put(PROTOCOL, CURRENT_PROTOCOL);
    offset.put(TABLE_ID, tableId);
    offset.put(VERSION, version);
    offset.put(INDEX, index);
    offset.put(SNAPSHOT, snapshot);
    return offset;
  }

  /** Further on in the same version. */
  public Position at(long newIndex) {
    return new Position(tableId, version, newIndex, snapshot);
  }

  /** The same, reached with a record of the table when it had this id. */
  public Position of(String newTableId) {
    return new Position(newTableId, version, index, snapshot);
  }

  /** The changes that come after this version, or after this snapshot. */
  public Position next() {
    return changes(tableId, version + 1);
  }

  @Override
  public String toString() {
    return (snapshot ? "snapshot of " : "") + "version " + version + ", record " + index;
  }
}
