package io.deltaconnect.table;

import static io.deltaconnect.table.TestTables.STORAGE;
import static io.deltaconnect.table.TestTables.append;
import static io.deltaconnect.table.TestTables.merge;
import static io.deltaconnect.table.TestTables.row;
import static io.deltaconnect.table.TestTables.texts;
import static io.deltaconnect.table.TestTables.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.merge.Change;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LongPartitionValuesTest {
  private static final StructType SCHEMA =
      new StructType()
          .add("id", LongType.LONG, false)
          .add("p", StringType.STRING)
          .add("q", StringType.STRING)
          .add("v", StringType.STRING);

  @TempDir Path folder;

  /** File systems allow 255 bytes for a name: "p=" and 253 more. */
  @ParameterizedTest
  @CsvSource({
    "x, 253, 1, true",
    "x, 254, 1, false",
    "\u20ac, 84, 1, true",
    "\u20ac, 85, 1, false",
    "\ud83d\ude00, 63, 1, true",
    "\ud83d\ude00, 64, 1, false",
    "/, 84, 1, true",
    "/, 85, 1, false",
    "x, 250, 250, true",
    "x, 253, 254, false",
    "x, 30000, 1, false"
  })
  void noValueIsTooLongForAPartition(String part, int first, int second, boolean inFolders)
      throws IOException {
    String path = folder.resolve("t").toString();
    DeltaTable table =
        DeltaTable.createOrOpen(
            STORAGE, path, TestTables.definition(SCHEMA, "p", "q"), TableOptions.defaults());
    String p = part.repeat(first);
    String q = part.repeat(second);

    table.append(append(SCHEMA, row(1L, p, q, "a"), row(2L, p, q, "b")));
    DataFile file = table.snapshot().files().iterator().next();
    table.merge(merge(SCHEMA, upsert(1L, p, q, "A")));

    assertThat(file.partitionValues()).isEqualTo(Map.of("p", p, "q", q));
    assertThat(file.path().contains("/")).isEqualTo(inFolders);
    assertThat(texts(path))
        .containsExactly(
            "(1, '%s', '%s', 'A')".formatted(p, q), "(2, '%s', '%s', 'b')".formatted(p, q));
    assertThat(TestTables.feed(path, 2))
        .containsExactly(
            "update_postimage (1, '%s', '%s', 'A')".formatted(p, q),
            "update_preimage (1, '%s', '%s', 'a')".formatted(p, q));
  }

  @Test
  void aMergeMeetsRowsOfMoreFilesThanAreOpenAtATime() throws IOException {
    String path = folder.resolve("many").toString();
    DeltaTable table =
        DeltaTable.createOrOpen(
            STORAGE,
            path,
            TestTables.definition(SCHEMA, "p"),
            new TableOptions(
                TableOptions.MergeStrategy.AUTO,
                false,
                true,
                128L << 20,
                Duration.ofSeconds(30),
                1));
    Object[][] rows = new Object[41][];
    Change[] changes = new Change[rows.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row((long) i, "p" + i, null, "old");
      changes[i] = upsert((long) i, "p" + (i + 1), null, "new");
    }
    table.append(append(SCHEMA, rows));
    assertThat(table.snapshot().files()).hasSize(41);

    assertThat(table.merge(merge(SCHEMA, changes)).updated()).isEqualTo(41);

    assertThat(texts(path)).hasSize(41).allMatch(text -> text.endsWith("'new')"));
    assertThat(TestTables.feed(path, 2)).hasSize(82);
  }
}
