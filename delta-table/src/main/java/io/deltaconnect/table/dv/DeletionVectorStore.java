package io.deltaconnect.table.dv;

import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.List;

/** Reads and writes the deletion vectors of one table. Thread-safe. */
public final class DeletionVectorStore {
  public DeletionVectorStore(Storage storage, String tablePath) {
    throw new UnsupportedOperationException();
  }

  /**
   * @param descriptor null gives the empty vector
   * @throws IOException if it is not there, or its checksum, size or cardinality are not as said
   */
  public DeletionVector read(DvDescriptor descriptor) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Writes all vectors into one new file; descriptors come in the order of the vectors. */
  public List<DvDescriptor> write(List<DeletionVector> vectors) throws IOException {
    throw new UnsupportedOperationException();
  }
}
