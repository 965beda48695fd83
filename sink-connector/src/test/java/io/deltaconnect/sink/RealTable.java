package io.deltaconnect.sink;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.feed.ChangeFeed;
import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a table on disk, as any other reader would. */
final class RealTable {
  private static final Storage STORAGE = Storage.of(Map.of());

  private final TableLog log;

  RealTable(String path) throws IOException {
    this.log = TableLog.open(STORAGE, path);
  }

  TableSnapshot snapshot() {
    return log.snapshot();
  }

  long version() {
    return log.snapshot().version();
  }

  Long txn(String appId) {
    Action.Txn txn = log.snapshot().txn(appId);
    return txn == null ? null : (Long) txn.version();
  }

  /** Column name to value; NULLs are left out. */
  List<Map<String, Object>> rows() throws IOException {
    List<Map<String, Object>> all = new ArrayList<>();
    try (SnapshotRows rows = new SnapshotRows(STORAGE, log.snapshot())) {
      while (rows.next()) {
        all.add(named(log.snapshot().schema(), rows.row()));
      }
    }
    return all;
  }

  /** The change rows of a version, {@code change type row}, in no promised order. */
  List<String> changes(long version) throws IOException {
    List<String> all = new ArrayList<>();
    try (VersionChanges changes = new ChangeFeed(STORAGE, log).read(version)) {
      while (changes.next()) {
        all.add(changes.changeType() + " " + named(changes.layout().schema(), changes.row()));
      }
    }
    return all;
  }

  /** How many change rows each version has of each type, from version 1 on. */
  List<String> changesSince(long first) throws IOException {
    List<String> all = new ArrayList<>();
    for (long version = first; version <= version(); version++) {
      all.addAll(changes(version));
    }
    return all;
  }

  private static Map<String, Object> named(StructType schema, Object[] row) {
    Map<String, Object> named = new LinkedHashMap<>();
    for (int i = 0; i < row.length; i++) {
      if (row[i] != null) {
        named.put(schema.at(i).getName(), row[i]);
      }
    }
    return named;
  }
}
