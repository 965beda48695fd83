package io.deltaconnect.table.locate;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.file.ReadPool;
import io.deltaconnect.table.file.RowIterator;
import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Finds keys by reading the key columns of all files that can hold them. */
public final class ScanLocator implements Locator {
  private final Storage storage;
  private final int parallelism;

  /**
   * @param parallelism threads that read at a time, the caller's included
   */
  public ScanLocator(Storage storage, int parallelism) {
    this.storage = storage;
    this.parallelism = parallelism;
  }

  @Override
  public List<FileMatches> locate(TableSnapshot snapshot, List<String> keyColumns, Set<Key> keys)
      throws IOException {
    List<StructField> fields = new ArrayList<>();
    List<String> partitionColumns = new ArrayList<>();
    for (String name : keyColumns) {
      fields.add(snapshot.schema().get(name));
      if (snapshot.partitionColumns().contains(name)) {
        partitionColumns.add(name);
      }
    }
    TableFileReader reader =
        new TableFileReader(
            storage,
            new TableLayout(
                snapshot.tablePath(),
                new StructType(fields),
                partitionColumns,
                snapshot.properties()));
    DeletionVectorStore vectors = new DeletionVectorStore(storage, snapshot.tablePath());
    List<DataFile> files = new ArrayList<>(snapshot.files());
    files.sort(Comparator.comparing(DataFile::path));
    FileMatches[] matches = new FileMatches[files.size()];
    ReadPool.run(
        parallelism,
        matches.length,
        () ->
            i -> {
              DataFile file = files.get(i);
              matches[i] = scan(reader, file, vectors.read(file.dv()), keys);
            });
    List<FileMatches> found = new ArrayList<>();
    for (FileMatches match : matches) {
      if (match.positions().length > 0) {
        found.add(match);
      }
    }
    return found;
  }

  private static FileMatches scan(
      TableFileReader reader, DataFile file, DeletionVector dead, Set<Key> keys)
      throws IOException {
    long[] positions = new long[16];
    List<Key> matched = new ArrayList<>();
    try (RowIterator rows = reader.rows(file, dead)) {
      while (rows.next()) {
        Object[] row = rows.row();
        if (Arrays.asList(row).contains(null)) {
          continue;
        }
        Key key = new Key(row);
        if (keys.contains(key)) {
          if (matched.size() == positions.length) {
            positions = Arrays.copyOf(positions, 2 * positions.length);
          }
          positions[matched.size()] = rows.position();
          matched.add(key);
        }
      }
    }
    return new FileMatches(
        file, Arrays.copyOf(positions, matched.size()), matched.toArray(new Key[0]));
  }
}
