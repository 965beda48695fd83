package io.deltaconnect.table.feed;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.dv.DvDescriptor;
import io.deltaconnect.table.file.FileKind;
import io.deltaconnect.table.file.PartitionValues;
import io.deltaconnect.table.file.TableFileWriter;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.CommitRequest;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A table of {@code id long, name string} whose commits say exactly what a test wants. */
final class TestTable {
  private static final Storage STORAGE = Storage.of(Map.of());
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG).add("name", StringType.STRING);

  private final Path path;
  private final TableLog log;

  private TestTable(Path path, TableLog log) {
    this.path = path;
    this.log = log;
  }

  static TestTable create(Path path) throws Exception {
    return create(path, List.of());
  }

  static TestTable create(Path path, List<String> partitionColumns) throws Exception {
    return create(path, SCHEMA, partitionColumns);
  }

  static TestTable create(Path path, StructType schema, List<String> partitionColumns)
      throws Exception {
    return create(path, schema, partitionColumns, Map.of());
  }

  static TestTable create(
      Path path, StructType schema, List<String> partitionColumns, Map<String, String> properties)
      throws Exception {
    TableDefinition definition =
        new TableDefinition(schema, partitionColumns, List.of(), properties);
    return new TestTable(path, TableLog.create(STORAGE, path.toString(), definition));
  }

  String path() {
    return path.toString();
  }

  StructType schema() {
    return log.snapshot().schema();
  }

  Map<String, String> properties() {
    return log.snapshot().properties();
  }

  /** A file with these ids and no names. */
  DataFile dataFile(long... ids) throws IOException {
    return dataFile((String) null, ids);
  }

  DataFile dataFile(String name, long... ids) throws IOException {
    TestRow[] rows = new TestRow[ids.length];
    for (int i = 0; i < ids.length; i++) {
      Object[] row = new Object[schema().length()];
      row[0] = ids[i];
      row[1] = name;
      rows[i] = new TestRow(null, row);
    }
    return write(FileKind.DATA, rows);
  }

  /** A file with these rows, in the order of the table's schema. */
  DataFile dataFile(TestRow... rows) throws IOException {
    return write(FileKind.DATA, rows);
  }

  /** A data file with a {@code _change_type} column. */
  DataFile sharedFile(TestRow... rows) throws IOException {
    return write(FileKind.DATA_WITH_CHANGE_TYPE, rows);
  }

  DataFile changeFile(TestRow... rows) throws IOException {
    return write(FileKind.CHANGE_DATA, rows);
  }

  private DataFile write(FileKind kind, TestRow... rows) throws IOException {
    TableLayout layout = log.snapshot().layout();
    Map<String, String> partition = PartitionValues.of(layout, rows[0].row());
    try (TableFileWriter writer = new TableFileWriter(STORAGE, layout, kind, partition, 1L << 30)) {
      for (TestRow row : rows) {
        writer.write(row.row(), row.changeType());
      }
      return writer.finish().get(0);
    }
  }

  DataFile with(DataFile file, DeletionVector dead) throws IOException {
    DvDescriptor dv = new DeletionVectorStore(STORAGE, path()).write(List.of(dead)).get(0);
    return file.with(dv, file.stats());
  }

  static Action add(DataFile file) {
    return new Action.Add(file, true);
  }

  static Action remove(DataFile file) {
    return new Action.Remove(file, 1L, true);
  }

  static Action cdc(DataFile file) {
    return new Action.Cdc(file.path(), file.partitionValues(), file.size(), null);
  }

  /** Gives the new version. */
  long commit(Action... actions) throws Exception {
    return log.commit(new CommitRequest("WRITE", Map.of(), false, List.of(actions))).version();
  }

  long snapshotTimestamp() {
    return log.snapshot().timestamp();
  }

  /** Changes each line of a commit, as another writer could have written it. */
  void editLog(long version, UnaryOperator<String> edit) throws IOException {
    Path file = path.resolve("_delta_log/%020d.json".formatted(version));
    Files.write(file, Files.readAllLines(file).stream().map(edit).toList());
  }

  /** The log as a reader sees it who has not seen it before. */
  TableLog reopen() throws IOException {
    return TableLog.open(STORAGE, path());
  }

  ChangeFeed feed() throws IOException {
    return new ChangeFeed(STORAGE, reopen());
  }

  List<TestRow> changes(long version) throws IOException {
    return TestRow.all(feed().read(version));
  }

  List<TestRow> rows() throws IOException {
    return TestRow.all(new SnapshotRows(STORAGE, reopen().snapshot()));
  }
}
