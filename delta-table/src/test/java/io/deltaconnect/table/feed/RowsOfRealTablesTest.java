package io.deltaconnect.table.feed;

import static io.deltaconnect.table.feed.RealTables.micros;
import static io.deltaconnect.table.feed.TestRow.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.kernel.UnsupportedTableException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that Spark and others wrote, read whole. */
class RowsOfRealTablesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rs-cdf-table",
        "rs-cdf-table-non-partitioned",
        "rs-simple_table_with_cdc",
        "krs-cdf-table-simple",
        "krs-cdf-table-update-ops",
        "krs-cdf-table-backtick-column-names",
        "krs-cdf-table-delete-unconditional",
        "krs-cdf-table-delete-conditional-all-rows",
        "krs-cdf-table-delete-conditional-two-rows",
        "krs-cdf-column-mapping-name-mode",
        "krs-cdf-column-mapping-name-mode-3-7",
        "golden-commit-info-containing-arbitrary-operationParams-types",
        "golden-dv-with-columnmapping",
        "golden-dv-partitioned-with-checkpoint",
        "golden-log-replay-dv-key-cases",
        "spark-table-with-dv-small",
        "krs-with-short-dv",
        "golden-basic-with-inserts-merge",
        "golden-v2-checkpoint-parquet",
        "krs-v2-checkpoints-parquet-with-sidecars",
        "golden-data-reader-timestamp_ntz-id-mode",
        "golden-data-reader-escaped-chars",
        "golden-decimal-various-scale-precision",
        "krs-external-table-different-nullability",
        "rs-table_with_column_mapping",
        "rs-table_with_partitioning_mapping",
        "spark-transaction_log_schema_evolvability"
      })
  void snapshotHasTheRowsThatWereWritten(String table) throws IOException {
    TableSnapshot snapshot = snapshot(RealTables.table(table));
    assertThat(rows(snapshot))
        .containsExactlyInAnyOrderElementsOf(RealTables.expectedSnapshot(table, snapshot.schema()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"golden-dv-with-columnmapping", "krs-cdf-column-mapping-name-mode"})
  void rowsComeByPathAndPosition(String table) throws IOException {
    TableSnapshot snapshot = snapshot(RealTables.table(table));
    List<TestRow> once = rows(snapshot);
    assertThat(rows(snapshot(RealTables.table(table)))).isEqualTo(once);
  }

  @ParameterizedTest
  @CsvSource({
    "golden-log-replay-dv-key-cases, 1, 3",
    "golden-dv-with-columnmapping, 15, 2",
    "krs-with-short-dv, 2, 3"
  })
  void eachFileIsLiveWithItsLastDeletionVectorOnly(String table, int files, long deadRows)
      throws IOException {
    long dead = 0;
    TableSnapshot snapshot = snapshot(RealTables.table(table));
    for (DataFile file : snapshot.files()) {
      dead += file.dv() == null ? 0 : file.dv().cardinality();
    }
    assertThat(snapshot.files()).hasSize(files);
    assertThat(dead).isEqualTo(deadRows);
  }

  @Test
  void typesThatWereWidenedAreReadInTheWiderType() throws IOException {
    assertThat(rows(snapshot(RealTables.table("golden-type-widening"))))
        .containsExactlyInAnyOrder(
            row(
                1L,
                2L,
                (double) 3.4f,
                5.0,
                6.0,
                7.0,
                new BigDecimal("123.45"),
                new BigDecimal("67.89000"),
                new BigDecimal("1.0"),
                new BigDecimal("2.0"),
                new BigDecimal("3.0"),
                new BigDecimal("4.0"),
                micros("2024-09-09T00:00:00")),
            row(
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                1.234567890123,
                1.234567890123,
                1.234567890123,
                1.234567890123,
                new BigDecimal("12345678901234.56"),
                new BigDecimal("12345678901.23456"),
                new BigDecimal("123.4"),
                new BigDecimal("12345.6"),
                new BigDecimal("1234567890.1"),
                new BigDecimal("123456789012345678.9"),
                micros("2024-09-09T12:34:56.123456")));
  }

  @Test
  void timestampsOfOldWritersAndOfPartitionsAreReadAsUtc() throws IOException {
    assertThat(rows(snapshot(RealTables.table("golden-kernel-timestamp-INT96"))))
        .containsExactlyInAnyOrder(
            row(0, micros("2020-01-01 08:09:10.001"), micros("2020-02-01 08:09:10")),
            row(1, micros("2021-10-01 08:09:20"), micros("1999-01-01 09:00:00")),
            row(2, micros("2021-10-01 08:09:20"), micros("2000-01-01 09:00:00")),
            row(3, micros("1969-01-01 00:00:00"), micros("1969-01-01 00:00:00")),
            row(4, null, null));
  }

  @Test
  void deletionVectorsAreFoundUnderAbsolutePathsWithSpecialCharacters(@TempDir Path dir)
      throws IOException {
    Path table = RealTables.copy("spark-table-with-dv-special-char", dir.resolve("table"));
    Path log = table.resolve("_delta_log/00000000000000000000.json");
    String folder = table.resolve("folder&with%special char").toUri().getRawPath();
    Files.writeString(
        log,
        Files.readString(log).replace("{{FOLDER_WITH_SPECIAL_CHAR}}", folder.replaceAll("/$", "")));

    List<TestRow> odd = new ArrayList<>();
    for (long id = 1; id < 10; id += 2) {
      odd.add(row(id));
    }
    assertThat(rows(snapshot(table))).containsExactlyElementsOf(odd);
  }

  @ParameterizedTest
  @CsvSource({
    "kernel-catalog-owned-preview, catalogManaged",
    "logonly-golden-deltalog-invalid-protocol-version, 99",
    "krs-void-column, VOID"
  })
  void tablesWithFeaturesWeCannotReadAreRefused(String name, String feature) {
    Path table = RealTables.table(name);
    assertThatThrownBy(() -> snapshot(table))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining(table.toString())
        .hasMessageContaining(feature);
  }

  @Test
  void logsWithHolesAreRefused() {
    Path table = RealTables.table("logonly-golden-versions-not-contiguous");
    assertThatThrownBy(() -> snapshot(table)).hasMessageContaining("contiguous");
  }

  private static TableSnapshot snapshot(Path table) throws IOException {
    return TableLog.open(RealTables.STORAGE, table.toString()).snapshot();
  }

  private static List<TestRow> rows(TableSnapshot snapshot) throws IOException {
    return TestRow.all(new SnapshotRows(RealTables.STORAGE, snapshot));
  }
}
