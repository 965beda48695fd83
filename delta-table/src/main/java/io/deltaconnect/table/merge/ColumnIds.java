package io.deltaconnect.table.merge;

import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.StructField;
import io.deltaconnect.table.kernel.TableLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Identities of new columns in tables with column mapping (Delta protocol, "Column Mapping"). */
final class ColumnIds {
  private static final String MODE = "delta.columnMapping.mode";
  private static final String MAX_ID = "delta.columnMapping.maxColumnId";
  private static final String ID = "delta.columnMapping.id";
  private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

  private final boolean mapped;
  private long maxId;

  private ColumnIds(boolean mapped, long maxId) {
    this.mapped = mapped;
    this.maxId = maxId;
  }

  static ColumnIds of(TableLayout table) {
    String mode = table.properties().getOrDefault(MODE, "none");
    return new ColumnIds(
        !mode.equals("none"), Long.parseLong(table.properties().getOrDefault(MAX_ID, "0")));
  }

  boolean mapped() {
    return mapped;
  }

  /** The new column with an id and a physical name of its own, where the table maps columns. */
  StructField identify(StructField field) {
    if (!mapped) {
      return field;
    }
    return field.withNewMetadata(
        FieldMetadata.builder()
            .putLong(ID, ++maxId)
            .putString(PHYSICAL_NAME, "col-" + UUID.randomUUID())
            .build());
  }

  /** The table's properties with the highest id given so far. */
  Map<String, String> properties(Map<String, String> before) {
    if (!mapped) {
      return before;
    }
    Map<String, String> after = new HashMap<>(before);
    after.put(MAX_ID, Long.toString(maxId));
    return after;
  }
}
