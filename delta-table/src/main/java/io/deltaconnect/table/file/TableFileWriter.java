package io.deltaconnect.table.file;

import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Writes rows of one partition into new files of the table, beginning another file at the target
 * size. Not thread-safe. Closing without {@link #finish} removes what was written.
 */
public final class TableFileWriter implements Closeable {
  /**
   * @param partitionValues as {@link PartitionValues#of} gives them
   * @param targetFileSize in bytes
   */
  public TableFileWriter(
      Storage storage,
      TableLayout layout,
      FileKind kind,
      Map<String, String> partitionValues,
      long targetFileSize) {
    throw new UnsupportedOperationException();
  }

  /**
   * @param row in the order of the layout's schema, partition columns included (and not written)
   * @param changeType null for {@link FileKind#DATA}
   */
  public void write(Object[] row, String changeType) throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * Completes the files. Those of data carry statistics; for change data only path, partition
   * values and size count.
   */
  public List<DataFile> finish() throws IOException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() throws IOException {
    throw new UnsupportedOperationException();
  }
}
