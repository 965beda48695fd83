package io.deltaconnect.table.kernel;

import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.dv.DvDescriptor;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Tables whose data files are only named: the log never opens them. */
final class LogFixture {
  static final StructType SCHEMA =
      new StructType()
          .add("id", StringType.STRING, false)
          .add("n", IntegerType.INTEGER)
          .add("p", StringType.STRING);

  static final Storage STORAGE = Storage.of(Map.of());

  private LogFixture() {}

  static TableLog newTable(String path, Map<String, String> properties)
      throws IOException, CommitConflictException {
    return TableLog.create(
        STORAGE, path, new TableDefinition(SCHEMA, List.of(), List.of(), properties));
  }

  static DataFile file(String path) {
    return new DataFile(path, Map.of(), 10, 1_000, "{\"numRecords\":3}", null, null, null, null);
  }

  static DvDescriptor dv(int offset) {
    return new DvDescriptor("u", "ab^-aqEH.-t@S}K{vb[*k^", offset, 40, 1);
  }

  static CommitRequest adding(String... paths) {
    return request(Stream.of(paths).<Action>map(path -> new Action.Add(file(path), true)).toList());
  }

  static CommitRequest request(List<Action> actions) {
    return new CommitRequest("WRITE", Map.of("mode", "\"Append\""), false, actions);
  }

  static CommitRequest request(Action... actions) {
    return request(List.of(actions));
  }

  static List<String> paths(TableSnapshot snapshot) {
    return snapshot.files().stream().map(DataFile::path).sorted().toList();
  }

  /** The names in the log, sorted. */
  static List<String> logFiles(Path table) throws IOException {
    try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  static List<String> logLines(Path table, long version) throws IOException {
    return Files.readAllLines(table.resolve("_delta_log/%020d.json".formatted(version)));
  }
}
