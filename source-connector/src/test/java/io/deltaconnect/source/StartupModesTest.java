package io.deltaconnect.source;

import static io.deltaconnect.source.SimulatedWorker.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a table is begun, and where it ends. */
class StartupModesTest {
  private static final String[] CHANGES = {
    "v1 insert 1 Ann",
    "v2 insert 2 Bob",
    "v3 update_preimage 2 Bob",
    "v3 update_postimage 2 Rob",
    "v4 delete 1 Ann"
  };

  @TempDir Path dir;
  private CustomerTable table;
  private final List<Long> times = new ArrayList<>();

  @BeforeEach
  void makeTable() throws Exception {
    table = CustomerTable.create(dir.resolve("customers"));
    times.add(table.timestamp());
    table.put("Ann", 1);
    times.add(table.timestamp());
    table.put("Bob", 2);
    times.add(table.timestamp());
    table.put("Rob", 2);
    times.add(table.timestamp());
    table.delete(1);
    times.add(table.timestamp());
  }

  private SimulatedWorker worker(String... settings) {
    return SimulatedWorker.exactlyOnce(config(table.path(), settings)).start();
  }

  private List<String> drained(String... settings) throws Exception {
    return Rows.of(worker(settings).drain());
  }

  private static String[] from(int change) {
    return Arrays.copyOfRange(CHANGES, change, CHANGES.length);
  }

  @Test
  void initialGivesAllRowsThenChanges() throws Exception {
    SimulatedWorker worker = worker();

    assertThat(Rows.of(worker.drain())).containsExactly("v4 insert 2 Rob");
    table.put("Cid", 3);
    assertThat(Rows.of(worker.drain())).containsExactly("v5 insert 3 Cid");
    assertThat(worker.offset("customers"))
        .isEqualTo(
            Map.of(
                "protocol",
                1L,
                "table_id",
                table.id(),
                "version",
                6L,
                "index",
                0L,
                "snapshot",
                false));
  }

  /** https://github.com/delta-io/delta/issues/4391 */
  @Test
  void latestGivesNothingThatIsThereAlready() throws Exception {
    SimulatedWorker worker = worker("startup.mode", "latest");

    assertThat(worker.drain()).isEmpty();
    table.put("Cid", 3);
    assertThat(Rows.of(worker.drain())).containsExactly("v5 insert 3 Cid");
  }

  @Test
  void latestIsDecidedAtTheFirstStartOnly() throws Exception {
    SimulatedWorker worker = worker("startup.mode", "latest");
    assertThat(worker.poll()).isTrue();
    worker.crash();
    table.put("Cid", 3);

    assertThat(Rows.of(worker.start().drain())).containsExactly("v5 insert 3 Cid");
  }

  @Test
  void versionGivesChangesFromThere() throws Exception {
    SimulatedWorker worker = worker("startup.mode", "version", "starting.version", "3");

    assertThat(Rows.of(worker.drain())).containsExactly(from(2));
    assertThat(worker.transactions()).containsExactly(1, 2, 1);
  }

  @Test
  void aVersionThatIsNotThereYetIsRefused() {
    SimulatedWorker worker = worker("startup.mode", "version", "starting.version", "5");

    assertThatThrownBy(worker::drain)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("customers")
        .hasMessageContaining("is at version 4")
        .hasMessageContaining("starting.version=5")
        .hasMessageContaining("startup.mode=latest");
  }

