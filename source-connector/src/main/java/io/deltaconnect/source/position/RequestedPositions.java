package io.deltaconnect.source.position;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;

/** Source offsets that somebody wants to set by Connect's REST interface (KIP-875). */
public final class RequestedPositions {
  private RequestedPositions() {}

  /**
   * The positions by name of the table; those to be forgotten are left out, whatever their
   * partition, so that garbage can be removed.
   *
   * @param tableNames of the configuration
   * @throws ConnectException if one is not of a table, or not a position
   */
  public static Map<String, Position> of(
      Map<Map<String, ?>, Map<String, ?>> offsets, Collection<String> tableNames) {
    Map<String, Position> positions = new LinkedHashMap<>();
    offsets.forEach(
        (partition, offset) -> {
          if (offset != null) {
            String table = table(partition, tableNames);
            try {
              positions.put(table, Position.of(offset));
            } catch (ConnectException e) {
              throw new ConnectException("table " + table + ": " + e.getMessage(), e);
            }
          }
        });
    return positions;
  }

  private static String table(Map<String, ?> partition, Collection<String> tableNames) {
    Object name = partition == null ? null : partition.get(Position.TABLE);
    if (name == null || partition.size() != 1 || !tableNames.contains(name.toString())) {
      throw new ConnectException(
          "a partition is {\"table\": <name>} with a name of "
              + tableNames
              + ", but is "
              + partition);
    }
    return name.toString();
  }
}
