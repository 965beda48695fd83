package io.deltaconnect.sink.config;

import io.deltaconnect.connector.config.StorageKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Keys of the form {@code table.<name>.<key>}. Names of tables may have dots. */
final class TableOverrides {
  /** What cannot differ between the tables of one task, besides storage. */
  private static final Set<String> GLOBAL =
      Set.of(
          Keys.TABLE_PATH,
          Keys.TOPIC_TO_TABLE_MAP,
          Keys.COMMIT_INTERVAL_MS,
          Keys.COMMIT_MAX_RECORDS,
          Keys.COMMIT_MAX_BYTES,
          Keys.OFFSETS_COMMIT_MAX_DELAY_MS,
          Keys.TXN_APP_ID);

  private final Map<String, Map<String, String>> byTable = new LinkedHashMap<>();
  private final List<String> unknown = new ArrayList<>();

  TableOverrides(Map<String, String> originals, Set<String> keys) {
    for (Map.Entry<String, String> entry : originals.entrySet()) {
      String key = entry.getKey();
      if (key.startsWith(Keys.TABLE_PREFIX)
          && !keys.contains(key)
          && !key.startsWith(Keys.TABLE_PROPERTIES_PREFIX)) {
        add(key.substring(Keys.TABLE_PREFIX.length()), entry.getValue(), keys);
      }
    }
  }

  private void add(String nameAndKey, String value, Set<String> keys) {
    int properties = nameAndKey.indexOf("." + Keys.TABLE_PROPERTIES_PREFIX);
    if (properties > 0) {
      put(nameAndKey.substring(0, properties), nameAndKey.substring(properties + 1), value);
      return;
    }
    String longest = null;
    for (String key : keys) {
      if (nameAndKey.endsWith("." + key)
          && nameAndKey.length() > key.length() + 1
          && (longest == null || key.length() > longest.length())) {
        longest = key;
      }
    }
    if (longest == null || GLOBAL.contains(longest) || StorageKeys.names().contains(longest)) {
      unknown.add(Keys.TABLE_PREFIX + nameAndKey);
    } else {
      put(nameAndKey.substring(0, nameAndKey.length() - longest.length() - 1), longest, value);
    }
  }

  private void put(String table, String key, String value) {
    byTable.computeIfAbsent(table, name -> new LinkedHashMap<>()).put(key, value);
  }

  /** Keys by which nothing can be set. */
  List<String> unknown() {
    return unknown;
  }

  Set<String> tables() {
    return new TreeSet<>(byTable.keySet());
  }

  Map<String, String> of(String table) {
    return byTable.getOrDefault(table, Map.of());
  }
}
