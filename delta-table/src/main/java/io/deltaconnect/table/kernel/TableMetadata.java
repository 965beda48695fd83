package io.deltaconnect.table.kernel;

import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.storage.CorruptTableException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Protocol and metadata of a table, parsed once and shared by all versions that have them.
 *
 * @param schema logical
 * @param partitionColumns logical names
 */
record TableMetadata(
    Protocol protocol,
    Metadata metadata,
    StructType schema,
    List<String> partitionColumns,
    Map<String, String> properties) {

  /**
   * @throws UnsupportedTableException if the schema has a type that is not known, or the protocol a
   *     feature that we cannot read
   * @throws CorruptTableException if a partition column is missing from the schema
   */
  static TableMetadata of(String tablePath, Protocol protocol, Metadata metadata) {
    TableFeatureSupport.checkReadable(tablePath, protocol);
    StructType schema;
    try {
      schema = metadata.getSchema();
    } catch (KernelException | IllegalArgumentException e) {
      throw new UnsupportedTableException(
          "Table " + tablePath + " has a schema that we cannot read: " + e.getMessage(), e);
    }
    return new TableMetadata(
        protocol,
        metadata,
        schema,
        partitionColumns(tablePath, metadata, schema),
        Map.copyOf(metadata.getConfiguration()));
  }

  /** As the schema writes them: Delta's names are the same in any case. */
  private static List<String> partitionColumns(
      String tablePath, Metadata metadata, StructType schema) {
    Map<String, String> names = new HashMap<>();
    schema.fieldNames().forEach(name -> names.put(name.toLowerCase(Locale.ROOT), name));
    List<String> columns = VectorUtils.toJavaList(metadata.getPartitionColumns());
    List<String> written = new ArrayList<>(columns.size());
    for (String column : columns) {
      String name = names.get(column.toLowerCase(Locale.ROOT));
      if (name == null) {
        throw new CorruptTableException(
            "Table %s is partitioned by %s, which is none of its columns"
                .formatted(tablePath, column));
      }
      written.add(name);
    }
    return List.copyOf(written);
  }

  /** With another configuration; all else is the same. */
  TableMetadata with(Metadata newConfiguration) {
    return new TableMetadata(
        protocol,
        newConfiguration,
        schema,
        partitionColumns,
        Map.copyOf(newConfiguration.getConfiguration()));
  }

  boolean changeDataFeedEnabled() {
    return TableConfig.CHANGE_DATA_FEED_ENABLED.fromMetadata(metadata);
  }

  boolean deletionVectorsEnabled() {
    return TableConfig.DELETION_VECTORS_CREATION_ENABLED.fromMetadata(metadata);
  }

  boolean inCommitTimestampsEnabled() {
    return TableConfig.IN_COMMIT_TIMESTAMPS_ENABLED.fromMetadata(metadata);
  }

  boolean appendOnly() {
    return TableConfig.APPEND_ONLY_ENABLED.fromMetadata(metadata);
  }

  int checkpointInterval() {
    return TableConfig.CHECKPOINT_INTERVAL.fromMetadata(metadata);
  }
}
