package io.deltaconnect.table.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.table.feed.LostHistoryException.Reason;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.VersionNotAvailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that Spark and others wrote with Change Data Feed on. */
class ChangesOfRealTablesTest {

  @ParameterizedTest
  @CsvSource({
    "rs-cdf-table, 0, 3",
    "rs-cdf-table-non-partitioned, 0, 4",
    "rs-checkpoint-cdf-table, 3, 5",
    "rs-simple_table_with_cdc, 0, 2",
    "krs-cdf-table-simple, 0, 2",
    "krs-cdf-table-update-ops, 0, 2",
    "krs-cdf-table-backtick-column-names, 0, 1",
    "krs-cdf-table-delete-unconditional, 0, 1",
    "krs-cdf-table-delete-conditional-all-rows, 0, 1",
    "krs-cdf-table-delete-conditional-two-rows, 0, 1",
    "krs-cdf-column-mapping-name-mode, 1, 4",
    "krs-cdf-column-mapping-name-mode-3-7, 1, 4",
    "golden-commit-info-containing-arbitrary-operationParams-types, 0, 2"
  })
  void everyVersionGivesTheChangesThatWereCommitted(String table, long first, long last)
      throws IOException {
    TableLog log = open(RealTables.table(table));
    assertThat(log.snapshot().version()).isEqualTo(last);
    ChangeFeed feed = new ChangeFeed(RealTables.STORAGE, log);
    long seen = 0;
    for (long version = first; version <= last; version++) {
      VersionChanges changes = feed.read(version);
      assertThat(changes.version()).isEqualTo(version);
      List<TestRow> expected =
          RealTables.expectedChanges(table, version, changes.layout().schema());
      assertThat(TestRow.all(changes))
          .as("version %d", version)
          .containsExactlyInAnyOrderElementsOf(expected);
      seen += expected.size();
    }
    assertThat(seen).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rs-cdf-table", "krs-cdf-table-update-ops", "krs-cdf-table-simple"})
  void versionsGiveTheSameInAnyOrderOfReading(String table) throws IOException {
    TableLog log = open(RealTables.table(table));
    ChangeFeed feed = new ChangeFeed(RealTables.STORAGE, log);
    for (long version = log.snapshot().version(); version >= 0; version--) {
      List<TestRow> once = TestRow.all(feed.read(version));
      List<TestRow> again = TestRow.all(feed.read(version));
      assertThat(again).isEqualTo(once);
      assertThat(once)
          .containsExactlyInAnyOrderElementsOf(
              RealTables.expectedChanges(table, version, log.snapshot().schema()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rs-cdf-table", "rs-cdf-table-non-partitioned"})
  void oldImagesComeFirst(String table) throws IOException {
    ChangeFeed feed = new ChangeFeed(RealTables.STORAGE, open(RealTables.table(table)));
    List<String> types = TestRow.all(feed.read(1)).stream().map(TestRow::changeType).toList();
    assertThat(types)
        .containsExactly(
            "update_preimage",
            "update_preimage",
            "update_preimage",
            "update_postimage",
            "update_postimage",
            "update_postimage");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2})
  void versionsThatWereCleanedUpAreRefused(long version) throws IOException {
    Path table = RealTables.table("rs-checkpoint-cdf-table");
    ChangeFeed feed = new ChangeFeed(RealTables.STORAGE, open(table));
    assertThatThrownBy(() -> feed.read(version))
        .isInstanceOf(LostHistoryException.class)
        .hasMessageContaining(table.toString())
        .hasMessageContaining("version " + version)
        .extracting(e -> ((LostHistoryException) e).reason())
        .isEqualTo(Reason.VERSION_GONE);
  }

  @ParameterizedTest
  @CsvSource({"krs-cdf-table-simple, 3", "rs-cdf-table-non-partitioned, 5"})
  void versionsThatAreYetToComeAreNotLost(String table, long version) throws IOException {
    ChangeFeed feed = new ChangeFeed(RealTables.STORAGE, open(RealTables.table(table)));
    assertThatThrownBy(() -> feed.read(version)).isInstanceOf(VersionNotAvailableException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"krs-cdf-column-mapping-name-mode", "krs-cdf-column-mapping-name-mode-3-7"})
  void versionsBeforeTheFeedWasSwitchedOnAreRefused(String name) throws IOException {
    Path table = RealTables.table(name);
    ChangeFeed feed = new ChangeFeed(RealTables.STORAGE, open(table));
    assertThatThrownBy(() -> feed.read(0))
        .isInstanceOf(LostHistoryException.class)
        .hasMessageContaining(table.toString())
        .hasMessageContaining("delta.enableChangeDataFeed")
        .hasMessageContaining("version 0")
        .extracting(e -> ((LostHistoryException) e).reason())
        .isEqualTo(Reason.FEED_OFF);
  }

  /** Without in-commit timestamps, the protocol says, the log file's modification time counts. */
  @Test
  void commitTimeIsTheLogFilesModificationTime(@TempDir Path dir) throws IOException {
    Path table = RealTables.copy("rs-cdf-table", dir.resolve("table"));
    long first = 1_700_000_000_123L;
    for (int version = 0; version <= 3; version++) {
      Files.setLastModifiedTime(
          table.resolve("_delta_log/%020d.json".formatted(version)),
          FileTime.fromMillis(first + version * 60_000L));
    }
    ChangeFeed feed = new ChangeFeed(RealTables.STORAGE, open(table));
    for (int version = 0; version <= 3; version++) {
      try (VersionChanges changes = feed.read(version)) {
        assertThat(changes.timestamp()).isEqualTo(first + version * 60_000L);
      }
    }
  }

  @Test
  void changeFilesThatWereVacuumedAreRefused(@TempDir Path dir) throws IOException {
    Path table = RealTables.copy("rs-cdf-table", dir.resolve("table"));
    Path gone =
        table.resolve(
            "_change_data/birthday=2023-12-29/"
                + "cdc-00000-ed223ebe-3b27-44af-b2cf-91e882f4c500.c000.snappy.parquet");
    Files.delete(gone);
    ChangeFeed feed = new ChangeFeed(RealTables.STORAGE, open(table));
    assertThatThrownBy(() -> TestRow.all(feed.read(3)))
        .isInstanceOf(LostHistoryException.class)
        .hasMessageContaining(table.toString())
        .hasMessageContaining("version 3")
        .hasMessageContaining(gone.getFileName().toString())
        .extracting(e -> ((LostHistoryException) e).reason())
        .isEqualTo(Reason.FILE_GONE);
  }

  private static TableLog open(Path table) throws IOException {
    return TableLog.open(RealTables.STORAGE, table.toString());
  }
}
