package io.deltaconnect.integration;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** A small table {@code (id, region, note)} written by the engine itself. */
final class EngineTable {
  static final List<String> KEY = List.of("id");

  static final StructType SCHEMA =
      new StructType()
          .add("id", LongType.LONG, false)
          .add("region", StringType.STRING)
          .add("note", StringType.STRING);

  static final String FIRST_NOTE = "first";

  private static final String[] REGIONS = {"north", "south", "west"};

  private final Storage storage;
  private final String path;
  private final DeltaTable table;

  private EngineTable(
      String path,
      Storage storage,
      List<String> partitionColumns,
      TableOptions options,
      Map<String, String> properties)
      throws IOException {
    this.path = path;
    this.storage = storage;
    this.table =
        DeltaTable.createOrOpen(
            storage,
            path,
            new TableDefinition(SCHEMA, partitionColumns, List.of(), properties),
            options);
  }

  static EngineTable create(Path path, TableOptions options, String... partitionColumns)
      throws IOException {
    return new EngineTable(
        path.toString(), Storage.of(Map.of()), List.of(partitionColumns), options, Map.of());
  }

  /** With deletion vectors; the table says what its key is, as those that the sink makes. */
  static EngineTable createWithKey(Path path) throws IOException {
    return new EngineTable(
        path.toString(),
        Storage.of(Map.of()),
        List.of(),
        TableOptions.defaults(),
        Map.of(TableDefinition.KEY_COLUMNS_PROPERTY, "[\"id\"]"));
  }

  /** In any storage; with deletion vectors. */
  static EngineTable create(String path, Storage storage) throws IOException {
    return new EngineTable(path, storage, List.of(), TableOptions.defaults(), Map.of());
  }

  /** The ids of all rows, ascending. */
  List<Long> ids() throws IOException {
    List<Long> ids = new ArrayList<>();
    try (SnapshotRows rows = new SnapshotRows(storage, table.refresh())) {
      while (rows.next()) {
        ids.add((Long) rows.row()[0]);
      }
    }
    Collections.sort(ids);
    return ids;
  }

  /** The same, seen by Spark. */
  SparkTable spark() {
    return new SparkTable(path, KEY);
  }

  DeltaTable table() {
    return table;
  }

  Storage storage() {
    return storage;
  }

  /** Appends the rows of ids {@code from .. to-1}; in one partition they lie in this order. */
  CommitResult append(long from, long to) throws IOException {
    List<Object[]> rows = LongStream.range(from, to).mapToObj(id -> row(id, FIRST_NOTE)).toList();
    return table.append(new AppendRequest(SCHEMA, SCHEMA, rows, List.of(), Map.of()));
  }

  CommitResult upsert(String note, long... ids) throws IOException {
    return merge(id -> row(id, note), ids);
  }

  CommitResult delete(long... ids) throws IOException {
    return merge(id -> null, ids);
  }

  static Object[] row(long id, String note) {
    return new Object[] {id, REGIONS[(int) (id % REGIONS.length)], note};
  }

  private CommitResult merge(LongFunction<Object[]> rowOf, long... ids) throws IOException {
    List<Change> changes = new ArrayList<>(ids.length);
    for (long id : ids) {
      changes.add(new Change(new Key(id), rowOf.apply(id)));
    }
    return table.merge(new MergeRequest(SCHEMA, SCHEMA, KEY, changes, List.of(), Map.of()));
  }
}
