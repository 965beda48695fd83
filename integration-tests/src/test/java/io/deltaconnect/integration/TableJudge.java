package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.feed.ChangeFeed;
import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** A table as our own reader sees it, which takes milliseconds where Spark takes seconds. */
final class TableJudge {
  private final Storage storage;
  private final String path;
  private TableLog log;

  /**
   * @param folder of the connector's tables
   */
  TableJudge(FaultStore store, String folder) {
    this.storage = store.storage();
    this.path = folder + "/" + SinkScript.TOPIC;
  }

  /** The offset after the last one that the table's {@code txn} covers. */
  long covered(TopicPartition partition) throws IOException {
    if (log == null) {
      if (!DeltaTable.exists(storage, path)) {
        return 0;
      }
      log = TableLog.open(storage, path);
    }
    log.refresh();
    Action.Txn txn = log.snapshot().txn(SinkScript.appId(partition));
    return txn == null ? 0 : txn.version() + 1;
  }

  /** Asserts that the table has these rows and its feed, replayed, leads there in every version. */
  void assertRows(Collection<Map<String, Object>> expected) throws IOException {
    TableLog fresh = TableLog.open(storage, path);
    long newest = fresh.snapshot().version();
    assertThat(rows(fresh.snapshot())).containsExactlyInAnyOrderElementsOf(expected);
    FeedReplay replay = new FeedReplay(SinkScript.KEY, List.of(), feed(fresh));
    for (long version = 1; version <= newest; version++) {
      assertThat(replay.after(version))
          .as("feed at version %d", version)
          .containsExactlyInAnyOrderElementsOf(rows(fresh.snapshotAt(version)));
    }
  }

  /** Commits after the table was made. */
  long version() throws IOException {
    return TableLog.open(storage, path).snapshot().version();
  }

  private List<Map<String, Object>> rows(TableSnapshot snapshot) throws IOException {
    List<Map<String, Object>> all = new ArrayList<>();
    try (SnapshotRows rows = new SnapshotRows(storage, snapshot)) {
      while (rows.next()) {
        all.add(named(snapshot.schema(), rows.row()));
      }
    }
    return all;
  }

  private List<Map<String, Object>> feed(TableLog fresh) throws IOException {
    ChangeFeed feed = new ChangeFeed(storage, fresh);
    List<Map<String, Object>> all = new ArrayList<>();
    for (long version = 1; version <= fresh.snapshot().version(); version++) {
      try (VersionChanges changes = feed.read(version)) {
        while (changes.next()) {
          Map<String, Object> change = named(changes.layout().schema(), changes.row());
          change.put("_change_type", changes.changeType());
          change.put("_commit_version", version);
          all.add(change);
        }
      }
    }
    return all;
  }

  /** Column name to value; NULLs are left out. */
  private static Map<String, Object> named(StructType schema, Object[] row) {
    Map<String, Object> named = new TreeMap<>();
    for (int i = 0; i < row.length; i++) {
      if (row[i] != null) {
        named.put(schema.at(i).getName(), row[i]);
      }
    }
    return named;
  }
}
