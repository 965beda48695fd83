package io.deltaconnect.sink.route;

import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.sink.config.PathTemplate;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.connect.errors.DataException;

/** Finds the table of a topic: by the map, else by the topic's own name. */
public final class TableRouter {
  /** What Kafka allows in a topic's name; transforms can make any other. */
  private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]+");

  private static final Pattern PATH = Pattern.compile("(/|[a-zA-Z][a-zA-Z0-9+.-]*:).*");

  private final PathTemplate template;
  private final Map<String, String> topicToTable;
  private final Map<String, TableLocation> byTopic = new HashMap<>();

  public TableRouter(DeltaSinkConfig config) {
    this.template = config.pathTemplate();
    this.topicToTable = config.topicToTable();
  }

  /**
   * @param topic after transforms
   * @throws DataException if the topic's name cannot be part of a path
   */
  public TableLocation route(String topic) {
    TableLocation location = byTopic.get(topic);
    if (location == null) {
      location = locate(topic);
      byTopic.put(topic, location);
    }
    return location;
  }

  private TableLocation locate(String topic) {
    String table = topicToTable.get(topic);
    if (table == null) {
      if (!TOPIC.matcher(topic).matches() || topic.equals(".") || topic.equals("..")) {
        throw new DataException(
            "the topic '"
                + topic
                + "' cannot be part of a path: topic.to.table.map can name its"
                + " table");
      }
      table = topic;
    }
    return TableLocation.at(isPath(table) ? table : template.path(table));
  }

  /** Whether what the map says of a topic is the path of its table, not a name. */
  public static boolean isPath(String table) {
    return PATH.matcher(table).matches();
  }
}
