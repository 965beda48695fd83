package io.deltaconnect.table.kernel;

import static io.deltaconnect.table.kernel.LogFixture.adding;
import static io.deltaconnect.table.kernel.LogFixture.logFiles;
import static io.deltaconnect.table.kernel.LogFixture.paths;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.table.kernel.LossyLogStore.Fault;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LostResponseTest {
  private static final Storage LOSSY =
      Storage.of(Map.of("io.delta.kernel.logStore.file.impl", LossyLogStore.class.getName()));

  @TempDir Path dir;

  @AfterEach
  void noFaultIsLeft() {
    assertThat(LossyLogStore.FAULTS).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"BEFORE", "AFTER", "OWN_CONFLICT"})
  void aCommitWhoseResponseIsLostIsThereOnce(Fault fault) throws Exception {
    TableLog log = table();
    LossyLogStore.FAULTS.add(fault);

    Commit commit = log.commit(adding("a.parquet"));

    assertThat(commit.version()).isEqualTo(1);
    assertThat(log.read(1).txnId()).isEqualTo(commit.txnId());
    assertThat(log.snapshot().version()).isEqualTo(1);
    assertThat(log.refresh()).isEmpty();
    assertThat(log.commit(adding("b.parquet")).version()).isEqualTo(2);
    assertThat(paths(TableLog.open(LOSSY, dir.toString()).snapshot()))
        .containsExactly("a.parquet", "b.parquet");
    assertThat(logFiles(dir)).hasSize(3);
  }

  @Test
  void someoneElsesCommitIsNotTakenForOurs() throws Exception {
    TableLog log = table();
    LossyLogStore.FAULTS.add(Fault.OTHERS_FIRST);

    assertThatThrownBy(() -> log.commit(adding("a.parquet")))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("Version 1");

    assertThat(log.snapshot().version()).isZero();
    assertThat(log.refresh()).extracting(Commit::txnId).containsExactly("another");
  }

  @Test
  void aStoreThatStaysAwayLeavesTheCommitUndecidedUntilItIsSettled() throws Exception {
    TableLog log = table();
    LossyLogStore.FAULTS.addAll(List.of(Fault.BEFORE, Fault.BEFORE, Fault.BEFORE));

    assertThatThrownBy(() -> log.commit(adding("a.parquet")))
        .isInstanceOf(UndecidedCommitException.class)
        .hasMessageContaining("Version 1")
        .hasStackTraceContaining("connection refused");

    assertThat(log.snapshot().version()).isZero();
    assertThat(logFiles(dir)).hasSize(1);
    assertThatThrownBy(() -> log.commit(adding("b.parquet")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(log.settle()).map(Commit::version).hasValue(1L);
    assertThat(log.settle()).isEmpty();
    assertThat(log.commit(adding("b.parquet")).version()).isEqualTo(2);
    assertThat(paths(TableLog.open(LOSSY, dir.toString()).snapshot()))
        .containsExactly("a.parquet", "b.parquet");
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"BEFORE", "AFTER", "OWN_CONFLICT"})
  void aTableWhoseCreationGotNoResponseIsMadeOnce(Fault fault) throws Exception {
    LossyLogStore.FAULTS.add(fault);
    TableLog log = table();
    assertThat(TableLog.open(LOSSY, dir.toString()).snapshot().tableId())
        .isEqualTo(log.snapshot().tableId());
    assertThat(logFiles(dir)).hasSize(1);
  }

  @Test
  void aTableThatSomeoneElseMadeMeanwhileIsAConflict() {
    LossyLogStore.FAULTS.add(Fault.OTHERS_FIRST);
    assertThatThrownBy(this::table).isInstanceOf(CommitConflictException.class);
  }

  private TableLog table() throws IOException, CommitConflictException {
    return TableLog.create(
        LOSSY,
        dir.toString(),
        new TableDefinition(LogFixture.SCHEMA, List.of(), List.of(), Map.of()));
  }
}
