package io.deltaconnect.source;

import static io.deltaconnect.source.SimulatedWorker.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions that can no longer be read, and tables that others have taken the place of. */
class LostHistoryTest {
  @TempDir Path dir;
  private CustomerTable table;

  @BeforeEach
  void makeTable() throws Exception {
    table = CustomerTable.create(dir.resolve("customers"));
    table.put("Ann", 1);
    table.put("Bob", 2);
    table.put("Rob", 2);
    table.put("Cid", 3);
  }

  private SimulatedWorker worker(boolean exactlyOnce, long version, String... settings) {
    Map<String, String> config = config(table.path(), settings);
    config.put("startup.mode", "version");
    config.put("starting.version", String.valueOf(version));
    return exactlyOnce ? SimulatedWorker.exactlyOnce(config) : SimulatedWorker.atLeastOnce(config);
  }

  /** Version 3 has change files, which VACUUM removes when they are old. */
  private void vacuum() throws IOException {
    table.deleteFiles("_change_data", ".parquet");
  }

  /**
   * https://github.com/delta-io/delta-rs/issues/3392,
   * https://github.com/delta-io/delta/issues/1365, https://github.com/delta-io/delta/issues/1515
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filesThatAreGoneFailTheTaskAndAreNotSkipped(boolean exactlyOnce) throws Exception {
    vacuum();
    SimulatedWorker worker = worker(exactlyOnce, 2).start();

    assertThatThrownBy(worker::drain)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("customers")
        .hasMessageContaining("a file that version 3 needs is gone")
        .hasMessageContaining(".parquet")
        .hasMessageContaining("the first version that can be read is 4")
        .hasMessageContaining("on.data.loss=earliest");
    assertThat(Rows.of(worker.data())).containsExactly("v2 insert 2 Bob");
    assertThat(worker.offset("customers").get("version")).isEqualTo(3L);
  }

  @Test
  void withEarliestTheFirstVersionThatCanBeReadIsNext() throws Exception {
    vacuum();

    assertThat(Rows.of(worker(true, 2, "on.data.loss", "earliest").start().drain()))
        .containsExactly("v2 insert 2 Bob", "v4 insert 3 Cid");
  }

  @Test
  void withSnapshotAllRowsAreNextAndThenChanges() throws Exception {
    vacuum();
    SimulatedWorker worker = worker(true, 2, "on.data.loss", "snapshot").start();

    assertThat(Rows.of(worker.drain()))
        .containsExactlyInAnyOrder(
            "v2 insert 2 Bob", "v4 insert 1 Ann", "v4 insert 2 Rob", "v4 insert 3 Cid");
    table.put("Dan", 4);
    assertThat(Rows.of(worker.drain())).containsExactly("v5 insert 4 Dan");
  }

  @Test
  void versionsThatTheFeedWasOffForAreLost() throws Exception {
    table.set("delta.enableChangeDataFeed", "false");
    table.set("delta.enableChangeDataFeed", "true");
    table.put("Dan", 4);

    assertThatThrownBy(worker(true, 5).start()::drain)
        .hasMessageContaining("was not on at version 5")
        .hasMessageContaining("the first version that can be read is 6");
    assertThat(Rows.of(worker(true, 5, "on.data.loss", "earliest").start().drain()))
        .containsExactly("v7 insert 4 Dan");
  }

  @Test
  void cleanedLogsAreLost(@TempDir Path copies) throws Exception {
    Path cleaned = RealTables.copy("rs-checkpoint-cdf-table", copies.resolve("cleaned"));
    Map<String, String> config =
        config(cleaned, "startup.mode", "timestamp", "starting.timestamp", "2001-01-01");

    assertThatThrownBy(SimulatedWorker.exactlyOnce(config).start()::drain)
        .as("what was committed since then may be among what is gone")
        .hasMessageContaining("version 2 is no longer in the log");
    config.put("on.data.loss", "earliest");
    assertThat(SimulatedWorker.exactlyOnce(config).start().drain()).hasSize(13);
    config.put("on.data.loss", "snapshot");
    assertThat(SimulatedWorker.exactlyOnce(config).start().drain())
        .isNotEmpty()
        .allSatisfy(
            record ->
                assertThat(record.headers().lastWithName("__delta.snapshot").value())
                    .isEqualTo(true));
  }

  /** Otherwise it would be begun and lost again without end, with a position record each time. */
  @ParameterizedTest
  @CsvSource({
    "initial, snapshot",
    "snapshot_only, snapshot",
    "snapshot_only, earliest",
    "latest, snapshot"
  })
  void aNewestVersionThatCannotBeReadFailsTheTaskWhateverIsToBeDone(String mode, String onLoss)
      throws Exception {
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(
                config(table.path(), "startup.mode", mode, "on.data.loss", onLoss))
            .start();
    if (mode.equals("latest")) {
      worker.poll();
      table.put("Dan", 4);
    }
    table.deleteFiles("", ".parquet");

    assertThatThrownBy(worker::drain)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("customers")
        .hasMessageContaining("is gone")
        .hasMessageContaining("on.data.loss=" + onLoss + " has nothing to go on with");
    assertThat(worker.data()).isEmpty();
    assertThat(worker.heartbeats()).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void aSnapshotThatIsLostInTheMiddleFollowsTheSameRule() throws Exception {
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(
                config(
                    table.path(),
                    "snapshot.chunk.rows",
                    "1",
                    "poll.max.records",
                    "1",
                    "on.data.loss",
                    "snapshot"))
            .start();
    while (worker.data().isEmpty()) {
      worker.poll();
    }
    worker.crash();
    table.putFirst("all", 3);
    Path gone = oldest();
    Files.delete(gone);

    worker.start().drain();
    assertThat(Rows.of(worker.data()))
        .hasSize(1 + 3)
        .contains("v5 insert 1 all", "v5 insert 2 all", "v5 insert 3 all");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aVersionThatIsLostInTheMiddleFailsTheTaskByDefault(boolean exactlyOnce) throws Exception {
    table.putFirst("new", 3);
    SimulatedWorker worker = worker(exactlyOnce, 5, "poll.max.records", "1").start();
    while (worker.uncommitted().isEmpty() && worker.data().isEmpty()) {
      worker.poll();
    }
    table.deleteFiles(".", ".parquet");

    assertThatThrownBy(worker::drain)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("customers")
        .hasMessageContaining("a file that version 5 needs is gone");
  }

  @Test
  void aVersionThatIsLostInTheMiddleFollowsTheSameRuleAndHoldsNoOtherTableUp() throws Exception {
    CustomerTable other = CustomerTable.create(dir.resolve("others"));
    table.putFirst("new", 3);
    SimulatedWorker worker =
        worker(false, 5, "on.data.loss", "earliest", "poll.max.records", "1")
            .set("tables", table.path() + "," + other.path())
            .set("starting.version", "0");
    worker.setOffset("customers", Map.of("version", 5L));
    worker.start();
    while (worker.data().isEmpty()) {
      worker.poll();
    }
    table.deleteFiles(".", ".parquet");
    other.put("x", 1);
    while (worker.data().size() < 3 || worker.offset("customers").get("version").equals(5L)) {
      worker.poll();
    }

    // The third is known to be followed by another, which is gone, before it is handed over.
    assertThat(Rows.of(worker.data()))
        .containsExactlyInAnyOrder(
            "v5 update_preimage 1 Ann", "v5 update_preimage 2 Rob", "v1 insert 1 x");
    assertThat(worker.offset("customers").get("version")).isEqualTo(6L);
  }

  private Path oldest() throws IOException {
    try (Stream<Path> files = Files.list(table.path())) {
      return files
          .filter(file -> file.toString().endsWith(".parquet"))
          .min((a, b) -> Long.compare(a.toFile().lastModified(), b.toFile().lastModified()))
          .orElseThrow();
    }
  }

  private void recreate() throws IOException {
    try (Stream<Path> files = Files.walk(table.path())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    table = CustomerTable.create(dir.resolve("customers"));
    table.put("Eva", 9);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anotherTableUnderTheSamePathFailsTheTask(boolean whileRunning) throws Exception {
    SimulatedWorker worker = worker(true, 1).start();
    worker.drain();
    String old = table.id();
    if (!whileRunning) {
      worker.stop();
    }
    recreate();
    if (!whileRunning) {
      worker.start();
    }

    assertThatThrownBy(worker::drain)
        .hasMessageContaining(old)
        .hasMessageContaining(table.id())
        .hasMessageContaining("on.table.recreated=fail");
  }

  @ParameterizedTest
  @ValueSource(strings = {"on.table.recreated", "on.data.loss"})
  void itCanBeReadFromItsBeginning(String key) throws Exception {
    SimulatedWorker worker = worker(true, 1, key, "earliest").start();
    worker.drain();
    recreate();

    assertThat(Rows.of(worker.drain())).containsExactly("v1 insert 9 Eva");
    assertThat(worker.offset("customers").get("table_id")).isEqualTo(table.id());
  }

  @Test
  void itCanBeReadWhole() throws Exception {
    SimulatedWorker worker =
        worker(true, 1, "on.table.recreated", "snapshot", "on.data.loss", "fail").start();
    worker.drain();
    worker.stop();
    recreate();
    table.delete(9);
    table.put("Fay", 8);

    assertThat(Rows.of(worker.start().drain())).containsExactly("v3 insert 8 Fay");
  }

  @Test
  void anOlderCopyIsNotTheTableAsItWasLeft() throws Exception {
    SimulatedWorker worker = worker(true, 1).start();
    worker.drain();
    worker.stop();
    table.deleteCommit(4);

    assertThatThrownBy(worker.start()::drain)
        .hasMessageContaining("it is at version 3 and not as it was left")
        .hasMessageContaining("on.table.recreated=fail");
  }
}
