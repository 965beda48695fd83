package io.deltaconnect.table.kernel;

import io.delta.kernel.types.StructType;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A table at one version. Immutable and safe to share between threads. */
public interface TableSnapshot {
  /** Where the table is: a URI or path, not encoded, without a trailing slash. */
  String tablePath();

  long version();

  /** Commit time in milliseconds, as {@link Commit#timestamp}. */
  long timestamp();

  /** The id in the table's metadata: another id under the same path is another table. */
  String tableId();

  /**
   * How often another table, or another history of the same table (its log was put back from a
   * backup, say), had taken the place of the one read before when this snapshot was read. Compares
   * snapshots of one {@link TableLog}.
   */
  default int incarnation() {
    return 0;
  }

  /** The logical schema; fields carry their column-mapping metadata. */
  StructType schema();

  /** Logical names in the order of the metadata. */
  List<String> partitionColumns();

  Map<String, String> properties();

  /** How rows lie in the files written under this version's schema. */
  default TableLayout layout() {
    return new TableLayout(tablePath(), schema(), partitionColumns(), properties());
  }

  /** Whether {@code delta.enableChangeDataFeed} is on. */
  boolean changeDataFeedEnabled();

  /** Whether {@code delta.enableDeletionVectors} is on. */
  boolean deletionVectorsEnabled();

  /** The live files, in no promised order. */
  Collection<DataFile> files();

  /** The last {@code txn} of an application, null if it has none. */
  Action.Txn txn(String appId);
}
