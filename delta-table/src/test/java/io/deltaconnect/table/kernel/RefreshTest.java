package io.deltaconnect.table.kernel;

import static io.deltaconnect.table.kernel.LogFixture.STORAGE;
import static io.deltaconnect.table.kernel.LogFixture.adding;
import static io.deltaconnect.table.kernel.LogFixture.file;
import static io.deltaconnect.table.kernel.LogFixture.newTable;
import static io.deltaconnect.table.kernel.LogFixture.paths;
import static io.deltaconnect.table.kernel.LogFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.storage.CorruptTableException;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefreshTest {
  @TempDir Path dir;

  @Test
  void onlyNewCommitsAreRead() throws Exception {
    Storage counting = Storage.of(Map.of("fs.file.impl", CountingFileSystem.class.getName()));
    TableLog writer = newTable(dir.toString(), Map.of());
    for (int i = 1; i <= 12; i++) {
      writer.commit(adding(i + ".parquet"));
    }
    TableLog reader = TableLog.open(counting, dir.toString());

    CountingFileSystem.OPENED.clear();
    assertThat(reader.refresh()).isEmpty();
    assertThat(CountingFileSystem.OPENED).isEmpty();

    writer.commit(adding("13.parquet"));
    writer.commit(request(new Action.Txn("app", 5, 6L)));
    assertThat(reader.refresh()).extracting(Commit::version).containsExactly(13L, 14L);
    assertThat(CountingFileSystem.OPENED)
        .containsExactly("00000000000000000013.json", "00000000000000000014.json");
    assertThat(reader.snapshot().files()).hasSize(13);

    CountingFileSystem.OPENED.clear();
    reader.commit(adding("15.parquet"));
    assertThat(reader.refresh()).isEmpty();
    assertThat(CountingFileSystem.OPENED).isEmpty();
    assertThat(writer.refresh()).hasSize(1);
  }

  @Test
  void twoWritersInTurnAlwaysSeeTheSameAsAFreshReader() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<TableLog> logs = new ArrayList<>();
    logs.add(newTable(dir.toString(), Map.of("delta.checkpointInterval", "7")));
    logs.add(TableLog.open(STORAGE, dir.toString()));
    for (int i = 1; i <= 40; i++) {
      TableLog log = logs.get(random.nextInt(2));
      log.refresh();
      List<Action> actions = new ArrayList<>();
      actions.add(new Action.Txn("app-" + random.nextInt(5), i, (long) i));
      List<DataFile> live = new ArrayList<>(log.snapshot().files());
      if (!live.isEmpty() && random.nextBoolean()) {
        DataFile victim = live.get(random.nextInt(live.size()));
        actions.add(new Action.Remove(victim, i, true));
        if (random.nextBoolean()) {
          actions.add(new Action.Add(victim.with(LogFixture.dv(i), victim.stats()), true));
        }
      } else {
        actions.add(new Action.Add(file(i + ".parquet"), true));
      }
      log.commit(request(actions));
      if (random.nextInt(4) == 0) {
        assertSameAsFresh(log, seed);
      }
    }
    for (TableLog log : logs) {
      log.refresh();
      assertThat(log.snapshot().version()).isEqualTo(40);
      assertSameAsFresh(log, seed);
    }
  }

  @Test
  void newColumnsAreSeen() throws Exception {
    TableLog one = newTable(dir.toString(), Map.of());
    TableLog two = TableLog.open(STORAGE, dir.toString());
    StructType wider = LogFixture.SCHEMA.add("extra", LongType.LONG);
    one.commit(request(one.withSchema(wider), new Action.Add(file("a.parquet"), true)));

    List<Commit> commits = two.refresh();

    assertThat(commits).hasSize(1);
    assertThat(commits.get(0).metadataChanged()).isTrue();
    assertThat(commits.get(0).protocolChanged()).isFalse();
    assertThat(two.snapshot().schema()).isEqualTo(wider);
    assertThat(paths(two.snapshot())).containsExactly("a.parquet");
    assertThat(two.snapshot().tableId()).isEqualTo(one.snapshot().tableId());
  }

  @Test
  void aLogThatWasCleanedUpMeanwhileIsReadWhole() throws Exception {
    TableLog writer = newTable(dir.toString(), Map.of("delta.checkpointInterval", "5"));
    TableLog sleeper = TableLog.open(STORAGE, dir.toString());
    for (int i = 1; i <= 6; i++) {
      writer.commit(adding(i + ".parquet"));
    }
    for (int i = 0; i < 5; i++) {
      Files.delete(logFile(i));
    }

    List<Commit> commits = sleeper.refresh();

    assertThat(commits).hasSize(1);
    Commit all = commits.get(0);
    assertThat(all.version()).isEqualTo(6);
    assertThat(all.actions()).isEmpty();
    assertThat(all.metadataChanged()).isTrue();
    assertThat(sleeper.snapshot().files()).hasSize(6);
    assertThat(sleeper.refresh()).isEmpty();
    assertThatThrownBy(() -> sleeper.snapshotAt(3))
        .isInstanceOf(VersionNotAvailableException.class);
    assertThatThrownBy(() -> sleeper.read(3)).isInstanceOf(VersionNotAvailableException.class);
  }

  @Test
  void aTableMadeAnewUnderTheSamePathIsAnother() throws Exception {
    TableLog old = newTable(dir.resolve("t").toString(), Map.of());
    old.commit(adding("a.parquet"));
    String oldId = old.snapshot().tableId();
    deleteTree(dir.resolve("t"));
    TableLog made = newTable(dir.resolve("t").toString(), Map.of());
    made.commit(adding("b.parquet"));

    List<Commit> commits = old.refresh();

    assertThat(commits).hasSize(1);
    assertThat(commits.get(0).metadataChanged()).isTrue();
    assertThat(old.snapshot().tableId()).isEqualTo(made.snapshot().tableId()).isNotEqualTo(oldId);
    assertThat(paths(old.snapshot())).containsExactly("b.parquet");
  }

  @Test
  void aTableThatIsGoneIsNotFound() throws Exception {
    TableLog log = newTable(dir.resolve("t").toString(), Map.of());
    TableSnapshot before = log.snapshot();
    deleteTree(dir.resolve("t"));
    assertThatThrownBy(log::refresh).isInstanceOf(java.io.FileNotFoundException.class);
    assertThat(log.snapshot()).isSameAs(before);
  }

  @Test
  void aGapInTheLogFails() throws Exception {
    TableLog writer = newTable(dir.toString(), Map.of());
    TableLog reader = TableLog.open(STORAGE, dir.toString());
    writer.commit(adding("1.parquet"));
    writer.commit(adding("2.parquet"));
    Files.delete(logFile(1));

    assertThatThrownBy(reader::refresh)
        .isInstanceOf(CorruptTableException.class)
        .hasMessageContaining(dir.toString());
    assertThat(reader.snapshot().version()).isZero();
    assertThatThrownBy(() -> TableLog.open(STORAGE, dir.toString()))
        .isInstanceOf(CorruptTableException.class);
  }

  @Test
  void aDamagedCommitFailsAndNamesTheTable() throws Exception {
    TableLog writer = newTable(dir.toString(), Map.of());
    TableLog reader = TableLog.open(STORAGE, dir.toString());
    writer.commit(adding("1.parquet"));
    for (String damage : List.of("{\"add\":{\"path\":\"x\"", "{\"add\":{\"path\":7}}", "[]")) {
      Files.writeString(logFile(1), damage);
      assertThatThrownBy(reader::refresh)
          .isInstanceOf(CorruptTableException.class)
          .hasMessageContaining(dir.toString());
      assertThat(reader.snapshot().version()).isZero();
    }
  }

  private Path logFile(long version) {
    return dir.resolve("_delta_log/%020d.json".formatted(version));
  }

  private void assertSameAsFresh(TableLog log, long seed) throws IOException {
    TableSnapshot fresh = TableLog.open(STORAGE, dir.toString()).snapshot();
    TableSnapshot moved = log.snapshot();
    assertThat(moved.version()).as("seed %d", seed).isEqualTo(fresh.version());
    assertThat(moved.timestamp()).as("seed %d", seed).isEqualTo(fresh.timestamp());
    assertThat(moved.files())
        .as("seed %d", seed)
        .containsExactlyInAnyOrderElementsOf(fresh.files());
    for (int app = 0; app < 5; app++) {
      assertThat(moved.txn("app-" + app)).as("seed %d", seed).isEqualTo(fresh.txn("app-" + app));
    }
  }

  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
