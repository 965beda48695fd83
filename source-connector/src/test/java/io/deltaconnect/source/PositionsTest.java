package io.deltaconnect.source;

import static io.deltaconnect.source.SimulatedWorker.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Positions, transactions and what is published again after a failure. */
class PositionsTest {
  @TempDir Path dir;
  private CustomerTable table;

  @BeforeEach
  void makeTable() throws Exception {
    table = CustomerTable.create(dir.resolve("customers"));
    table.putFirst("first", 10);
    table.putFirst("second", 10);
    table.delete(1, 2, 3);
  }

  private Map<String, String> fromTheBeginning(String... settings) {
    Map<String, String> config = config(table.path(), settings);
    config.put("startup.mode", "version");
    config.put("starting.version", "0");
    return config;
  }

  private List<String> all() throws Exception {
    return Rows.of(SimulatedWorker.atLeastOnce(fromTheBeginning()).start().drain());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "3", "7", "2000"})
  void aVersionIsOneTransactionWhateverTheSizeOfBatches(String size) throws Exception {
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(fromTheBeginning("poll.max.records", size)).start();

    assertThat(Rows.of(worker.drain())).isEqualTo(all()).hasSize(10 + 20 + 3);
    assertThat(worker.transactions()).containsExactly(1, 10, 20, 3);
  }

  @Test
  void batchesAreBoundedByBytesToo() throws Exception {
    SimulatedWorker worker =
        SimulatedWorker.atLeastOnce(fromTheBeginning("max.bytes.per.poll", "1")).start();
    assertThat(worker.poll()).as("position").isTrue();

    for (int i = 0; i < 33; i++) {
      assertThat(worker.poll()).isTrue();
      assertThat(worker.data()).hasSize(i + 1);
    }
  }

  @Test
  void theLastRecordOfAVersionSaysSo() throws Exception {
    for (String size : List.of("1", "4", "2000")) {
      List<SourceRecord> records =
          SimulatedWorker.atLeastOnce(fromTheBeginning("poll.max.records", size)).start().drain();

      assertThat(
              IntStream.range(0, records.size())
                  .filter(
                      i ->
                          (Boolean)
                              records.get(i).headers().lastWithName("__delta.commit_end").value()))
          .containsExactly(9, 29, 32);
    }
  }

  /** Without transactions each position in the middle of a version is one to go on from. */
  @Test
  void whatIsPublishedIsNotPublishedAgain() throws Exception {
    List<String> all = all();
    for (int crashAfter = 1; crashAfter < all.size(); crashAfter++) {
      SimulatedWorker worker =
          SimulatedWorker.atLeastOnce(fromTheBeginning("poll.max.records", "1")).start();
      while (worker.data().size() < crashAfter) {
        worker.poll();
      }
      worker.crash();
      worker.start().drain();

      assertThat(Rows.of(worker.data())).as("crash after %d", crashAfter).isEqualTo(all);
    }
  }

  @Test
  void aVersionThatWasNotCommittedBeginsAgain() throws Exception {
    List<String> all = all();
    for (int crashAfter = 1; crashAfter <= all.size(); crashAfter++) {
      SimulatedWorker worker =
          SimulatedWorker.exactlyOnce(fromTheBeginning("poll.max.records", "1")).start();
      while (worker.data().size() + worker.uncommitted().size() < crashAfter) {
        worker.poll();
      }
      worker.crash();
      assertThat(worker.data().size()).as("whole versions only").isIn(0, 10, 30, 33);
      worker.start().drain();

      assertThat(Rows.of(worker.data())).as("crash after %d", crashAfter).isEqualTo(all);
    }
  }

  @Test
  void aSnapshotIsOneTransactionPerChunk() throws Exception {
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(
                config(table.path(), "snapshot.chunk.rows", "3", "poll.max.records", "2"))
            .start();
    while (worker.data().size() < 6) {
      worker.poll();
    }
    assertThat(worker.transactions()).as("position, then chunks").containsExactly(1, 3, 3);
    assertThat(worker.offset("customers"))
        .isEqualTo(
            Map.of(
                "protocol",
                1L,
                "table_id",
                table.id(),
                "version",
                3L,
                "index",
                6L,
                "snapshot",
                true));
    worker.crash();
    table.put("new", 11);
    worker.start().drain();

    assertThat(worker.transactions()).containsExactly(1, 3, 3, 1, 1);
    assertThat(Rows.of(worker.data()))
        .containsExactly(
            "v3 insert 4 second",
            "v3 insert 5 second",
            "v3 insert 6 second",
            "v3 insert 7 second",
            "v3 insert 8 second",
            "v3 insert 9 second",
            "v3 insert 10 second",
            "v4 insert 11 new");
  }

  @Test
  void anOffsetSetByHandNeedsNoMoreThanAVersion() throws Exception {
    SimulatedWorker worker = SimulatedWorker.atLeastOnce(config(table.path()));
    worker.setOffset("customers", Map.of("version", 3L));

    assertThat(Rows.of(worker.start().drain()))
        .containsExactly("v3 delete 1 second", "v3 delete 2 second", "v3 delete 3 second");
    assertThat(worker.offset("customers").get("table_id")).isEqualTo(table.id());
  }

  @Test
  void anIndexBehindTheEndOfItsVersionIsRefused() {
    SimulatedWorker worker = SimulatedWorker.atLeastOnce(config(table.path()));
    worker.setOffset("customers", Map.of("version", 3L, "index", 4L));

    assertThatThrownBy(worker.start()::drain)
        .hasMessageContaining("4 records of version 3")
        .hasMessageContaining("has only 3");
  }

  @Test
  void anOffsetOfAnotherProtocolIsRefused() {
    SimulatedWorker worker = SimulatedWorker.atLeastOnce(config(table.path()));
    worker.setOffset("customers", Map.of("protocol", 2L, "version", 3L));

    assertThatThrownBy(worker::start)
        .hasMessageContaining("customers")
        .hasMessageContaining("protocol 2");
  }

  @Test
  void tablesTakeTurnsVersionByVersion() throws Exception {
    CustomerTable other = CustomerTable.create(dir.resolve("others"));
    other.put("x", 1);
    other.put("y", 1);
    Map<String, String> config = fromTheBeginning("poll.max.records", "3");
    config.put("tables", table.path() + "," + other.path());
    SimulatedWorker worker = SimulatedWorker.exactlyOnce(config).start();

    List<String> topics = worker.drain().stream().map(SourceRecord::topic).toList();

    assertThat(topics).hasSize(33 + 3);
    assertThat(topics.subList(0, 10)).containsOnly("customers");
    assertThat(topics.get(10)).isEqualTo("others");
    assertThat(topics.subList(11, 31)).containsOnly("customers");
    assertThat(topics.subList(31, 33)).containsOnly("others");
  }

  @Test
  void randomCrashesLoseNothingAndShowNothingTwice() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    CustomerTable other = CustomerTable.create(dir.resolve("others"));
    Map<String, String> config = config(table.path() + "," + other.path());
    config.put("snapshot.chunk.rows", "3");
    SimulatedWorker exactly = SimulatedWorker.exactlyOnce(config).start();
    SimulatedWorker atLeast = SimulatedWorker.atLeastOnce(config).start();
    SimulatedWorker undisturbed = SimulatedWorker.atLeastOnce(config).start();
    List<SimulatedWorker> workers = List.of(exactly, atLeast);
    for (SimulatedWorker worker : List.of(exactly, atLeast, undisturbed)) {
      // The start is decided, so that all begin with the same snapshot.
      worker.poll();
      worker.poll();
    }
    for (int step = 0; step < 120; step++) {
      CustomerTable changed = random.nextBoolean() ? table : other;
      switch (random.nextInt(6)) {
        case 0 -> changed.putFirst("n" + step, 1 + random.nextInt(12));
        case 1 -> changed.put("n" + step, 1 + random.nextInt(12));
        case 2 -> changed.delete(1 + random.nextInt(12));
        case 3 -> {
          SimulatedWorker worker = workers.get(random.nextInt(2));
          worker.crash();
          worker.set("poll.max.records", String.valueOf(1 + random.nextInt(8))).start();
        }
        default -> workers.get(random.nextInt(2)).poll();
      }
    }
    exactly.drain();
    atLeast.drain();
    undisturbed.drain();

    for (String topic : List.of("customers", "others")) {
      List<String> expected = rowsOf(undisturbed, topic);
      assertThat(rowsOf(exactly, topic)).as(topic).isEqualTo(expected);
      assertThat(rowsOf(atLeast, topic)).as(topic).isEqualTo(expected);
    }
  }

  private static List<String> rowsOf(SimulatedWorker worker, String topic) {
    return Rows.of(worker.data().stream().filter(r -> r.topic().equals(topic)).toList());
  }
}
