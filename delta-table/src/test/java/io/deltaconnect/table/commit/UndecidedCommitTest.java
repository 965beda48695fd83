package io.deltaconnect.table.commit;

import static io.deltaconnect.table.TestTables.STORAGE;
import static io.deltaconnect.table.TestTables.append;
import static io.deltaconnect.table.TestTables.feed;
import static io.deltaconnect.table.TestTables.row;
import static io.deltaconnect.table.TestTables.texts;
import static io.deltaconnect.table.TestTables.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.TestTables;
import io.deltaconnect.table.file.TestFiles;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.LossyLogStore;
import io.deltaconnect.table.kernel.LossyLogStore.Fault;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.kernel.UndecidedCommitException;
import io.deltaconnect.table.kernel.UnsupportedTableException;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A commit is written, and the store gives no answer for so long that the writer gives up. */
class UndecidedCommitTest {
  private static final Storage LOSSY =
      Storage.of(Map.of("io.delta.kernel.logStore.file.impl", LossyLogStore.class.getName()));
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);
  private static final String APP = "app";

  @TempDir Path folder;
  private String path;
  private DeltaTable table;

  private enum Write {
    MERGE,
    APPEND,
    TRUNCATE,
    TXNS
  }

  @BeforeEach
  void makeTable() throws IOException {
    path = folder.resolve("t").toString();
    DeltaTable.createOrOpen(STORAGE, path, TestTables.definition(SCHEMA), TableOptions.defaults())
        .append(append(SCHEMA, row(1L, "a")));
    table = DeltaTable.open(LOSSY, path, TableOptions.defaults());
  }

  @AfterEach
  void noFaultIsLeft() {
    assertThat(LossyLogStore.FAULTS).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "MERGE, true", "APPEND, true", "TRUNCATE, true", "TXNS, true",
    "MERGE, false", "APPEND, false", "TRUNCATE, false", "TXNS, false"
  })
  void theNextCallSaysThatItIsThereAndDoesNothingElse(Write write, boolean arrivesByItself)
      throws IOException {
    LossyLogStore.FAULTS.addAll(
        List.of(arrivesByItself ? Fault.LATE : Fault.BEFORE, Fault.BEFORE, Fault.BEFORE));
    assertThatThrownBy(() -> write(write, "A", 5, null))
        .isInstanceOf(UndecidedCommitException.class);
    if (arrivesByItself) {
      LossyLogStore.deliver();
    }

    assertThatThrownBy(() -> write(Write.MERGE, "B", 9, null))
        .isInstanceOfSatisfying(
            EarlierCommitLandedException.class, e -> assertThat(e.version()).isEqualTo(2));

    assertThat(table.snapshot().version()).isEqualTo(2);
    assertThat(table.snapshot().txn(APP).version()).isEqualTo(5);
    assertThat(texts(path))
        .containsExactlyElementsOf(
            switch (write) {
              case MERGE -> List.of("(1, 'A')");
              case APPEND -> List.of("(1, 'A')", "(1, 'a')");
              case TRUNCATE -> List.of();
              case TXNS -> List.of("(1, 'a')");
            });
    assertThat(feed(path, 2)).hasSize(write == Write.MERGE ? 2 : write == Write.TXNS ? 0 : 1);
    // Who knows that it is there goes on.
    assertThat(write(Write.APPEND, "C", 9, 5L).version()).isEqualTo(3);
  }

  @Test
  void aStoreThatStaysAwayIsAskedAgainByEachCall() throws IOException {
    LossyLogStore.FAULTS.addAll(List.of(Fault.BEFORE, Fault.BEFORE, Fault.BEFORE));
    assertThatThrownBy(() -> write(Write.MERGE, "A", 5, null))
        .isInstanceOf(UndecidedCommitException.class);
    LossyLogStore.FAULTS.addAll(List.of(Fault.BEFORE, Fault.BEFORE, Fault.BEFORE));
    assertThatThrownBy(() -> write(Write.MERGE, "B", 9, null))
        .isInstanceOf(UndecidedCommitException.class);

    assertThatThrownBy(() -> write(Write.MERGE, "B", 9, null))
        .isInstanceOf(EarlierCommitLandedException.class);

    assertThat(texts(path)).containsExactly("(1, 'A')");
    assertThat(write(Write.MERGE, "B", 9, 5L).version()).isEqualTo(3);
    assertThat(texts(path)).containsExactly("(1, 'B')");
  }

  @Test
  void whenAnotherWriterHasItsVersionItIsForgottenWithItsFiles() throws IOException {
    LossyLogStore.FAULTS.addAll(List.of(Fault.BEFORE, Fault.BEFORE, Fault.BEFORE));
    assertThatThrownBy(() -> write(Write.MERGE, "A", 5, null))
        .isInstanceOf(UndecidedCommitException.class);
    DeltaTable.open(STORAGE, path, TableOptions.defaults())
        .append(append(SCHEMA, row(7L, "other")));

    CommitResult result = write(Write.TXNS, null, 9, null);

    assertThat(result.version()).isEqualTo(3);
    assertThat(texts(path)).containsExactly("(1, 'a')", "(7, 'other')");
    assertThat(files()).isEqualTo(2);
  }

  @Test
  void aTableThatTookThePlaceOfOursGetsNothingOfIt() throws IOException {
    LossyLogStore.FAULTS.addAll(List.of(Fault.BEFORE, Fault.BEFORE, Fault.BEFORE));
    assertThatThrownBy(() -> write(Write.MERGE, "A", 5, null))
        .isInstanceOf(UndecidedCommitException.class);
    TestFiles.delete(Path.of(path));
    DeltaTable.createOrOpen(STORAGE, path, TestTables.definition(SCHEMA), TableOptions.defaults());

    assertThatThrownBy(() -> write(Write.APPEND, "B", 9, null))
        .isInstanceOf(TableRecreatedException.class);
    assertThat(write(Write.APPEND, "B", 9, null).version()).isEqualTo(1);
    assertThat(texts(path)).containsExactly("(1, 'B')");
  }

  @Test
  void aCommitThatIsRefusedBeforeItIsWrittenLeavesNoFile() throws IOException {
    String appendOnly = folder.resolve("appendOnly").toString();
    DeltaTable log =
        DeltaTable.createOrOpen(
            STORAGE,
            appendOnly,
            new TableDefinition(SCHEMA, List.of(), List.of(), Map.of("delta.appendOnly", "true")),
            TableOptions.defaults());
    log.append(append(SCHEMA, row(1L, "a")));

    assertThatThrownBy(() -> log.merge(TestTables.merge(SCHEMA, upsert(1L, "A"))))
        .isInstanceOf(UnsupportedTableException.class);

    try (Stream<Path> all = Files.walk(Path.of(appendOnly))) {
      assertThat(
              all.filter(Files::isRegularFile)
                  .map(file -> Path.of(appendOnly).relativize(file).toString())
                  .filter(file -> !file.startsWith("_delta_log")))
          .hasSize(1);
    }
  }

  private CommitResult write(Write write, String name, long txn, Long expected) throws IOException {
    List<Action.Txn> txns = List.of(new Action.Txn(APP, txn, 1L));
    Map<String, Long> expectedTxns = new HashMap<>();
    expectedTxns.put(APP, expected);
    return switch (write) {
      case MERGE ->
          table.merge(
              new MergeRequest(
                  SCHEMA, SCHEMA, List.of("id"), List.of(upsert(1L, name)), txns, expectedTxns));
      case APPEND ->
          table.append(
              new AppendRequest(
                  SCHEMA, SCHEMA, List.<Object[]>of(row(1L, name)), txns, expectedTxns));
      case TRUNCATE -> table.truncate(txns, expectedTxns);
      case TXNS -> table.commitTxns(txns, expectedTxns);
    };
  }

  /** Files but those of the log. */
  private long files() throws IOException {
    try (Stream<Path> all = Files.walk(Path.of(path))) {
      return all.filter(file -> file.toString().matches(".*[.](parquet|bin)"))
          .filter(file -> !file.toString().contains("_delta_log"))
          .count();
    }
  }
}
