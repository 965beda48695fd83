package io.deltaconnect.source.record;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.feed.ChangeFeed;
import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A table on disk whose first column is the key of its merges. */
final class ChangingTable {
  private static final Storage STORAGE = Storage.of(Map.of());

  private final String path;
  private final DeltaTable table;

  /**
   * @param properties of the table
   */
  ChangingTable(Path path, StructType schema, Map<String, String> properties) throws IOException {
    this.path = path.toString();
    this.table =
        DeltaTable.createOrOpen(
            STORAGE,
            this.path,
            new TableDefinition(schema, List.of(), List.of(), properties),
            TableOptions.defaults());
  }

  StructType schema() {
    return table.snapshot().schema();
  }

  /**
   * Adds rows as they are, even if their keys are there.
   *
   * @return the version that this made
   */
  long append(Object[]... rows) throws IOException {
    table.append(new AppendRequest(schema(), schema(), Arrays.asList(rows), List.of(), Map.of()));
    return table.snapshot().version();
  }

  /**
   * Updates, inserts, and deletes where a row has nothing but its key.
   *
   * @return the version that this made
   */
  long merge(Object[]... rows) throws IOException {
    return merge(schema(), rows);
  }

  /** Likewise of rows that may have more columns than the table. */
  long merge(StructType rowSchema, Object[]... rows) throws IOException {
    List<Change> changes = new ArrayList<>();
    for (Object[] row : rows) {
      changes.add(new Change(new Key(row[0]), row.length == 1 ? null : row));
    }
    table.merge(
        new MergeRequest(
            rowSchema, schema(), List.of(schema().at(0).getName()), changes, List.of(), Map.of()));
    return table.snapshot().version();
  }

  TableSnapshot snapshot() {
    return table.snapshot();
  }

  VersionChanges changes(long version) throws IOException {
    return changes(path, version);
  }

  static VersionChanges changes(String path, long version) throws IOException {
    return new ChangeFeed(STORAGE, TableLog.open(STORAGE, path)).read(version);
  }

  SnapshotRows rows() {
    return new SnapshotRows(STORAGE, table.snapshot());
  }
}
