package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.file.RowIterator;
import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.kernel.DataFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deletion vectors of ours as Spark reads them, and Spark's as we do. */
class DeletionVectorSparkIT {
  /** More than two 16-bit containers of a bitmap. */
  private static final long ROWS = 140_000;

  @TempDir private Path directory;
  private EngineTable table;
  private SparkTable spark;

  @BeforeEach
  void oneFileInWhichPositionIsId() throws IOException {
    table = EngineTable.create(directory.resolve("table"), TableOptions.defaults());
    table.append(0, ROWS);
    spark = table.spark();
    assertThat(table.table().snapshot().files()).hasSize(1);
    assertThat(
            spark
                .sql(
                    "SELECT count(*) FROM (SELECT id, _metadata.row_index AS i FROM %s) WHERE id = i")
                .get(0)
                .getLong(0))
        .isEqualTo(ROWS);
  }

  @Test
  void firstRowOfAFile() throws IOException {
    assertDeletable(0);
  }

  @Test
  void lastRowOfAFile() throws IOException {
    assertDeletable(ROWS - 1);
  }

  @Test
  void bothSidesOfABitmapContainersBorder() throws IOException {
    assertDeletable(65_534, 65_535, 65_536, 65_537, 131_071, 131_072);
  }

  @Test
  void longRunsAndEveryOtherRow() throws IOException {
    long[] run = LongStream.range(60_000, 72_000).toArray();
    long[] everyOther = LongStream.range(40_000, 50_000).map(i -> 2 * i).toArray();
    table.delete(run);
    table.delete(everyOther);
    assertDead(concat(run, everyOther));
  }

  @Test
  void severalVectorsOnOneFileInTurn() throws IOException {
    long[] dead = {};
    for (long[] next : new long[][] {{5}, {0, 70_000}, {ROWS - 1, 6, 4}, {65_536}}) {
      table.delete(next);
      dead = concat(dead, next);
      assertDead(dead);
      assertThat(table.table().snapshot().files()).hasSize(1);
      assertFeedOfDeletes(next);
    }
  }

  @Test
  void allRowsOfAFileTakeTheFileWithThem() throws IOException {
    table.append(ROWS, ROWS + 10);
    long[] second = LongStream.range(ROWS, ROWS + 10).toArray();
    table.delete(Arrays.copyOf(second, 4));
    table.delete(Arrays.copyOfRange(second, 4, 10));
    assertThat(table.table().snapshot().files()).hasSize(1);
    assertDead();
    assertFeedOfDeletes(Arrays.copyOfRange(second, 4, 10));
  }

  @Test
  void sparksVectorsAreReadAndJoined() throws IOException {
    spark.sql("DELETE FROM %s WHERE id IN (0, 7, 65535, 65536, " + (ROWS - 1) + ")");
    table.table().refresh();
    assertThat(liveIds()).isEqualTo(allBut(0, 7, 65_535, 65_536, ROWS - 1));

    // A row that Spark has killed is not there: its upsert is an insert, its delete nothing.
    assertThat(table.upsert("again", 7).inserted()).isEqualTo(1);
    assertThat(table.delete(65_536).nothing()).isTrue();
    assertThat(table.delete(8, 65_537).deleted()).isEqualTo(2);
    assertDead(0, 8, 65_535, 65_536, 65_537, ROWS - 1);
    assertThat(liveIds()).isEqualTo(allBut(0, 8, 65_535, 65_536, 65_537, ROWS - 1));

    spark.sql("DELETE FROM %s WHERE id = 9");
    table.delete(10);
    assertDead(0, 8, 9, 10, 65_535, 65_536, 65_537, ROWS - 1);
  }

  private void assertDeletable(long... ids) throws IOException {
    assertThat(table.delete(ids).deleted()).isEqualTo(ids.length);
    assertDead(ids);
    assertFeedOfDeletes(ids);
    table.upsert("again", ids);
    assertDead();
  }

  /** Spark finds exactly the other ids of the first file, each once. */
  private void assertDead(long... dead) {
    Set<Long> found = new TreeSet<>();
    for (Row row : spark.sql("SELECT id FROM %s WHERE id < " + ROWS)) {
      assertThat(found.add(row.getLong(0))).as("id %d found once", row.getLong(0)).isTrue();
    }
    assertThat(found.equals(allBut(dead)))
        .as("Spark finds all of %d ids but %d, found %d", ROWS, dead.length, found.size())
        .isTrue();
  }

  private void assertFeedOfDeletes(long... ids) {
    assertThat(spark.feed(spark.version()))
        .allSatisfy(change -> assertThat(change.get("_change_type")).isEqualTo("delete"))
        .extracting(change -> change.get("id"))
        .containsExactlyInAnyOrderElementsOf(LongStream.of(ids).boxed().toList());
  }

  private Set<Long> liveIds() throws IOException {
    DeltaTable read = table.table();
    TableFileReader reader = new TableFileReader(table.storage(), read.snapshot().layout());
    DeletionVectorStore vectors =
        new DeletionVectorStore(table.storage(), read.snapshot().tablePath());
    Set<Long> ids = new TreeSet<>();
    for (DataFile file : read.snapshot().files()) {
      try (RowIterator rows = reader.rows(file, vectors.read(file.dv()))) {
        while (rows.next()) {
          ids.add((Long) rows.row()[0]);
        }
      }
    }
    return ids;
  }

  private static Set<Long> allBut(long... dead) {
    Set<Long> ids = new TreeSet<>(LongStream.range(0, ROWS).boxed().toList());
    LongStream.of(dead).forEach(ids::remove);
    return ids;
  }

  private static long[] concat(long[] a, long[] b) {
    return LongStream.concat(LongStream.of(a), LongStream.of(b)).toArray();
  }
}
