package io.deltaconnect.table;

import static io.deltaconnect.table.TestTables.STORAGE;
import static io.deltaconnect.table.TestTables.append;
import static io.deltaconnect.table.TestTables.delete;
import static io.deltaconnect.table.TestTables.feed;
import static io.deltaconnect.table.TestTables.merge;
import static io.deltaconnect.table.TestTables.row;
import static io.deltaconnect.table.TestTables.texts;
import static io.deltaconnect.table.TestTables.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.CorruptTableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs as other engines write them, who take less care than the protocol asks for. */
class ForeignLogTest {
  private static final StructType SCHEMA =
      new StructType()
          .add("id", LongType.LONG, false)
          .add("t", TimestampType.TIMESTAMP)
          .add("v", StringType.STRING);

  @TempDir Path folder;
  private Path commit;

  /** Version 1 adds the rows 1 and 2. */
  @BeforeEach
  void makeTable() throws IOException {
    DeltaTable table =
        DeltaTable.createOrOpen(
            STORAGE,
            folder.toString(),
            TestTables.definition(SCHEMA, "t"),
            TestTables.options(MergeStrategy.AUTO));
    table.append(append(SCHEMA, row(1L, 5_000_000L, "a"), row(2L, 5_000_000L, "b")));
    commit = folder.resolve("_delta_log/00000000000000000001.json");
  }

  private DeltaTable open(MergeStrategy strategy) throws IOException {
    return DeltaTable.open(STORAGE, folder.toString(), TestTables.options(strategy));
  }

  /** As delta-rs and delta-kernel-rs name the folders of timestamps. */
  @ParameterizedTest
  @EnumSource(
      value = MergeStrategy.class,
      names = {"COPY_ON_WRITE", "DELETION_VECTORS"})
  void filesWhosePathsAreNotEncodedAreReadAndTheirRowsReplaced(MergeStrategy strategy)
      throws IOException {
    DataFile file = open(strategy).snapshot().files().iterator().next();
    String foreign = "t=1970-01-01T00:00:05.000000Z/a b.parquet";
    Files.createDirectories(folder.resolve(foreign).getParent());
    Files.move(folder.resolve(file.path().replace("%253A", "%3A")), folder.resolve(foreign));
    Files.writeString(commit, Files.readString(commit).replace(file.path(), foreign));

    open(strategy).merge(merge(SCHEMA, SCHEMA, upsert(1L, 5_000_000L, "c"), delete(2L)));

    assertThat(texts(folder.toString())).containsExactly("(1, 5000000, 'c')");
    assertThat(feed(folder.toString(), 2))
        .containsExactly(
            "delete (2, 5000000, 'b')",
            "update_postimage (1, 5000000, 'c')",
            "update_preimage (1, 5000000, 'a')");
  }

  @Test
  void partitionColumnsThatTheLogWritesInAnotherCaseAreFound() throws IOException {
    Path first = folder.resolve("_delta_log/00000000000000000000.json");
    String log = Files.readString(first);
    Files.writeString(
        first, log.replace("\"partitionColumns\":[\"t\"]", "\"partitionColumns\":[\"T\"]"));
    assertThat(open(MergeStrategy.AUTO).snapshot().partitionColumns()).containsExactly("t");
    assertThat(texts(folder.toString()))
        .containsExactlyInAnyOrder("(1, 5000000, 'a')", "(2, 5000000, 'b')");

    Files.writeString(
        first, log.replace("\"partitionColumns\":[\"t\"]", "\"partitionColumns\":[\"u\"]"));
    assertThatThrownBy(() -> open(MergeStrategy.AUTO))
        .isInstanceOf(CorruptTableException.class)
        .hasMessageContaining("partitioned by u");
  }

  /** Otherwise they would be NULL, and their rows those of other keys. */
  @ParameterizedTest
  @EnumSource(
      value = MergeStrategy.class,
      names = {"COPY_ON_WRITE", "DELETION_VECTORS"})
  void partitionValuesWhoseNamesTheLogWritesInAnotherCaseAreFound(MergeStrategy strategy)
      throws IOException {
    String log = Files.readString(commit);
    assertThat(log).contains("\"partitionValues\":{\"t\":");
    Files.writeString(
        commit, log.replace("\"partitionValues\":{\"t\":", "\"partitionValues\":{\"T\":"));

    assertThat(texts(folder.toString()))
        .containsExactlyInAnyOrder("(1, 5000000, 'a')", "(2, 5000000, 'b')");
    open(strategy)
        .merge(
            new MergeRequest(
                SCHEMA,
                SCHEMA,
                List.of("id", "t"),
                List.of(new Change(new Key(2L, 5_000_000L), null)),
                List.of(),
                Map.of()));

    assertThat(texts(folder.toString())).containsExactly("(1, 5000000, 'a')");
    assertThat(feed(folder.toString(), 2)).containsExactly("delete (2, 5000000, 'b')");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5, -300, 1_000_000})
  void filesWhoseSizeTheLogHasWrongAreRead(long difference) throws IOException {
    long size = open(MergeStrategy.AUTO).snapshot().files().iterator().next().size();
    long wrong = difference == 0 ? 0 : size + difference;
    Files.writeString(
        commit, Files.readString(commit).replace("\"size\":" + size, "\"size\":" + wrong));

    open(MergeStrategy.COPY_ON_WRITE).merge(merge(SCHEMA, SCHEMA, delete(2L)));

    assertThat(texts(folder.toString())).containsExactly("(1, 5000000, 'a')");
    assertThat(feed(folder.toString(), 1))
        .containsExactly("insert (1, 5000000, 'a')", "insert (2, 5000000, 'b')");
  }

  @Test
  void emptyLinesOfTheLogAreNothing() throws IOException {
    DeltaTable follower = open(MergeStrategy.AUTO);
    open(MergeStrategy.AUTO).merge(merge(SCHEMA, SCHEMA, delete(2L)));
    for (int version = 0; version <= 2; version++) {
      Path file = folder.resolve("_delta_log/%020d.json".formatted(version));
      Files.writeString(file, "\n" + Files.readString(file).replace("\n", "\r\n\r\n") + "\n\n");
    }

    assertThat(texts(folder.toString())).containsExactly("(1, 5000000, 'a')");
    assertThat(follower.refresh().version()).isEqualTo(2);
    assertThat(feed(folder.toString(), 2)).containsExactly("delete (2, 5000000, 'b')");
  }
}
