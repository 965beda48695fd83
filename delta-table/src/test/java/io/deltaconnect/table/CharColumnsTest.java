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

import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Columns that Spark calls {@code char(n)}: its writers leave the spaces at the end of a text in
 * files or out of them, and its readers fill each text up.
 */
class CharColumnsTest {
  private static final StructType SCHEMA =
      new StructType()
          .add(chars("c", 3))
          .add("v", LongType.LONG)
          .add(chars("p", 2))
          .add(new StructField("s", new StructType().add(chars("x", 2)), true));

  @TempDir Path folder;

  private static StructField chars(String name, int length) {
    FieldMetadata metadata =
        FieldMetadata.builder()
            .putString("__CHAR_VARCHAR_TYPE_STRING", "char(" + length + ")")
            .build();
    return new StructField(name, StringType.STRING, true, metadata);
  }

  /** Few rows are looked for one by one, many through pages and statistics. */
  @ParameterizedTest
  @CsvSource({
    "COPY_ON_WRITE, 3, true",
    "DELETION_VECTORS, 3, false",
    "COPY_ON_WRITE, 999, false",
    "DELETION_VECTORS, 999, true"
  })
  void textsAreFilledUpAndFoundByTheirKey(MergeStrategy strategy, int rows, boolean partitioned)
      throws IOException {
    DeltaTable table =
        DeltaTable.createOrOpen(
            STORAGE,
            folder.toString(),
            partitioned ? TestTables.definition(SCHEMA, "p") : TestTables.definition(SCHEMA),
            TestTables.options(strategy));
    List<Object[]> written = new ArrayList<>();
    for (int i = 1; i <= rows; i++) {
      written.add(row(Integer.toString(i), (long) i, "p", row("é")));
    }
    table.append(append(SCHEMA, written.toArray(new Object[0][])));
    assertThat(texts(folder.toString())).hasSize(rows).contains("('1  ', 1, 'p ', ('é '))");

    table.merge(
        merge(
            SCHEMA,
            upsert("2  ", 20L, "p ", row("é ")),
            delete("3  "),
            upsert("1  ", 1L, "p ", row("é "))));

    assertThat(feed(folder.toString(), 2))
        .containsExactly(
            "delete ('3  ', 3, 'p ', ('é '))",
            "update_postimage ('2  ', 20, 'p ', ('é '))",
            "update_preimage ('2  ', 2, 'p ', ('é '))");
    assertThat(texts(folder.toString()))
        .hasSize(rows - 1)
        .doesNotContain("('3  ', 3, 'p ', ('é '))");
  }
}
