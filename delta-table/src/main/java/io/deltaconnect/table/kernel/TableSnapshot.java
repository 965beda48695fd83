package io.deltaconnect.table.kernel;

import java.util.Collection;

/** A table at one version, its files included. Immutable and safe to share between threads. */
public interface TableSnapshot extends TableDescription {
  /** Commit time in milliseconds, as {@link Commit#committedAt}. */
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

  /** How rows lie in the files written under this version's schema. */
  default TableLayout layout() {
    return new TableLayout(tablePath(), schema(), partitionColumns(), properties());
  }

  /** The live files, in no promised order. */
  Collection<DataFile> files();

  /** The last {@code txn} of an application, null if it has none. */
  Action.Txn txn(String appId);
}