  /**
   * https://github.com/delta-io/delta-rs/issues/3097,
   * https://github.com/delta-io/delta-rs/issues/4601
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void aTimeThatIsExactlyThatOfACommitIncludesIt(int version) throws Exception {
    assertThat(
            drained(
                "startup.mode", "timestamp", "starting.timestamp", times.get(version).toString()))
        .containsExactly(from(version == 4 ? 4 : version - 1));
  }

  @Test
  void aTimeBetweenTwoCommitsMeansTheLaterOne() throws Exception {
    Instant justAfter = Instant.ofEpochMilli(times.get(2)).plusNanos(1000);

    assertThat(drained("startup.mode", "timestamp", "starting.timestamp", justAfter.toString()))
        .containsExactly(from(2));
  }

  @Test
  void aTimeBeforeTheTableMeansItsFirstVersion() throws Exception {
    assertThat(drained("startup.mode", "timestamp", "starting.timestamp", "2001-01-01"))
        .containsExactly(CHANGES);
  }

  @Test
  void aTimeAfterTheNewestCommitIsRefused() {
    SimulatedWorker worker =
        worker("startup.mode", "timestamp", "starting.timestamp", "2933-01-01T00:00:00");

    assertThatThrownBy(worker::drain)
        .hasMessageContaining("starting.timestamp 2933-01-01T00:00:00Z")
        .hasMessageContaining(Instant.ofEpochMilli(times.get(4)).toString());
  }

  /** https://github.com/delta-io/delta-rs/issues/3023 */
  @Test
  void anEndingTimeThatIsExactlyThatOfACommitIncludesIt() throws Exception {
    assertThat(
            drained(
                "startup.mode",
                "version",
                "starting.version",
                "0",
                "ending.timestamp",
                times.get(3).toString()))
        .containsExactly("v1 insert 1 Ann", "v2 insert 2 Bob", CHANGES[2], CHANGES[3]);
  }

  @Test
  void snapshotOnlyGivesAllRowsAndNothingMore() throws Exception {
    SimulatedWorker worker = worker("startup.mode", "snapshot_only");

    assertThat(Rows.of(worker.drain())).containsExactly("v4 insert 2 Rob");
    table.put("Cid", 3);
    assertThat(worker.drain()).isEmpty();
    worker.crash();
    assertThat(worker.start().drain()).isEmpty();
  }

  @Test
  void nothingIsPublishedAfterTheLastVersion() throws Exception {
    SimulatedWorker worker =
        worker("startup.mode", "version", "starting.version", "1", "ending.version", "2");

    assertThat(Rows.of(worker.drain())).containsExactly("v1 insert 1 Ann", "v2 insert 2 Bob");
    table.put("Cid", 3);
    assertThat(worker.drain()).isEmpty();
    worker.crash();
    assertThat(worker.start().drain()).isEmpty();
  }

  @Test
  void theLastVersionMayBeYetToCome() throws Exception {
    SimulatedWorker worker = worker("startup.mode", "latest", "ending.version", "5");
    assertThat(worker.drain()).isEmpty();
    table.put("Cid", 3);
    table.put("Dan", 4);

    assertThat(Rows.of(worker.drain())).containsExactly("v5 insert 3 Cid");
  }

  @Test
  void aSnapshotIsOfNoLaterVersionThanTheLast() throws Exception {
    assertThat(drained("ending.version", "2"))
        .containsExactlyInAnyOrder("v2 insert 1 Ann", "v2 insert 2 Bob");
    assertThat(drained("ending.timestamp", times.get(2).toString()))
        .containsExactlyInAnyOrder("v2 insert 1 Ann", "v2 insert 2 Bob");
    assertThat(drained("startup.mode", "snapshot_only", "ending.version", "1"))
        .containsExactly("v1 insert 1 Ann");
  }

  @Test
  void aTableWithoutFeedIsRefusedBeforeItsRowsArePublished() throws Exception {
    table.set("delta.enableChangeDataFeed", "false");

    assertThatThrownBy(worker()::drain).hasMessageContaining("delta.enableChangeDataFeed=true");
    assertThatThrownBy(worker("startup.mode", "latest")::drain)
        .hasMessageContaining("startup.mode=snapshot_only");
    assertThat(drained("startup.mode", "snapshot_only")).containsExactly("v5 insert 2 Rob");
  }

  @Test
  void aTableThatIsNotThereIsRefused() {
    SimulatedWorker worker = SimulatedWorker.exactlyOnce(config(dir.resolve("nothing"))).start();

    assertThatThrownBy(worker::drain)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining(dir.resolve("nothing").toString());
  }
}
