package io.deltaconnect.table.kernel;

import static io.deltaconnect.table.kernel.LogFixture.STORAGE;
import static io.deltaconnect.table.kernel.LogFixture.adding;
import static io.deltaconnect.table.kernel.LogFixture.dv;
import static io.deltaconnect.table.kernel.LogFixture.logFiles;
import static io.deltaconnect.table.kernel.LogFixture.newTable;
import static io.deltaconnect.table.kernel.LogFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.table.storage.CorruptTableException;
import io.deltaconnect.table.storage.Storage;
import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {
  @TempDir Path dir;

  @Test
  void eachTenthCommitIsFollowedByACheckpoint() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of());
    for (int i = 1; i <= 21; i++) {
      log.commit(adding(i + ".parquet"));
    }
    assertThat(logFiles(dir))
        .filteredOn(name -> !name.endsWith(".json"))
        .containsExactly(
            "00000000000000000010.checkpoint.parquet",
            "00000000000000000020.checkpoint.parquet",
            "_last_checkpoint");
  }

  @Test
  void theTablesOwnIntervalCounts() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of("delta.checkpointInterval", "3"));
    for (int i = 1; i <= 4; i++) {
      log.commit(adding(i + ".parquet"));
    }
    assertThat(logFiles(dir)).contains("00000000000000000003.checkpoint.parquet");
  }

  @Test
  void nothingOfTheTablesStateIsLostInACheckpoint() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of("delta.checkpointInterval", "4"));
    Map<String, String> partition = new HashMap<>();
    partition.put("p", null);
    partition.put("q", "__HIVE_DEFAULT_PARTITION__");
    partition.put("r", "a b%20");
    DataFile rich =
        new DataFile(
            "r%20s.parquet",
            partition, 7, 99, "{\"numRecords\":9}", dv(1), Map.of("t", "v"), 5L, 6L);
    log.commit(request(new Action.Add(rich, true), new Action.Txn("app:t:0", 1, 11L)));
    log.commit(adding("gone.parquet", "stays.parquet"));
    log.commit(
        request(
            new Action.Remove(LogFixture.file("gone.parquet"), System.currentTimeMillis(), true),
            new Action.Txn("app:t:0", 2, 22L),
            new Action.Txn("app:t:1", 3, null)));
    log.commit(
        request(
            new Action.Cdc("_change_data/c.parquet", Map.of(), 3, null),
            new Action.Txn("app:t:2", 4, 44L)));
    assertThat(logFiles(dir)).contains("00000000000000000004.checkpoint.parquet");
    for (int i = 0; i < 4; i++) {
      Files.delete(dir.resolve("_delta_log/%020d.json".formatted(i)));
    }

    TableSnapshot opened = TableLog.open(STORAGE, dir.toString()).snapshot();

    assertThat(opened.version()).isEqualTo(4);
    assertThat(opened.files())
        .containsExactlyInAnyOrderElementsOf(log.snapshot().files())
        .containsExactlyInAnyOrder(rich, LogFixture.file("stays.parquet"));
    assertThat(opened.txn("app:t:0")).isEqualTo(new Action.Txn("app:t:0", 2, 22L));
    assertThat(opened.txn("app:t:1")).isEqualTo(new Action.Txn("app:t:1", 3, null));
    assertThat(opened.txn("app:t:2")).isEqualTo(new Action.Txn("app:t:2", 4, 44L));
    assertThat(TableLog.txns(STORAGE, dir.toString()).values())
        .containsExactlyInAnyOrder(
            new Action.Txn("app:t:0", 2, 22L),
            new Action.Txn("app:t:1", 3, null),
            new Action.Txn("app:t:2", 4, 44L));
    assertThat(opened.timestamp()).isEqualTo(log.snapshot().timestamp());
    assertThat(opened.properties()).isEqualTo(log.snapshot().properties());
  }

  @Test
  void txnsAreReadFromCommitsAfterTheCheckpointToo() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of("delta.checkpointInterval", "2"));
    log.commit(request(new Action.Txn("a", 9, 1L), new Action.Txn("b", 1, 1L)));
    log.commit(adding("1.parquet"));
    log.commit(request(new Action.Txn("a", 3, 2L)));

    assertThat(TableLog.txns(STORAGE, dir.toString()))
        .isEqualTo(Map.of("a", new Action.Txn("a", 3, 2L), "b", new Action.Txn("b", 1, 1L)));
    assertThatThrownBy(() -> TableLog.txns(STORAGE, dir + "/none"))
        .isInstanceOf(FileNotFoundException.class);
  }

  /** Protocol, "Metadata Cleanup": the commit file at the version of a checkpoint stays. */
  @Test
  void aCheckpointWithoutTheCommitOfItsVersionIsRefusedAndTheVersionNamed() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of("delta.checkpointInterval", "2"));
    log.commit(adding("1.parquet"));
    log.commit(adding("2.parquet"));
    Files.delete(dir.resolve("_delta_log/00000000000000000002.json"));

    assertThatThrownBy(() -> TableLog.open(STORAGE, dir.toString()))
        .isInstanceOf(CorruptTableException.class)
        .hasMessageStartingWith("The Delta log of ")
        .hasMessageContaining(" cannot be read: ")
        .hasMessageContaining("Missing delta file for version 2");
  }

  @Test
  void aCheckpointThatFailsDoesNotFailTheCommit() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of("delta.checkpointInterval", "2"));
    log.commit(adding("1.parquet"));
    Files.createDirectories(dir.resolve("_delta_log/00000000000000000002.checkpoint.parquet/x"));

    assertThat(log.commit(adding("2.parquet")).version()).isEqualTo(2);

    assertThat(log.snapshot().files()).hasSize(2);
    assertThat(log.commit(adding("3.parquet")).version()).isEqualTo(3);
  }

  @Test
  void aCheckpointOfWhichOnlyAPartCouldBeReadIsNotThere() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of("delta.checkpointInterval", "3"));
    log.commit(adding("1.parquet"));
    log.commit(adding("2.parquet"));
    Storage failing =
        Storage.of(Map.of("fs.file.impl", UnreadableOnceBegunFileSystem.class.getName()));
    TableLog other = TableLog.open(failing, dir.toString());

    assertThat(other.commit(adding("3.parquet")).version()).isEqualTo(3);

    assertThat(UnreadableOnceBegunFileSystem.begun()).isEqualTo(1);
    try (Stream<Path> files = Files.list(dir.resolve("_delta_log"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.contains("checkpoint"))
          .isEmpty();
    }
    assertThat(TableLog.open(STORAGE, dir.toString()).snapshot().files()).hasSize(3);
  }
}
