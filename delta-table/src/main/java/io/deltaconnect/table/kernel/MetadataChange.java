package io.deltaconnect.table.kernel;

import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.tablefeatures.TableFeature;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.internal.util.SchemaUtils;
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

  static final String TYPE_WIDENING = "delta.enableTypeWidening";

  /**
   * Id, name, description, format, partition columns and creation time stay as they are.
   *
   * @throws IllegalArgumentException if the schema is not the old one with new nullable columns and
   *     wider types, or Delta or the properties do not allow it
   */
  static MetadataChange of(
      String tablePath, TableMetadata old, StructType schema, Map<String, String> properties) {
    SchemaDifference difference = SchemaDifference.of(old.schema(), schema);
    if (difference.widened() != null && !isWideningEnabled(properties)) {
      throw new IllegalArgumentException(
          "Column "
              + difference.widened()
              + ", which needs the table property "
              + TYPE_WIDENING
              + "=true");
    }
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

  /**
   * A new schema only, with the property that widened columns need if the table is ours.
   *
   * @throws IllegalArgumentException as {@link #of}
   * @throws UnsupportedTableException if it needs a table feature that the table lacks, and we have
   *     not made the table
   */
  static MetadataChange ofNewSchema(String tablePath, TableMetadata old, StructType schema) {
    boolean ours = old.properties().containsKey(TableDefinition.KEY_COLUMNS_PROPERTY);
    Map<String, String> properties = new HashMap<>(old.properties());
    if (ours && SchemaDifference.of(old.schema(), schema).widened() != null) {
      properties.putIfAbsent(TYPE_WIDENING, "true");
    }
    MetadataChange change = of(tablePath, old, schema, properties);
    if (change.newProtocol() != null && !ours) {
      throw new UnsupportedTableException(
          "Table "
              + tablePath
              + " cannot get the new columns: they need the table features "
              + change.newFeatures(old.protocol())
              + ", which it does not have, and a table made by others is not upgraded. Add the"
              + " features first, or leave these columns out");
    }
    return change;
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

  static boolean isWideningEnabled(Map<String, String> properties) {
    return Boolean.parseBoolean(properties.get(TYPE_WIDENING));
  }

  private static boolean isMapped(Metadata metadata) {
    return ColumnMapping.isColumnMappingModeEnabled(
        ColumnMapping.getColumnMappingMode(metadata.getConfiguration()));
  }
}
