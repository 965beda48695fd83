package io.deltaconnect.sink.validate;

import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.sink.config.PathTemplate;
import io.deltaconnect.sink.route.TableLocation;
import io.deltaconnect.sink.route.TableRouter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A table that a configuration names.
 *
 * @param pathKey the key that its path comes from
 */
record NamedTable(TableLocation location, String pathKey) {
  private static final String TRANSFORMS = "transforms";

  /** A setting of ExtractNewRecordState that makes it change the topic. */
  private static final String DEBEZIUM_ROUTE = "route.by.field";

  /** Transforms that leave a record's topic as it is. */
  private static final Pattern KEEPS_TOPIC =
      Pattern.compile(
          "org\\.apache\\.kafka\\.connect\\.transforms\\.(?!.*Router).*"
              + "|io\\.deltaconnect\\.transforms\\..*"
              + "|io\\.debezium\\.transforms\\.ExtractNew.*");

  /** Those of the topics that are known, and of the map, each once. */
  static Collection<NamedTable> of(DeltaSinkConfig config) {
    Map<String, String> map = config.topicToTable();
    TableRouter router = new TableRouter(config);
    Map<String, NamedTable> byPath = new LinkedHashMap<>();
    List<String> topics = new ArrayList<>(topics(config.originalsStrings()));
    topics.addAll(map.keySet());
    for (String topic : topics) {
      String table = map.get(topic);
      boolean mapped = table != null && TableRouter.isPath(table);
      TableLocation location = router.route(topic);
      byPath.putIfAbsent(
          location.path(),
          new NamedTable(location, mapped ? Keys.TOPIC_TO_TABLE_MAP : Keys.TABLE_PATH));
    }
    PathTemplate template = config.pathTemplate();
    if (byPath.isEmpty() && !template.hasTopic()) {
      TableLocation only = TableLocation.at(template.path(""));
      byPath.put(only.path(), new NamedTable(only, Keys.TABLE_PATH));
    }
    return byPath.values();
  }

  /** The topics as the connector sees them; none if that cannot be told. */
  private static List<String> topics(Map<String, String> originals) {
    for (String transform : list(originals.get(TRANSFORMS))) {
      String prefix = TRANSFORMS + "." + transform + ".";
      String type = originals.get(prefix + "type");
      if (type == null
          || !KEEPS_TOPIC.matcher(type).matches()
          || originals.containsKey(prefix + DEBEZIUM_ROUTE)) {
        return List.of();
      }
    }
    return list(originals.get("topics"));
  }

  private static List<String> list(String text) {
    return text == null
        ? List.of()
        : Pattern.compile(",")
            .splitAsStream(text)
            .map(String::trim)
            .filter(item -> !item.isEmpty())
            .toList();
  }

  /** For messages. */
  String named() {
    return "table " + location.name() + " (" + location.path() + ")";
  }
}
