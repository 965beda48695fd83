package io.deltaconnect.source;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A table of {@code id long, name string} with the key {@code id}, as our sink would make it. */
final class CustomerTable {
  static final Storage STORAGE = Storage.of(Map.of());
  static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);

  private final Path path;
  private final DeltaTable table;

  private CustomerTable(Path path, DeltaTable table) {
    this.path = path;
    this.table = table;
  }

  static CustomerTable create(Path path) throws IOException {
    return create(path, Map.of());
  }

  static CustomerTable create(Path path, Map<String, String> properties) throws IOException {
    Map<String, String> all = new HashMap<>(properties);
    all.putIfAbsent(DeltaTable.KEY_COLUMNS_PROPERTY, "[\"id\"]");
    TableDefinition definition = new TableDefinition(SCHEMA, List.of(), List.of(), all);
    return new CustomerTable(
        path,
        DeltaTable.createOrOpen(STORAGE, path.toString(), definition, TableOptions.defaults()));
  }

  Path path() {
    return path;
  }

  String id() {
    return table.snapshot().tableId();
  }

  long version() {
    return table.snapshot().version();
  }

  long timestamp() {
    return table.snapshot().timestamp();
  }

  /** One commit in which each id gets the name. */
  long put(String name, long... ids) throws IOException {
    List<Change> changes = new ArrayList<>();
    for (long id : ids) {
      changes.add(new Change(new Key(id), new Object[] {id, name}));
    }
    return merge(SCHEMA, changes);
  }

  /** One commit in which the ids from 1 to a number get the name. */
  long putFirst(String name, int number) throws IOException {
    long[] ids = new long[number];
    for (int i = 0; i < number; i++) {
      ids[i] = i + 1L;
    }
    return put(name, ids);
  }

  long delete(long... ids) throws IOException {
    List<Change> changes = new ArrayList<>();
    for (long id : ids) {
      changes.add(new Change(new Key(id), null));
    }
    return merge(SCHEMA, changes);
  }

  /** A commit with a column more. */
  long putWithCity(String city, long id) throws IOException {
    StructType wider = SCHEMA.add("city", StringType.STRING);
    return merge(wider, List.of(new Change(new Key(id), new Object[] {id, "moved", city})));
  }

  private long merge(StructType schema, List<Change> changes) throws IOException {
    table.refresh();
    CommitResult result =
        table.merge(
            new MergeRequest(
                schema, new StructType(), List.of("id"), changes, List.of(), Map.of()));
    return result.version();
  }

  /** A commit that changes no row. */
  long commitNothing() throws IOException {
    table.refresh();
    return table
        .commitTxns(List.of(new Action.Txn("nobody", table.snapshot().version() + 1, 0L)), Map.of())
        .version();
  }

  long set(String property, String value) throws IOException {
    table.refresh();
    return table.setProperties(Map.of(property, value)).version();
  }

  /**
   * REPLACE TABLE: a commit that gives the table the schema and the rows of another, and another
   * id.
   *
   * @param other a path for the other
   */
  long replace(Path other, StructType schema, Object[]... rows) throws IOException {
    table.refresh();
    TableDefinition definition =
        new TableDefinition(
            schema, List.of(), List.of(), Map.of(DeltaTable.KEY_COLUMNS_PROPERTY, "[\"id\"]"));
    DeltaTable made =
        DeltaTable.createOrOpen(STORAGE, other.toString(), definition, TableOptions.defaults());
    made.append(new AppendRequest(schema, schema, Arrays.asList(rows), List.of(), Map.of()));
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(commit(other, 0))) {
      if (!line.startsWith("{\"protocol\"")) {
        lines.add(line);
      }
    }
    for (DataFile file : table.snapshot().files()) {
      lines.add(
          "{\"remove\":{\"path\":\"%s\",\"dataChange\":true,\"size\":%d,\"partitionValues\":{}}}"
              .formatted(file.path(), file.size()));
    }
    for (DataFile file : made.snapshot().files()) {
      lines.add(
          "{\"add\":{\"path\":\"%s\",\"dataChange\":true,\"size\":%d,\"modificationTime\":1,\"partitionValues\":{}}}"
              .formatted(other.resolve(file.path()).toUri(), file.size()));
    }
    long version = table.snapshot().version() + 1;
    Files.write(commit(path, version), lines);
    table.refresh();
    return version;
  }

  private static Path commit(Path table, long version) {
    return table.resolve("_delta_log/%020d.json".formatted(version));
  }

  /** Takes away what VACUUM would. */
  void deleteFiles(String folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(path.resolve(folder))) {
      for (Path file : files.filter(f -> f.toString().endsWith(suffix)).toList()) {
        Files.delete(file);
      }
    }
  }

  void deleteCommit(long version) throws IOException {
    Files.delete(commit(path, version));
  }
}
