package io.deltaconnect.source.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.transforms.ExtractNewRecordState;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.transforms.DebeziumRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was made for Debezium's events understands ours. */
class DebeziumConsumersTest {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);

  @TempDir private Path directory;
  private List<SourceRecord> events;

  /** Update of 1, delete of 2 with its tombstone, insert of 3, and the snapshot of what is left. */
  @BeforeEach
  void makeEvents() throws IOException {
    ChangingTable table =
        new ChangingTable(
            directory.resolve("wares"), SCHEMA, Map.of("deltaconnect.key.columns", "[\"id\"]"));
    table.append(new Object[] {1L, "nail"}, new Object[] {2L, "screw"});
    long version =
        table.merge(new Object[] {1L, "tack"}, new Object[] {2L}, new Object[] {3L, "nut"});
    OutputSettings settings =
        new OutputSettings(
            OutputFormat.DEBEZIUM,
            true,
            true,
            Set.of(),
            TimePrecision.ADAPTIVE,
            NameAdjustment.NONE,
            SchemaChangeBehavior.EVOLVE,
            directory,
            List.of());
    TableRecords records = new TableRecords(settings, "wares", "lake.wares");
    events = new ArrayList<>();
    add(records.changes(table.changes(version)));
    add(
        records.snapshot(
            table.rows(), version, table.snapshot().timestamp(), table.snapshot().layout()));
  }

  private void add(RecordIterator records) throws IOException {
    try (records) {
      while (records.next()) {
        RecordParts parts = records.record();
        events.add(
            new SourceRecord(
                Map.of(),
                Map.of(),
                parts.topic(),
                null,
                parts.keySchema(),
                parts.key(),
                parts.valueSchema(),
                parts.value(),
                parts.timestamp(),
                parts.headers()));
      }
    }
  }

  private List<String> through(Transformation<SourceRecord> transform, String op) {
    List<String> rows = new ArrayList<>();
    try (transform) {
      for (SourceRecord event : events) {
        SourceRecord record = transform.apply(event);
        if (record != null) {
          Struct value = (Struct) record.value();
          rows.add(
              "%s: %s"
                  .formatted(
                      ((Struct) record.key()).get("id"),
                      value == null
                          ? "tombstone"
                          : value.get(op) + " " + value.get("id") + " " + value.get("name")));
        }
      }
    }
    return rows;
  }

  @Test
  void debeziumsOwnTransformTakesThemApart() {
    ExtractNewRecordState<SourceRecord> transform = new ExtractNewRecordState<>();
    transform.configure(
        Map.of(
            "delete.tombstone.handling.mode",
            "rewrite-with-tombstone",
            "add.fields",
            "op,source.commit_version,source.table"));

    assertThat(through(transform, "__op"))
        .containsExactlyInAnyOrder(
            "2: d 2 screw",
            "2: tombstone",
            "1: u 1 tack",
            "3: c 3 nut",
            "1: r 1 tack",
            "3: r 3 nut");
  }

  @Test
  void ourTransformMakesRowsOfThem() {
    DebeziumRow<SourceRecord> transform = new DebeziumRow<>();
    transform.configure(Map.of("op.field", "__op"));

    assertThat(through(transform, "__op"))
        .contains("1: u 1 tack", "3: c 3 nut", "1: r 1 tack", "3: r 3 nut")
        .anyMatch(row -> row.startsWith("2: "));
  }
}
