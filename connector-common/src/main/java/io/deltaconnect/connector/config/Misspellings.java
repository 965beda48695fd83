package io.deltaconnect.connector.config;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds keys that look like misspellings of ours, or are of the other connector: Connect itself
 * ignores unknown keys.
 */
public final class Misspellings {
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
          "transaction.boundary",
          "topic.creation.",
          "task.",
          "offsets.storage.");

  private final Set<String> known;
  private final List<String> ownPrefixes;
  private final OtherConnector other;

  /**
   * @param known all keys
   * @param ownPrefixes of keys that are free in what follows
   */
  public Misspellings(Set<String> known, List<String> ownPrefixes, OtherConnector other) {
    this.known = known;
    this.ownPrefixes = ownPrefixes;
    this.other = other;
  }

  /**
   * By key, a warning for each that is not known but close to one that is, or known to the other
   * connector.
   */
  public Map<String, String> warnings(Map<String, String> originals) {
    Map<String, String> warnings = new TreeMap<>();
    for (String key : originals.keySet()) {
      if (known.contains(key)
          || ownPrefixes.stream().anyMatch(key::startsWith)
          || CONNECT.stream().anyMatch(key::startsWith)) {
        continue;
      }
      String warning = warning(key);
      if (warning != null) {
        warnings.put(key, warning);
      }
    }
    return warnings;
  }

  private String warning(String key) {
    String ofTheOther = other.warning(key);
    if (ofTheOther != null) {
      return ofTheOther;
    }
    String closest = closest(key);
    return closest == null
        ? null
        : "The key " + key + " is not known and has no effect; did you mean " + closest + "?";
  }

  /** The known key that was meant; null if none is close. */
  public String closest(String key) {
    String closest = null;
    int best = Math.max(2, key.length() / 5) + 1;
    for (String candidate : known) {
      int distance = distance(key, candidate);
      if (distance < best) {
        best = distance;
        closest = candidate;
      }
    }
    return closest;
  }

  /** How many letters to change, separators apart (Levenshtein's edit distance). */
  public static int distance(String key, String other) {
    String a = normal(key);
    String b = normal(other);
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

  private static String normal(String key) {
    return key.replace('_', '.').replace('-', '.');
  }
}
