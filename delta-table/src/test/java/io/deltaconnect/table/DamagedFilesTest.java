package io.deltaconnect.table;

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
import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.UnsupportedTableException;
import io.deltaconnect.table.storage.CorruptTableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No number of tries makes a damaged file readable: its errors must not look like those that pass.
 */
class DamagedFilesTest {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);

  @TempDir Path folder;
  private String path;
  private DeltaTable table;
  private Path data;
  private byte[] bytes;

  @BeforeEach
  void makeTable() throws IOException {
    path = folder.resolve("t").toString();
    table =
        DeltaTable.createOrOpen(
            STORAGE, path, TestTables.definition(SCHEMA), TableOptions.defaults());
    List<Object[]> rows = new ArrayList<>();
    for (long i = 0; i < 5000; i++) {
      rows.add(row(i, "name " + i));
    }
    table.append(append(SCHEMA, rows.toArray(new Object[0][])));
    data = Path.of(path, file().path());
    bytes = Files.readAllBytes(data);
  }

  private DataFile file() {
    return table.snapshot().files().iterator().next();
  }

  @Test
  void aDataFileThatIsCutShortStopsReadersAndWriters() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Integer> lengths = new ArrayList<>(List.of(0, 1, 4, bytes.length - 1));
    for (int i = 0; i < 20; i++) {
      lengths.add(random.nextInt(bytes.length));
    }
    for (int length : lengths) {
      Files.write(data, Arrays.copyOf(bytes, length));
      assertStops("seed " + seed + ", " + length + " bytes");
    }
  }

  @Test
  void aDataFileThatIsNoParquetStopsReadersAndWriters() throws IOException {
    byte[] text = "<Error>not found</Error>".repeat(5000).getBytes(StandardCharsets.UTF_8);
    Files.write(data, Arrays.copyOf(text, bytes.length));
    assertStops("text");
    Files.write(data, new byte[bytes.length]);
    assertStops("zeros");
  }

  @Test
  void pagesWithoutTheirBytesStopReadersAndWriters() throws IOException {
    byte[] damaged = bytes.clone();
    Arrays.fill(damaged, 4, bytes.length / 2, (byte) 0);
    Files.write(data, damaged);
    assertStops("zeros in the pages");
  }

  private void assertStops(String what) {
    assertThatThrownBy(() -> table.merge(merge(SCHEMA, upsert(7L, "x"))))
        .as(what)
        .isInstanceOf(CorruptTableException.class)
        .hasMessageContaining(data.getFileName().toString());
    assertThatThrownBy(() -> texts(path))
        .as(what)
        .isInstanceOf(CorruptTableException.class)
        .hasMessageContaining(data.getFileName().toString());
    assertThat(table.snapshot().version()).isEqualTo(1);
  }

  @Test
  void aColumnThatIsStoredAsAnotherTypeIsUnsupported() {
    TableLayout layout = table.snapshot().layout();
    StructType other = new StructType().add("id", LongType.LONG).add("name", IntegerType.INTEGER);
    TableLayout wrong =
        new TableLayout(layout.tablePath(), other, layout.partitionColumns(), layout.properties());

    assertThatThrownBy(
            () -> new TableFileReader(STORAGE, wrong).rows(file(), DeletionVector.empty()))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("column name of type integer")
        .hasMessageContaining(data.getFileName().toString());
  }
}
