package io.deltaconnect.source;

import static io.deltaconnect.source.SimulatedWorker.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What public reports say that other readers of the change feed got wrong. */
class PublicReportsTest {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);

  @TempDir Path dir;

  private DeltaTable table(StructType schema, TableOptions options, String... partitionColumns)
      throws Exception {
    return DeltaTable.createOrOpen(
        CustomerTable.STORAGE,
        dir.resolve("t").toString(),
        new TableDefinition(schema, List.of(partitionColumns), List.of(), Map.of()),
        options);
  }

  private static void append(DeltaTable table, StructType schema, Object[]... rows)
      throws Exception {
    table.append(new AppendRequest(schema, schema, List.of(rows), List.of(), Map.of()));
  }

  private static Object[] row(Object... values) {
    return values;
  }

  private static void merge(DeltaTable table, List<Change> changes) throws Exception {
    table.merge(new MergeRequest(SCHEMA, SCHEMA, List.of("id"), changes, List.of(), Map.of()));
  }

  private static Change upsert(long id, String name) {
    return new Change(new Key(id), row(id, name));
  }

  private SimulatedWorker worker(int version) {
    return SimulatedWorker.exactlyOnce(
            config(
                dir.resolve("t"),
                "startup.mode",
                "version",
                "starting.version",
                String.valueOf(version)))
        .start();
  }

  /**
   * https://github.com/delta-io/delta-kernel-rs/issues/1641,
   * https://github.com/delta-io/delta/issues/3714, https://github.com/delta-io/delta/issues/4478
   */
  @Test
  void timesOfCommitsAreThoseInTheCommitsWhateverTheFilesSay() throws Exception {
    DeltaTable table = table(SCHEMA, TableOptions.defaults());
    append(table, SCHEMA, row(1L, "a"));
    long committed = table.snapshot().timestamp();
    try (Stream<Path> log = Files.list(dir.resolve("t/_delta_log"))) {
      for (Path file : log.toList()) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(committed + 86_400_000));
      }
    }

    assertThat(worker(1).drain())
        .singleElement()
        .satisfies(
            record -> {
              assertThat(((Struct) record.value()).get("_commit_timestamp"))
                  .isEqualTo(committed * 1000);
              assertThat(record.headers().lastWithName("__delta.commit_timestamp").value())
                  .isEqualTo(committed);
              assertThat(record.timestamp()).isEqualTo(committed);
            });
  }

  /**
   * https://github.com/delta-io/delta/issues/1606,
   * https://github.com/delta-io/delta-rs/issues/2579,
   * https://github.com/feldera/feldera/issues/6921
   */
  @Test
  void filesThatGoAsAWholeAreDeletesWithThePartitionOfTheLog() throws Exception {
    StructType schema = SCHEMA.add("day", StringType.STRING);
    DeltaTable table = table(schema, TableOptions.defaults(), "day");
    append(table, schema, row(1L, "a", "x"), row(2L, "b", null), row(3L, "c", "50%25+1"));
    table.truncate(List.of(), Map.of());
    append(table, schema, row(4L, "d", "x"));

    assertThat(Rows.of(worker(2).drain()))
        .containsExactlyInAnyOrder(
            "v2 delete 1 a x", "v2 delete 2 b null", "v2 delete 3 c 50%25+1", "v3 insert 4 d x");
  }

  /**
   * https://github.com/trinodb/trino/issues/16913,
   * https://github.com/delta-io/delta-kernel-rs/issues/524,
   * https://github.com/delta-io/delta-kernel-rs/issues/3347
   */
  @Test
  void aColumnWithANameOfTheFeedIsRefusedAndANestedFieldIsNot() throws Exception {
    StructType nested = SCHEMA.add("s", new StructType().add("_change_type", StringType.STRING));
    DeltaTable table = table(nested, TableOptions.defaults());
    append(table, nested, row(1L, "a", row("x")));

    assertThat(worker(1).drain())
        .singleElement()
        .satisfies(
            record ->
                assertThat(((Struct) record.value()).getStruct("s").get("_change_type"))
                    .isEqualTo("x"));

    Path log = dir.resolve("t/_delta_log/00000000000000000000.json");
    Files.writeString(
        log,
        Files.readString(log)
            .replace("\\\"name\\\":\\\"name\\\"", "\\\"name\\\":\\\"_Change_Type\\\""));
    assertThatThrownBy(worker(1)::drain).hasMessageContaining("_Change_Type");
  }

  /**
   * https://github.com/delta-io/delta/issues/1358, https://github.com/delta-io/delta/issues/4042
   */
  @Test
  void aNewColumnShowsFromItsVersionOnAndOldRowsHaveNull() throws Exception {
    DeltaTable table = table(SCHEMA, TableOptions.defaults());
    append(table, SCHEMA, row(1L, "a"));
    StructType wider = SCHEMA.add("city", StringType.STRING);
    table.append(
        new AppendRequest(
            wider, SCHEMA, List.<Object[]>of(row(2L, "b", "Rome")), List.of(), Map.of()));
    merge(table, List.of(upsert(1, "c")));

    List<SourceRecord> records = worker(1).drain();
    assertThat(Rows.of(records))
        .containsExactly(
            "v1 insert 1 a",
            "v2 insert 2 b Rome",
            "v3 update_preimage 1 a null",
            "v3 update_postimage 1 c null");
    assertThat(records.get(3).valueSchema())
        .isSameAs(records.get(2).valueSchema())
        .isNotEqualTo(records.get(0).valueSchema());
  }

  /**
   * https://github.com/NVIDIA/cudf-spark/issues/15365,
   * https://github.com/NVIDIA/cudf-spark/issues/15326
   */
  @Test
  void aMergeIntoAFileWithDeadRowsShowsItsOwnChangesOnly() throws Exception {
    DeltaTable table = table(SCHEMA, TableOptions.defaults());
    List<Change> first = new ArrayList<>();
    for (long id = 0; id < 1000; id++) {
      first.add(upsert(id, "first"));
    }
    merge(table, first);
    merge(table, List.of(new Change(new Key(7L), null), new Change(new Key(999L), null)));
    List<Change> second = new ArrayList<>();
    for (long id = 990; id < 1005; id++) {
      second.add(upsert(id, "second"));
    }
    merge(table, second);

    List<String> changes = Rows.of(worker(3).drain());
    assertThat(changes).hasSize(9 + 9 + 6);
    for (long id = 990; id < 999; id++) {
      assertThat(changes)
          .contains("v3 update_preimage " + id + " first", "v3 update_postimage " + id + " second");
    }
    for (long id = 999; id < 1005; id++) {
      assertThat(changes).contains("v3 insert " + id + " second");
    }
  }

  /** https://github.com/delta-io/delta/issues/1963 */
  @Test
  void anUpdateThatChangesNothingIsPublishedAsItWasRecorded() throws Exception {
    DeltaTable table =
        table(
            SCHEMA,
            new TableOptions(
                TableOptions.MergeStrategy.AUTO,
                true,
                true,
                128L << 20,
                Duration.ofSeconds(60),
                1));
    append(table, SCHEMA, row(1L, "same"));
    merge(table, List.of(upsert(1, "same")));

    assertThat(Rows.of(worker(2).drain()))
        .containsExactly("v2 update_preimage 1 same", "v2 update_postimage 1 same");
  }
}
