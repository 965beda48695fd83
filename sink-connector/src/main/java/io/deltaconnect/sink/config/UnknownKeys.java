package io.deltaconnect.sink.config;

import io.deltaconnect.connector.config.Misspellings;
import io.deltaconnect.connector.config.OtherConnector;
import io.deltaconnect.connector.config.StorageKeys;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keys of the configuration that set nothing. */
public final class UnknownKeys {
  private static final Set<String> KNOWN = DeltaSinkConfig.DEFINITION.names();
  private static final Misspellings MISSPELLINGS =
      new Misspellings(
          KNOWN, List.of(StorageKeys.HADOOP_PREFIX, Keys.TABLE_PREFIX), OtherConnector.SOURCE);

  private UnknownKeys() {}

  /** By key, a warning for each that looks like one of ours, or is one of the source. */
  public static Map<String, String> warnings(Map<String, String> originals) {
    return MISSPELLINGS.warnings(originals);
  }

  /** What is wrong with a key of the form {@code table.<name>.<key>} that sets nothing. */
  static String perTable(String key) {
    String closest = MISSPELLINGS.closest(key);
    int best = Integer.MAX_VALUE;
    // The name of the table may have dots: any of them can be the one before the key.
    int dot = closest == null ? key.indexOf('.', Keys.TABLE_PREFIX.length()) : -1;
    while (dot > 0) {
      String rest = key.substring(dot + 1);
      if (KNOWN.contains(rest)) {
        return key + ": " + rest + " cannot be set per table";
      }
      String candidate = MISSPELLINGS.closest(rest);
      if (candidate != null && Misspellings.distance(rest, candidate) < best) {
        best = Misspellings.distance(rest, candidate);
        closest = key.substring(0, dot + 1) + candidate;
      }
      dot = key.indexOf('.', dot + 1);
    }
    return key
        + " is not a key of the form table.<name>.<key> that can be set per table"
        + (closest == null ? "" : "; did you mean " + closest + "?");
  }
}
