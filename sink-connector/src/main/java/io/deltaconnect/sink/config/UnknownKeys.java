package io.deltaconnect.sink.config;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Finds keys that look like misspellings of ours: Connect itself ignores unknown keys. */
public final class UnknownKeys {
  private static final List<String> CONNECT =
      List.of(
          "name",
          "topics",
          "tasks.max",
          "connector.",
          "key.converter",
          "value.converter",
          "header.converter",
          "transforms",
          "predicates",
          "errors.",
          "config.",
          "consumer.",
          "producer.",
          "admin.",
          "plugin.",
          "exactly.once.",
          "task.",
          "offsets.storage.");

  private UnknownKeys() {}

  /** By key, a warning for each that is not known but close to one that is. */
  public static Map<String, String> warnings(Map<String, String> originals) {
    Set<String> known = DeltaSinkConfig.DEFINITION.names();
    Map<String, String> warnings = new TreeMap<>();
    for (String key : originals.keySet()) {
      if (known.contains(key)
          || key.startsWith(Keys.HADOOP_PREFIX)
          || key.startsWith(Keys.TABLE_PREFIX)
          || CONNECT.stream().anyMatch(key::startsWith)) {
        continue;
      }
      String closest = closest(key, known);
      if (closest != null) {
        warnings.put(
            key,
            "The key " + key + " is not known and has no effect; did you mean " + closest + "?");
      }
    }
    return warnings;
  }

  /** What is wrong with a key of the form {@code table.<name>.<key>} that sets nothing. */
  static String perTable(String key) {
    Set<String> known = DeltaSinkConfig.DEFINITION.names();
    String closest = closest(key, known);
    int best = Integer.MAX_VALUE;
    // The name of the table may have dots: any of them can be the one before the key.
    int dot = closest == null ? key.indexOf('.', Keys.TABLE_PREFIX.length()) : -1;
    while (dot > 0) {
      String rest = key.substring(dot + 1);
      if (known.contains(rest)) {
        return key + ": " + rest + " cannot be set per table";
      }
      String candidate = closest(rest, known);
      if (candidate != null && distance(normal(rest), normal(candidate)) < best) {
        best = distance(normal(rest), normal(candidate));
        closest = key.substring(0, dot + 1) + candidate;
      }
      dot = key.indexOf('.', dot + 1);
    }
    return key
        + " is not a key of the form table.<name>.<key> that can be set per table"
        + (closest == null ? "" : "; did you mean " + closest + "?");
  }

  private static String closest(String key, Set<String> known) {
    String closest = null;
    int best = Math.max(2, key.length() / 5) + 1;
    for (String candidate : known) {
      int distance = distance(normal(key), normal(candidate));
      if (distance < best) {
        best = distance;
        closest = candidate;
      }
    }
    return closest;
  }

  private static String normal(String key) {
    return key.replace('_', '.').replace('-', '.');
  }

  /** Levenshtein's edit distance. */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j < previous.length; j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[previous.length];
      current[0] = i;
      for (int j = 1; j < current.length; j++) {
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        current[j] = Math.min(previous[j - 1] + same, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
