package io.deltaconnect.source;

import static io.deltaconnect.source.SimulatedWorker.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that Spark and others wrote, through the task, in batches of every kind of size. */
class RealTablesTest {
  private static final List<String> BATCH_SIZES = List.of("1", "2", "3", "7", "2000");

  @ParameterizedTest
  @CsvSource({
    "rs-cdf-table, 0, 23",
    "rs-cdf-table-non-partitioned, 0, 25",
    "rs-checkpoint-cdf-table, 3, 13",
    "rs-simple_table_with_cdc, 0, 3",
    "krs-cdf-table-simple, 0, 25",
    "krs-cdf-table-update-ops, 0, 20",
    "krs-cdf-table-backtick-column-names, 0, 5",
    "krs-cdf-table-delete-unconditional, 0, 20",
    "krs-cdf-table-delete-conditional-all-rows, 0, 20",
    "krs-cdf-table-delete-conditional-two-rows, 0, 12",
    "krs-cdf-column-mapping-name-mode, 1, 4",
    "krs-cdf-column-mapping-name-mode-3-7, 1, 4",
    "golden-commit-info-containing-arbitrary-operationParams-types, 0, 2"
  })
  void everyVersionGivesTheChangesThatWereCommitted(String table, String first, int changes)
      throws Exception {
    for (String size : BATCH_SIZES) {
      Map<String, String> config =
          config(
              RealTables.table(table),
              "startup.mode",
              "version",
              "starting.version",
              first,
              "poll.max.records",
              size);
      List<SourceRecord> records = SimulatedWorker.exactlyOnce(config).start().drain();

      assertThat(records).as("batches of %s", size).hasSize(changes);
      assertThat(records.stream().map(record -> RealTables.actual(record, true)))
          .as("batches of %s", size)
          .containsExactlyInAnyOrderElementsOf(RealTables.expectedChanges(table, records));
    }
  }

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
  void aSnapshotHasTheRowsThatWereWritten(String table) throws Exception {
    for (String size : BATCH_SIZES) {
      Map<String, String> config =
          config(
              RealTables.table(table),
              "startup.mode",
              "snapshot_only",
              "poll.max.records",
              size,
              "topic.format",
              "t");
      List<SourceRecord> records = SimulatedWorker.exactlyOnce(config).start().drain();

      assertThat(records.stream().map(record -> RealTables.actual(record, false)))
          .as("batches of %s", size)
          .containsExactlyInAnyOrderElementsOf(RealTables.expectedSnapshot(table, records));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rs-cdf-table-non-partitioned, 5, is at version 4",
    "krs-cdf-table-simple, 3, is at version 2",
    "rs-checkpoint-cdf-table, 0, no longer in the log",
    "rs-checkpoint-cdf-table, 2, the first version that can be read is 3",
    "krs-cdf-column-mapping-name-mode, 0, delta.enableChangeDataFeed was not on at version 0",
    "krs-cdf-column-mapping-name-mode-3-7, 0, the first version that can be read is 1",
    "kernel-catalog-owned-preview, 0, catalogManaged",
    "logonly-golden-deltalog-invalid-protocol-version, 0, 99",
    "logonly-golden-versions-not-contiguous, 0, contiguous",
    "krs-void-column, 0, VOID"
  })
  void whatCannotBeReadIsRefused(String table, String version, String message) {
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(
                config(
                    RealTables.table(table),
                    "startup.mode",
                    "version",
                    "starting.version",
                    version))
            .start();

    assertThatThrownBy(worker::drain)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("table " + table)
        .hasMessageContaining(message);
    assertThat(worker.data()).isEmpty();
  }
}
