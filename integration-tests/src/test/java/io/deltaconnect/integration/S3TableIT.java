package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.quickstart.ProjectLayout;
import io.deltaconnect.quickstart.S3Server;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.feed.ChangeFeed;
import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine's tables on a real S3 endpoint. */
class S3TableIT {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("note", StringType.STRING);
  private static final List<String> KEY = List.of("id");

  @TempDir static java.nio.file.Path dir;
  private static S3Server server;

  @BeforeAll
  static void start() {
    server = S3Server.start(ProjectLayout.find().s3Libs(), dir.resolve("s3"), "lake");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"s3a,DELETION_VECTORS", "s3,COPY_ON_WRITE"})
  void aTableIsWrittenAndReadBack(String scheme, TableOptions.MergeStrategy strategy)
      throws Exception {
    Storage storage = Storage.of(server.hadoopProperties());
    String path = scheme + "://lake/tables/" + strategy;
    DeltaTable table =
        DeltaTable.createOrOpen(
            storage,
            path,
            new TableDefinition(
                SCHEMA, List.of(), List.of(), Map.of("delta.checkpointInterval", "2")),
            options(strategy));
    table.append(
        new AppendRequest(
            SCHEMA, SCHEMA, List.of(row(1, "a"), row(2, "b"), row(3, "c")), List.of(), Map.of()));
    table.merge(
        new MergeRequest(
            SCHEMA,
            SCHEMA,
            KEY,
            List.of(change(1, "A"), change(4, "d"), new Change(new Key(2L), null)),
            List.of(),
            Map.of()));

    assertThat(rows(storage, path)).containsExactlyInAnyOrder("1=A", "3=c", "4=d");
    assertThat(feed(storage, path, 2))
        .containsExactlyInAnyOrder(
            "delete 2=b", "insert 4=d", "update_preimage 1=a", "update_postimage 1=A");

    table.truncate(List.of(), Map.of());
    assertThat(rows(storage, path)).isEmpty();
    assertThat(feed(storage, path, 3))
        .containsExactlyInAnyOrder("delete 1=A", "delete 3=c", "delete 4=d");
    assertThat(logOf(storage, path))
        .contains("00000000000000000003.json", "00000000000000000002.checkpoint.parquet")
        .noneMatch(name -> name.contains("probe"));
  }

  private static TableOptions options(TableOptions.MergeStrategy strategy) {
    TableOptions defaults = TableOptions.defaults();
    return new TableOptions(
        strategy,
        defaults.emitUnchangedUpdates(),
        defaults.sharedChangeFiles(),
        defaults.targetFileSize(),
        defaults.retryTimeout(),
        defaults.parallelism());
  }

  private static Object[] row(long id, String note) {
    return new Object[] {id, note};
  }

  private static Change change(long id, String note) {
    return new Change(new Key(id), row(id, note));
  }

  private static List<String> rows(Storage storage, String path) throws Exception {
    List<String> rows = new ArrayList<>();
    try (SnapshotRows found = new SnapshotRows(storage, TableLog.open(storage, path).snapshot())) {
      while (found.next()) {
        rows.add(text(found.row()));
      }
    }
    return rows;
  }

  private static List<String> feed(Storage storage, String path, long version) throws Exception {
    List<String> found = new ArrayList<>();
    ChangeFeed feed = new ChangeFeed(storage, TableLog.open(storage, path));
    try (VersionChanges changes = feed.read(version)) {
      while (changes.next()) {
        found.add(changes.changeType() + " " + text(changes.row()));
      }
    }
    return found;
  }

  private static String text(Object[] row) {
    return row[0] + "=" + row[1];
  }

  private static List<String> logOf(Storage storage, String path) throws Exception {
    Path log = new Path(path, "_delta_log");
    return Arrays.stream(storage.fileSystem(log).listStatus(log))
        .map(FileStatus::getPath)
        .map(Path::getName)
        .toList();
  }
}
