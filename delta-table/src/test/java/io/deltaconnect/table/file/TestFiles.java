package io.deltaconnect.table.file;

import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files for tests. */
public final class TestFiles {
  private TestFiles() {}

  /** Writes rows, all of the partition of the first, into one file. */
  public static DataFile write(Storage storage, TableLayout layout, List<Object[]> rows)
      throws IOException {
    try (TableFileWriter writer =
        new TableFileWriter(
            storage,
            layout,
            FileKind.DATA,
            PartitionValues.of(layout, rows.get(0)),
            Long.MAX_VALUE)) {
      for (Object[] row : rows) {
        writer.write(row, null);
      }
      return writer.finish().get(0);
    }
  }

  /** Removes a folder with all that is in it. */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
