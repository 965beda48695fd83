package io.deltaconnect.table.kernel;

import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.tablefeatures.TableFeature;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.internal.util.SchemaUtils;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * New metadata of an existing table, checked against the old, and the protocol it needs.
 *
 * @param table what holds after the commit
 * @param newProtocol null if the old one will do
 * @param enablesInCommitTimestamps whether this commit is the first with an in-commit timestamp
 */
record MetadataChange(
    TableMetadata table, Protocol newProtocol, boolean enablesInCommitTimestamps) {

  /**
   * Id, name, description, format, partition columns and creation time stay as they are.
   *
   * @throws IllegalArgumentException if the schema is not the old one with new nullable columns, or
   *     Delta does not allow it
   */
  static MetadataChange of(
      String tablePath, TableMetadata old, StructType schema, Map<String, String> properties) {
    checkOnlyAdds("", old.schema(), schema);
    ChangeFeedColumns.check(schema, properties);
    try {
      Metadata metadata =
          old.metadata().withNewSchema(schema).withReplacedConfiguration(properties);
      metadata =
          ColumnMapping.updateColumnMappingMetadataIfNeeded(metadata, false).orElse(metadata);
      SchemaUtils.validateSchema(schema, isMapped(metadata), false, false);
      Protocol newProtocol =
          TableFeatures.autoUpgradeProtocolBasedOnMetadata(metadata, Set.of(), old.protocol())
              .map(upgrade -> upgrade._1)
              .orElse(null);
      Protocol protocol = newProtocol == null ? old.protocol() : newProtocol;
      TableMetadata table = TableMetadata.of(tablePath, protocol, metadata);
      TableFeatureSupport.checkWritable(tablePath, table);
      return new MetadataChange(
          table,
          newProtocol,
          table.inCommitTimestampsEnabled() && !old.inCommitTimestampsEnabled());
    } catch (KernelException e) {
      throw new IllegalArgumentException(
          "Table " + tablePath + " cannot be changed: " + e.getMessage(), e);
    }
  }

  /** Names of the table features that the new protocol has beyond the old one. */
  Set<String> newFeatures(Protocol old) {
    Set<String> names = new TreeSet<>();
    for (TableFeature feature : newProtocol.getImplicitlyAndExplicitlySupportedFeatures()) {
      names.add(feature.featureName());
    }
    for (TableFeature feature : old.getImplicitlyAndExplicitlySupportedFeatures()) {
      names.remove(feature.featureName());
    }
    return names;
  }

  /** The action that says this, with the ids and names that column mapping gave to new columns. */
  Action.Metadata action() {
    return new Action.Metadata(table.schema(), table.properties());
  }

  /**
   * Notes since when commits have in-commit timestamps, where this one begins with them (Delta
   * protocol, "In-Commit Timestamps").
   */
  MetadataChange committedAt(long version, Optional<Long> inCommitTimestamp) {
    if (!enablesInCommitTimestamps) {
      return this;
    }
    Map<String, String> properties = new HashMap<>(table.properties());
    properties.put("delta.inCommitTimestampEnablementVersion", Long.toString(version));
    properties.put(
        "delta.inCommitTimestampEnablementTimestamp",
        Long.toString(inCommitTimestamp.orElseThrow()));
    Metadata metadata = table.metadata().withReplacedConfiguration(properties);
    return new MetadataChange(table.with(metadata), newProtocol, true);
  }

  private static boolean isMapped(Metadata metadata) {
    return ColumnMapping.isColumnMappingModeEnabled(
        ColumnMapping.getColumnMappingMode(metadata.getConfiguration()));
  }

  private static void checkOnlyAdds(String prefix, StructType old, StructType changed) {
    for (StructField field : old.fields()) {
      int i = changed.indexOf(field.getName());
      if (i < 0) {
        throw new IllegalArgumentException(
            "Column " + prefix + field.getName() + " is missing from the new schema");
      }
      if (field.isNullable() && !changed.at(i).isNullable()) {
        throw new IllegalArgumentException(
            "Column " + prefix + field.getName() + " is nullable and must stay so");
      }
      checkSame(prefix + field.getName(), field.getDataType(), changed.at(i).getDataType());
    }
    for (StructField field : changed.fields()) {
      if (old.indexOf(field.getName()) < 0 && !field.isNullable()) {
        throw new IllegalArgumentException(
            "New column " + prefix + field.getName() + " must be nullable: older rows lack it");
      }
    }
  }

  private static void checkSame(String name, DataType old, DataType changed) {
    if (old instanceof StructType oldStruct && changed instanceof StructType struct) {
      checkOnlyAdds(name + ".", oldStruct, struct);
    } else if (old instanceof ArrayType oldArray && changed instanceof ArrayType array) {
      checkSame(name + ".element", oldArray.getElementType(), array.getElementType());
    } else if (old instanceof MapType oldMap && changed instanceof MapType map) {
      checkSame(name + ".key", oldMap.getKeyType(), map.getKeyType());
      checkSame(name + ".value", oldMap.getValueType(), map.getValueType());
    } else if (!old.equals(changed)) {
      throw new IllegalArgumentException(
          "Column " + name + " is " + old + " and cannot become " + changed);
    }
  }
}
