package io.deltaconnect.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.feed.ChangeFeed;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.file.RowIterator;
import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes tables and reads them back in tests. */
public final class TestTables {
  public static final Storage STORAGE = Storage.of(Map.of());

  private TestTables() {}

  public static TableOptions options(TableOptions.MergeStrategy strategy) {
    return new TableOptions(strategy, false, true, 128L << 20, Duration.ofSeconds(30), 2);
  }

  public static TableDefinition definition(StructType schema, String... partitionColumns) {
    return new TableDefinition(schema, Arrays.asList(partitionColumns), List.of(), Map.of());
  }

  /** A row to be there, with a key of its first column. */
  public static Change upsert(Object... row) {
    return new Change(new Key(row[0]), row);
  }

  public static Change delete(Object key) {
    return new Change(new Key(key), null);
  }

  /** Changes whose key is the first column of the schema; columns that a table lacks are new. */
  public static MergeRequest merge(StructType schema, Change... changes) {
    return merge(schema, new StructType(), changes);
  }

  /** Likewise, laid out when the table had another schema. */
  public static MergeRequest merge(StructType schema, StructType tableSchema, Change... changes) {
    return new MergeRequest(
        schema,
        tableSchema,
        List.of(schema.at(0).getName()),
        List.of(changes),
        List.of(),
        Map.of());
  }

  /** Columns that a table lacks are new. */
  public static AppendRequest append(StructType schema, Object[]... rows) {
    return new AppendRequest(schema, new StructType(), List.of(rows), List.of(), Map.of());
  }

  public static Object[] row(Object... values) {
    return values;
  }

  /** All live rows of the snapshot. */
  public static List<Object[]> rows(TableSnapshot snapshot) throws IOException {
    return rows(snapshot, snapshot.files());
  }

  /** Likewise, by path and position. */
  public static List<Object[]> rowsInOrder(TableSnapshot snapshot) throws IOException {
    List<DataFile> files = new ArrayList<>(snapshot.files());
    files.sort(Comparator.comparing(DataFile::path));
    return rows(snapshot, files);
  }

  private static List<Object[]> rows(TableSnapshot snapshot, Collection<DataFile> files)
      throws IOException {
    TableFileReader reader = new TableFileReader(STORAGE, snapshot.layout());
    DeletionVectorStore vectors = new DeletionVectorStore(STORAGE, snapshot.tablePath());
    List<Object[]> rows = new ArrayList<>();
    for (DataFile file : files) {
      try (RowIterator live = reader.rows(file, vectors.read(file.dv()))) {
        while (live.next()) {
          rows.add(live.row());
        }
      }
    }
    return rows;
  }

  /** The rows of the newest version of the table at this path, as text, sorted. */
  public static List<String> texts(String path) throws IOException {
    return rows(TableLog.open(STORAGE, path).snapshot()).stream()
        .map(RowText::of)
        .sorted()
        .toList();
  }

  /** The changes of one version, each as its type and row, sorted. */
  public static List<String> feed(String path, long version) throws IOException {
    List<String> changes = new ArrayList<>();
    try (VersionChanges feed =
        new ChangeFeed(STORAGE, TableLog.open(STORAGE, path)).read(version)) {
      while (feed.next()) {
        changes.add(feed.changeType() + " " + RowText.of(feed.row()));
      }
    }
    changes.sort(null);
    return changes;
  }

  /**
   * Applies the changes of one version to a bag of rows, each change being one that can be applied.
   *
   * @return how many changes there were, by type
   */
  public static Map<String, Integer> replay(ChangeFeed feed, long version, Map<String, Integer> bag)
      throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    try (VersionChanges changes = feed.read(version)) {
      while (changes.next()) {
        String type = changes.changeType();
        counts.merge(type, 1, Integer::sum);
        String row = RowText.of(changes.row());
        if (type.equals("delete") || type.equals("update_preimage")) {
          assertThat(bag).as("%s of version %d", type, version).containsKey(row);
          bag.computeIfPresent(row, (text, n) -> n == 1 ? null : n - 1);
        } else {
          bag.merge(row, 1, Integer::sum);
        }
      }
    }
    return counts;
  }
}
