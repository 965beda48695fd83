package io.deltaconnect.table.commit;

import static io.deltaconnect.table.TestTables.STORAGE;
import static io.deltaconnect.table.TestTables.append;
import static io.deltaconnect.table.TestTables.merge;
import static io.deltaconnect.table.TestTables.row;
import static io.deltaconnect.table.TestTables.texts;
import static io.deltaconnect.table.TestTables.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.locate.ScanLocator;
import io.deltaconnect.table.merge.MergeSettings;
import io.deltaconnect.table.merge.PhaseTimes;
import io.deltaconnect.table.merge.SchemaMismatchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another writer renames or drops a column that rows in hand still have. */
class LostColumnTest {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);
  private static final Pattern TIMESTAMP = Pattern.compile("\"inCommitTimestamp\":(\\d+)");

  @TempDir Path folder;
  private String path;
  private DeltaTable table;

  @BeforeEach
  void makeTable() throws IOException {
    path = folder.resolve("t").toString();
    table =
        DeltaTable.createOrOpen(
            STORAGE,
            path,
            new TableDefinition(
                SCHEMA, List.of(), List.of(), Map.of("delta.columnMapping.mode", "name")),
            TableOptions.defaults());
    table.append(append(SCHEMA, row(1L, "a")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itIsNotAddedAgainWhenItWasLostBeforeTheCommit(boolean renamed) throws IOException {
    lose(renamed);

    assertRefused(() -> table.merge(merge(SCHEMA, SCHEMA, upsert(2L, "b"))));
    assertRefused(
        () ->
            table.append(
                new AppendRequest(
                    SCHEMA, SCHEMA, List.<Object[]>of(row(2L, "b")), List.of(), Map.of())));
    assertThat(TableLog.open(STORAGE, path).snapshot().version()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itIsNotAddedAgainWhenItWasLostBetweenPlanAndCommit(boolean renamed) throws IOException {
    TableWriter writer =
        new TableWriter(
            new MergeSettings(
                STORAGE, snapshot -> true, false, true, 128L << 20, 1, new PhaseTimes()),
            new ScanLocator(STORAGE, 1),
            TableLog.open(STORAGE, path),
            Duration.ofSeconds(30));
    writer.beforeCommit(() -> lose(renamed));
    StructType wider = SCHEMA.add("age", IntegerType.INTEGER);

    assertRefused(() -> writer.merge(merge(wider, SCHEMA, upsert(1L, "A", 7))));
    assertThat(TableLog.open(STORAGE, path).snapshot().version()).isEqualTo(2);
    assertThat(texts(path)).containsExactly(renamed ? "(1, 'a')" : "(1)");
  }

  @Test
  void rowsLaidOutAnewGoOn() throws IOException {
    lose(true);
    StructType now = table.refresh().schema();

    table.merge(merge(now, now, upsert(1L, "A")));

    assertThat(now.fieldNames()).containsExactly("id", "label");
    assertThat(texts(path)).containsExactly("(1, 'A')");
  }

  private interface Write {
    void run() throws IOException;
  }

  private void assertRefused(Write write) {
    assertThatThrownBy(write::run)
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining(path)
        .hasMessageContaining("column name ")
        .hasMessageContaining("dropped or renamed");
  }

  /** Commits what ALTER TABLE RENAME COLUMN or DROP COLUMN does: metadata alone. */
  private void lose(boolean renamed) {
    try {
      Path log = Path.of(path, "_delta_log");
      String created = Files.readString(log.resolve("00000000000000000000.json"));
      StringBuilder commit = new StringBuilder();
      for (String line : created.lines().toList()) {
        if (line.startsWith("{\"commitInfo\"")) {
          commit.append(TIMESTAMP.matcher(line).replaceFirst(LostColumnTest::later)).append('\n');
        } else if (line.startsWith("{\"metaData\"")) {
          commit.append(renamed ? rename(line) : drop(line)).append('\n');
        }
      }
      Files.writeString(log.resolve("00000000000000000002.json"), commit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String later(MatchResult timestamp) {
    return "\"inCommitTimestamp\":" + (Long.parseLong(timestamp.group(1)) + 3_600_000);
  }

  private static String rename(String line) {
    return line.replace("\\\"name\\\":\\\"name\\\"", "\\\"name\\\":\\\"label\\\"");
  }

  private static String drop(String line) {
    int from = line.indexOf(",{\\\"name\\\":\\\"name\\\"");
    int to = line.indexOf("}}]", from) + 2;
    return line.substring(0, from) + line.substring(to);
  }
}
