package io.deltaconnect.table.kernel;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The names that the change data feed keeps for itself. */
public final class ChangeFeedColumns {
  private static final Set<String> RESERVED =
      Set.of("_change_type", "_commit_version", "_commit_timestamp");

  private ChangeFeedColumns() {}

  /**
   * Fails if a top-level column takes one of them, in any case, while the feed is on. Nested fields
   * may have those names.
   *
   * @throws IllegalArgumentException naming the column
   */
  public static void check(StructType schema, Map<String, String> properties) {
    if (!Boolean.parseBoolean(properties.get("delta.enableChangeDataFeed"))) {
      return;
    }
    for (StructField field : schema.fields()) {
      if (RESERVED.contains(field.getName().toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "Column "
                + field.getName()
                + " has a name that the change data feed keeps for itself; rename it, or set"
                + " delta.enableChangeDataFeed to false");
      }
    }
  }
}
