package io.deltaconnect.source;

import static io.deltaconnect.source.SimulatedWorker.config;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartupModesTest {
  @TempDir Path dir;
  private CustomerTable table;

  /** Version 1 has Ann and Bob, version 2 renames Bob, version 3 deletes Ann. */
  @BeforeEach
  void makeTable() throws Exception {
    table = CustomerTable.create(dir.resolve("customers"));
    table.put("Ann", 1);
    table.put("Bob", 2);
    table.put("Rob", 2);
    table.delete(1);
  }

  private SimulatedWorker worker(String... settings) {
    return SimulatedWorker.exactlyOnce(config(table.path(), settings)).start();
  }

  @Test
  void initialGivesAllRowsThenChanges() throws Exception {
    SimulatedWorker worker = worker();

    assertThat(Rows.of(worker.drain())).containsExactly("v4 insert 2 Rob");
    table.put("Cid", 3);
    assertThat(Rows.of(worker.drain())).containsExactly("v5 insert 3 Cid");
    assertThat(worker.offset("customers"))
        .isEqualTo(
            java.util.Map.of(
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

  @Test
  void versionGivesChangesFromThere() throws Exception {
    SimulatedWorker worker = worker("startup.mode", "version", "starting.version", "3");

    assertThat(Rows.of(worker.drain()))
        .containsExactly(
            "v3 update_preimage 2 Bob", "v3 update_postimage 2 Rob", "v4 delete 1 Ann");
    assertThat(worker.transactions()).containsExactly(1, 2, 1);
  }
}
