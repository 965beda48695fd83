package io.deltaconnect.source;

import static io.deltaconnect.source.SimulatedWorker.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailingTablesTest {
  @TempDir Path dir;
  private CustomerTable table;

  @BeforeEach
  void makeTable() throws Exception {
    table = CustomerTable.create(dir.resolve("customers"));
    table.put("Ann", 1);
  }

  @Test
  void aTableThatIsNotThereFailsTheTaskUnlessItIsToBeSkipped() throws Exception {
    String tables = dir.resolve("nothing") + "," + table.path();

    assertThatThrownBy(SimulatedWorker.exactlyOnce(config(tables)).start()::drain)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("nothing");
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(config(tables, "on.table.error", "skip")).start();
    assertThat(Rows.of(worker.drain())).containsExactly("v1 insert 1 Ann");
    table.put("Bob", 2);
    assertThat(Rows.of(worker.drain())).containsExactly("v2 insert 2 Bob");
  }

  @Test
  void aTaskOfWhichAllTablesAreSkippedFails() {
    assertThatThrownBy(
            SimulatedWorker.exactlyOnce(config(dir.resolve("nothing"), "on.table.error", "skip"))
                    .start()
                ::drain)
        .hasMessageContaining("nothing");
  }

  @Test
  void aTableWhoseOffsetIsGarbageFailsTheTaskUnlessItIsToBeSkipped() throws Exception {
    CustomerTable other = CustomerTable.create(dir.resolve("others"));
    other.put("x", 1);
    String tables = other.path() + "," + table.path();
    Map<String, String> garbage = Map.of("version", "seven");

    SimulatedWorker failing = SimulatedWorker.exactlyOnce(config(tables));
    failing.setOffset("others", garbage);
    assertThatThrownBy(failing::start)
        .hasMessageContaining("others")
        .hasMessageContaining("its offset cannot be used: version of a position must be");
    SimulatedWorker worker = SimulatedWorker.exactlyOnce(config(tables, "on.table.error", "skip"));
    worker.setOffset("others", garbage);
    assertThat(Rows.of(worker.start().drain())).containsExactly("v1 insert 1 Ann");
    table.put("Bob", 2);
    assertThat(Rows.of(worker.drain())).containsExactly("v2 insert 2 Bob");
    assertThat(worker.offset("others")).isEqualTo(garbage);
    worker.stop();
  }

  @Test
  void aTaskOfWhichAllOffsetsAreGarbageFailsThoughTheyAreToBeSkipped() {
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(config(table.path(), "on.table.error", "skip"));
    worker.setOffset("customers", Map.of("no such field", 1L));

    assertThatThrownBy(worker::start).hasMessageContaining("customers");
  }

  @Test
  void aTableThatFailsLaterIsSkippedToo() throws Exception {
    CustomerTable other = CustomerTable.create(dir.resolve("others"));
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(
                config(table.path() + "," + other.path(), "on.table.error", "skip"))
            .start();
    worker.drain();
    other.put("x", 1);
    other.put("y", 1);
    other.deleteFiles("_change_data", ".parquet");
    table.put("Bob", 2);

    assertThat(Rows.of(worker.drain()))
        .containsExactlyInAnyOrder("v1 insert 1 x", "v2 insert 2 Bob");
    assertThat(worker.offset("others").get("version")).isEqualTo(2L);
  }

  /** https://github.com/delta-io/delta/issues/5391 */
  @Test
  void aCaughtUpTaskGoesOnWithoutErrorsUntilTheNextCommit() throws Exception {
    SimulatedWorker worker = SimulatedWorker.exactlyOnce(config(table.path())).start();
    for (int i = 0; i < 100; i++) {
      worker.poll();
    }
    table.put("Bob", 2);

    worker.drain();
    assertThat(Rows.of(worker.data())).containsExactly("v1 insert 1 Ann", "v2 insert 2 Bob");
  }

  private SimulatedWorker flaky(String... settings) {
    Map<String, String> config = config("flaky://" + table.path(), settings);
    config.put("hadoop.fs.flaky.impl", FlakyFileSystem.class.getName());
    config.put("startup.mode", "version");
    config.put("starting.version", "0");
    config.put("poll.max.records", "3");
    return SimulatedWorker.exactlyOnce(config);
  }

  @Test
  void aStoreThatDoesNotAnswerIsTriedAgainInTheMiddleOfAVersionToo() throws Exception {
    table.putFirst("second", 20);
    SimulatedWorker worker = flaky().start();
    while (worker.uncommitted().size() < 12) {
      worker.poll();
    }
    FlakyFileSystem.FAILURES.set(1);
    while (FlakyFileSystem.FAILURES.get() > 0 || worker.data().size() < 1 + 1 + 20) {
      worker.poll();
    }
    worker.stop();

    assertThat(Rows.of(worker.data())).doesNotHaveDuplicates().hasSize(1 + 1 + 20);
    assertThat(worker.transactions()).containsExactly(1, 1, 1 + 20);
  }

  @Test
  void aTableThatIsTriedAgainHoldsNoOtherUpBeforeItsFirstRecord() throws Exception {
    table.put("Bob", 1);
    CustomerTable other = CustomerTable.create(dir.resolve("others"));
    other.put("x", 1);
    SimulatedWorker worker = flaky().set("tables", "flaky://" + table.path() + "," + other.path());
    worker.setOffset("customers", Map.of("version", 2L));
    // Its change file with the preimage can be read, the file with the row as it is now cannot.
    FlakyFileSystem.BROKEN_FOLDER.set("customers");
    try {
      worker.start();
      while (worker.data().isEmpty()) {
        worker.poll();
      }
    } finally {
      FlakyFileSystem.BROKEN_FOLDER.set(null);
    }
    while (worker.data().size() < 3) {
      worker.poll();
    }
    worker.stop();

    assertThat(Rows.of(worker.data()))
        .containsExactly("v1 insert 1 x", "v2 update_preimage 1 Ann", "v2 update_postimage 1 Bob");
  }

  @Test
  void thatEndsWhenTheTimeIsOverThoughTheLogCanBeRead() throws Exception {
    table.put("Bob", 1);
    SimulatedWorker worker = flaky("retry.max.ms", "2000");
    worker.setOffset("customers", Map.of("version", 2L));
    // Its change file with the preimage can be read, the file with the row as it is now cannot.
    FlakyFileSystem.BROKEN_FOLDER.set("customers");
    try {
      worker.start();
      assertThatThrownBy(
              () -> {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
                while (System.nanoTime() < end) {
                  worker.poll();
                }
              })
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("customers")
          .hasMessageContaining("the store does not answer");
    } finally {
      FlakyFileSystem.BROKEN_FOLDER.set(null);
    }
  }

  @Test
  void thatEndsWhenTheTimeIsOver() {
    FlakyFileSystem.FAILURES.set(Integer.MAX_VALUE);
    try {
      assertThatThrownBy(flaky("retry.max.ms", "0").start()::drain)
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("customers")
          .hasMessageContaining("the store does not answer");
    } finally {
      FlakyFileSystem.FAILURES.set(0);
    }
  }

  @Test
  void stopEndsACallThatWaits() throws Exception {
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(config(table.path(), "poll.interval.ms", "3600000")).start();
    CompletableFuture<Void> polling =
        CompletableFuture.runAsync(
            () -> {
              try {
                while (!worker.isStopped()) {
                  worker.poll();
                }
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    while (worker.data().isEmpty()) {
      Thread.onSpinWait();
    }
    worker.stop();

    polling.get(60, TimeUnit.SECONDS);
    assertThat(worker.poll()).as("after the end").isFalse();
  }
}
