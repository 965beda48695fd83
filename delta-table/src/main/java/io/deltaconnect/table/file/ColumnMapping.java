package io.deltaconnect.table.file;

import io.delta.kernel.types.StructField;
import java.util.Map;

/**
 * How a table's columns are called in its files (Delta protocol, "Column Mapping"). Outside the
 * files only statistics and partition values use these names.
 */
public enum ColumnMapping {
  /** Logical names, compared without regard to case as Delta does. */
  NONE,
  /** Physical names. */
  NAME,
  /** Parquet field ids. */
  ID;

  private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";
  private static final String FIELD_ID = "delta.columnMapping.id";

  /**
   * The mode of a table with these properties.
   *
   * @throws IllegalArgumentException if {@code delta.columnMapping.mode} is none of the protocol's
   */
  public static ColumnMapping of(Map<String, String> tableProperties) {
    String mode = tableProperties.getOrDefault("delta.columnMapping.mode", "none");
    return switch (mode) {
      case "none" -> NONE;
      case "name" -> NAME;
      case "id" -> ID;
      default -> throw new IllegalArgumentException("unknown delta.columnMapping.mode: " + mode);
    };
  }

  /** The name of a field in files, statistics and partition values. */
  public String physicalName(StructField field) {
    return this == NONE || !field.getMetadata().contains(PHYSICAL_NAME)
        ? field.getName()
        : field.getMetadata().getString(PHYSICAL_NAME);
  }

  /** The Parquet field id of a field; null if it has none or mapping is off. */
  Integer fieldId(StructField field) {
    Object id = this == NONE ? null : field.getMetadata().get(FIELD_ID);
    return id == null ? null : ((Number) id).intValue();
  }
}
