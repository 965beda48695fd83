package io.deltaconnect.table.kernel;

import static io.deltaconnect.table.kernel.LogFixture.STORAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.delta.kernel.Scan;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.ScanImpl;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.utils.CloseableIterator;
import io.deltaconnect.table.storage.CorruptTableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real tables that other writers made. */
class ForeignTablesTest {
  private static final Set<String> REFUSED =
      Set.of(
          "kernel-catalog-owned-preview",
          "krs-void-column",
          "logonly-golden-deltalog-invalid-protocol-version",
          "logonly-golden-versions-not-contiguous");

  private static Path tables;

  @TempDir Path dir;

  @BeforeAll
  static void findTables() {
    String cases = System.getProperty("cases.dir", "");
    assumeTrue(!cases.isEmpty(), "no folder of real tables: set -Dcases.dir");
    tables = Path.of(cases).resolve("tables");
    assumeTrue(Files.isDirectory(tables), "no real tables in " + tables);
  }

  static List<String> readableTables() throws IOException {
    Path folder = Path.of(System.getProperty("cases.dir", ""), "tables");
    if (!Files.isDirectory(folder)) {
      return List.of("none");
    }
    try (Stream<Path> names = Files.list(folder)) {
      return names
          .map(path -> path.getFileName().toString())
          .filter(name -> !REFUSED.contains(name))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("readableTables")
  void liveFilesAreThoseThatKernelsScanFinds(String table) throws IOException {
    TableSnapshot snapshot = TableLog.open(STORAGE, tables.resolve(table).toString()).snapshot();

    assertThat(snapshot.files())
        .containsExactlyInAnyOrderElementsOf(kernelsScan(tables.resolve(table)));
  }

  @ParameterizedTest
  @CsvSource({
    "golden-dv-with-columnmapping, 15, 15",
    "golden-dv-partitioned-with-checkpoint, 15, 15",
    "golden-log-replay-dv-key-cases, 3, 1",
    "krs-v2-checkpoints-parquet-with-sidecars, 6, 101",
    "krs-cdf-table-simple, 2, 0",
    "krs-cdf-table-delete-unconditional, 1, 0",
    "rs-cdf-table, 3, -1",
    "rs-cdf-table-non-partitioned, 4, -1",
    "rs-simple_table_with_cdc, 2, 1"
  })
  void versionAndNumberOfFilesAreAsPublished(String table, long version, int files)
      throws IOException {
    TableSnapshot snapshot = TableLog.open(STORAGE, tables.resolve(table).toString()).snapshot();
    assertThat(snapshot.version()).isEqualTo(version);
    if (files >= 0) {
      assertThat(snapshot.files()).hasSize(files);
    }
  }

  /** The log handed over commit by commit gives what it gives when read at once. */
  @ParameterizedTest
  @MethodSource("readableTables")
  void followingTheLogGivesTheSameAsReadingIt(String table) throws IOException {
    Path source = tables.resolve(table).resolve("_delta_log");
    List<Path> commits = commits(source);
    assumeTrue(commits.get(0).endsWith("00000000000000000000.json"), "the log does not begin at 0");
    Path log = Files.createDirectories(dir.resolve("_delta_log"));
    copy(commits.get(0), log);
    TableLog followed = TableLog.open(STORAGE, dir.toString());
    for (Path commit : commits.subList(1, commits.size())) {
      copy(commit, log);
      assertThat(followed.refresh()).hasSize(1);
    }

    TableSnapshot whole = TableLog.open(STORAGE, tables.resolve(table).toString()).snapshot();
    TableSnapshot moved = followed.snapshot();
    assertThat(moved.version()).isEqualTo(whole.version());
    assertThat(moved.timestamp()).isEqualTo(whole.timestamp());
    assertThat(moved.schema()).isEqualTo(whole.schema());
    assertThat(moved.properties()).isEqualTo(whole.properties());
    assertThat(moved.files()).hasSameSizeAs(whole.files());
    assertThat(moved.files().stream().map(FileKey::of).toList())
        .containsExactlyInAnyOrderElementsOf(whole.files().stream().map(FileKey::of).toList());
  }

  @Test
  void partitionValuesAreTheLogsStrings() throws IOException {
    TableSnapshot escaped =
        TableLog.open(STORAGE, tables.resolve("golden-data-reader-escaped-chars").toString())
            .snapshot();
    assertThat(escaped.files())
        .extracting(DataFile::partitionValues)
        .containsExactlyInAnyOrder(
            Map.of("_2", "bar+%21"), Map.of("_2", "bar+%22"), Map.of("_2", "bar+%23"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernel-catalog-owned-preview",
        "krs-void-column",
        "logonly-golden-deltalog-invalid-protocol-version"
      })
  void whatCannotBeReadRightIsRefused(String table) {
    assertThatThrownBy(() -> TableLog.open(STORAGE, tables.resolve(table).toString()))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining(table);
  }

  @Test
  void aLogWithAGapIsRefused() {
    String table = "logonly-golden-versions-not-contiguous";
    assertThatThrownBy(() -> TableLog.open(STORAGE, tables.resolve(table).toString()))
        .isInstanceOf(CorruptTableException.class)
        .hasMessageContaining(table);
  }

  @Test
  void versionsBeforeTheFirstCheckpointAreNotAvailable() throws IOException {
    TableLog log = TableLog.open(STORAGE, tables.resolve("rs-checkpoint-cdf-table").toString());
    assertThat(log.snapshot().version()).isEqualTo(5);
    assertThat(log.snapshotAt(3).version()).isEqualTo(3);
    assertThatThrownBy(() -> log.snapshotAt(2)).isInstanceOf(VersionNotAvailableException.class);
    assertThatThrownBy(() -> log.read(2)).isInstanceOf(VersionNotAvailableException.class);
    assertThat(log.read(4).actions()).isNotEmpty();
  }

  private static List<Path> commits(Path log) throws IOException {
    try (Stream<Path> files = Files.list(log)) {
      return files
          .filter(file -> file.getFileName().toString().matches("\\d{20}\\.json"))
          .sorted()
          .toList();
    }
  }

  private static void copy(Path commit, Path log) throws IOException {
    Files.copy(commit, log.resolve(commit.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
  }

  private static List<DataFile> kernelsScan(Path table) throws IOException {
    List<DataFile> files = new ArrayList<>();
    Scan scan =
        TableManager.loadSnapshot(table.toString())
            .build(STORAGE.engine())
            .getScanBuilder()
            .build();
    try (CloseableIterator<FilteredColumnarBatch> batches =
        ((ScanImpl) scan).getScanFiles(STORAGE.engine(), true)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> rows = batches.next().getRows()) {
          while (rows.hasNext()) {
            files.add(
                dataFile(
                    new AddFile(rows.next().getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL))));
          }
        }
      }
    }
    return files;
  }

  private static DataFile dataFile(AddFile add) {
    return new DataFile(
        add.getPath(),
        VectorUtils.toJavaMap(add.getPartitionValues()),
        add.getSize(),
        add.getModificationTime(),
        add.getStatsJson().orElse(null),
        add.getDeletionVector()
            .map(
                dv ->
                    new io.deltaconnect.table.dv.DvDescriptor(
                        dv.getStorageType(),
                        dv.getPathOrInlineDv(),
                        dv.getOffset().orElse(null),
                        dv.getSizeInBytes(),
                        dv.getCardinality()))
            .orElse(null),
        add.getTags().map(tags -> VectorUtils.<String, String>toJavaMap(tags)).orElse(null),
        add.getBaseRowId().orElse(null),
        add.getDefaultRowCommitVersion().orElse(null));
  }
}
