package io.deltaconnect.table.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.row.Values;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

class RoundTripTest {
  private static final Storage STORAGE = Storage.of(Map.of());
  private static Path folder;

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("round-trip");
  }

  @AfterContainer
  static void removeFolder() throws IOException {
    TestFiles.delete(folder);
  }

  @Property(tries = 60)
  void rowsComeBackAsWritten(@ForAll long seed) throws IOException {
    check(seed, false);
  }

  @Property(tries = 100)
  void filesOfOtherWritersAreReadTheSame(@ForAll long seed) throws IOException {
    check(seed, true);
  }

  private static void check(long seed, boolean foreign) throws IOException {
    RandomRows random = new RandomRows(seed);
    Random choice = new Random(seed);
    StructType schema = random.schema(1 + choice.nextInt(6), 4);
    List<Object[]> rows = random.rows(schema, 1 + choice.nextInt(4000));
    TableLayout layout = new TableLayout(folder.toString(), schema, List.of(), Map.of());
    DataFile file =
        foreign
            ? TestFiles.writeForeign(STORAGE, layout, rows, choice)
            : TestFiles.write(STORAGE, layout, rows);
    long[] positions = positions(choice, rows.size());
    List<Object[]> chosen = new ArrayList<>();
    for (long position : positions) {
      chosen.add(rows.get((int) position));
    }
    TableFileReader reader = new TableFileReader(STORAGE, layout);
    String context = "seed " + seed + ", " + schema;

    assertSameRows(read(reader.rows(file, DeletionVector.empty()), null), rows, context);
    assertSameRows(
        read(reader.onlyRows(file, DeletionVector.of(positions)), positions), chosen, context);
    List<FileRows> wanted = List.of(new FileRows(file, positions), new FileRows(file, positions));
    for (Object[][] inParallel : reader.rowsAt(wanted, 4)) {
      assertSameRows(List.of(inParallel), chosen, context);
    }
  }

  private static long[] positions(Random choice, int rows) {
    TreeSet<Long> positions = new TreeSet<>();
    int count = choice.nextInt(4) == 0 ? rows : 1 + choice.nextInt(Math.min(rows, 300));
    positions.add(0L);
    positions.add(rows - 1L);
    for (int i = 0; i < count; i++) {
      positions.add(count == rows ? i : (long) choice.nextInt(rows));
    }
    return positions.stream().mapToLong(Long::longValue).toArray();
  }

  /**
   * @param positions that the rows must have; null: all from 0
   */
  private static List<Object[]> read(RowIterator iterator, long[] positions) throws IOException {
    List<Object[]> found = new ArrayList<>();
    try (RowIterator rows = iterator) {
      while (rows.next()) {
        long expected = positions == null ? found.size() : positions[found.size()];
        assertThat(rows.position()).isEqualTo(expected);
        assertThat(rows.changeType()).isNull();
        found.add(rows.row());
      }
    }
    return found;
  }

  private static void assertSameRows(List<Object[]> found, List<Object[]> expected, String seed) {
    assertThat(found).as(seed).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      if (!Values.sameRow(found.get(i), expected.get(i))) {
        assertThat(found.get(i)).as("%s, row %d", seed, i).isEqualTo(expected.get(i));
      }
    }
  }
}
