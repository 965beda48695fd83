package io.deltaconnect.table.merge;

import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.dv.DvDescriptor;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files that no commit names yet, so that they can be taken back. Thread-safe. */
final class WrittenFiles {
  private static final Logger LOG = LoggerFactory.getLogger(WrittenFiles.class);

  private final Storage storage;
  private final String tablePath;
  private final List<String> paths = new ArrayList<>();
  private final List<DvDescriptor> vectors = new ArrayList<>();

  WrittenFiles(Storage storage, String tablePath) {
    this.storage = storage;
    this.tablePath = tablePath;
  }

  synchronized void add(List<DataFile> files) {
    for (DataFile file : files) {
      paths.add(file.path());
    }
  }

  /**
   * @param written descriptors of one file
   */
  synchronized void addVectors(List<DvDescriptor> written) {
    if (!written.isEmpty()) {
      vectors.add(written.get(0));
    }
  }

  /** Deletes them. What cannot be deleted harms no reader: it is logged and left to VACUUM. */
  synchronized void delete() {
    for (String path : paths) {
      try {
        Path file = new Path(new Path(tablePath), new Path(URI.create(path)));
        storage.fileSystem(file).delete(file, false);
      } catch (IOException e) {
        LOG.warn("table {}: cannot delete the uncommitted file {}", tablePath, path, e);
      }
    }
    DeletionVectorStore store = new DeletionVectorStore(storage, tablePath);
    for (DvDescriptor vector : vectors) {
      try {
        store.delete(vector);
      } catch (IOException e) {
        LOG.warn("table {}: cannot delete uncommitted deletion vectors", tablePath, e);
      }
    }
    paths.clear();
    vectors.clear();
  }
}
