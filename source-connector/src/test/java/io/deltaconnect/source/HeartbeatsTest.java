package io.deltaconnect.source;

import static io.deltaconnect.source.SimulatedWorker.config;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeartbeatsTest {
  @TempDir Path dir;
  private CustomerTable table;

  @BeforeEach
  void makeTable() throws Exception {
    table = CustomerTable.create(dir.resolve("customers"));
    table.put("Ann", 1);
  }

  @Test
  void theStartIsWrittenAtOnce() throws Exception {
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(config(table.path(), "startup.mode", "latest")).start();
    worker.drain();

    assertThat(worker.heartbeats())
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.topic()).isEqualTo("__delta-heartbeat.source");
              assertThat(((Struct) record.key()).getString("table")).isEqualTo("customers");
              Struct value = (Struct) record.value();
              assertThat(value.getString("table_id")).isEqualTo(table.id());
              assertThat(value.getInt64("version")).isEqualTo(2);
              assertThat(value.getInt64("index")).isZero();
              assertThat(value.getBoolean("snapshot")).isFalse();
              assertThat(value.getInt64("ts_ms")).isPositive();
            });
    assertThat(worker.offset("customers").get("version")).isEqualTo(2L);
  }

  @Test
  void itIsNotWrittenAgainAfterARestart() throws Exception {
    SimulatedWorker worker = SimulatedWorker.exactlyOnce(config(table.path())).start();
    worker.drain();
    worker.stop();
    worker.start().drain();

    assertThat(worker.heartbeats()).hasSize(1);
  }

  @Test
  void versionsWithoutRecordsMoveTheOffsetAfterTheInterval() throws Exception {
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(
                config(
                    table.path(),
                    "startup.mode",
                    "latest",
                    "heartbeat.interval.ms",
                    "0",
                    "heartbeat.topic",
                    "__delta-heartbeat-own"))
            .start();
    worker.drain();
    table.commitNothing();
    table.commitNothing();
    worker.drain();

    assertThat(worker.offset("customers").get("version")).isEqualTo(4L);
    assertThat(worker.heartbeats().stream().map(SourceRecord::topic))
        .containsOnly("__delta-heartbeat-own");
    int before = worker.heartbeats().size();
    worker.drain();
    table.put("Bob", 2);
    worker.drain();
    assertThat(worker.heartbeats()).as("records carry positions themselves").hasSize(before);
  }

  @Test
  void aTableThatAlwaysHasRecordsKeepsNoPositionOfAnotherBack() throws Exception {
    table.putFirst("many", 40);
    CustomerTable quiet = CustomerTable.create(dir.resolve("quiet"));
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(
                config(
                    table.path() + "," + quiet.path(),
                    "heartbeat.interval.ms",
                    "0",
                    "snapshot.chunk.rows",
                    "1",
                    "poll.max.records",
                    "1"))
            .start();
    while (worker.offset("quiet") == null || worker.offset("quiet").get("version").equals(0L)) {
      worker.poll();
    }

    assertThat(worker.offset("quiet").get("version")).isEqualTo(1L);
    assertThat(worker.data()).hasSizeLessThan(40);
  }

  @Test
  void beforeTheIntervalIsOverNothingIsWritten() throws Exception {
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(config(table.path(), "startup.mode", "latest")).start();
    worker.drain();
    table.commitNothing();
    worker.drain();

    assertThat(worker.heartbeats()).hasSize(1);
    assertThat(worker.offset("customers").get("version")).isEqualTo(2L);
  }
}
