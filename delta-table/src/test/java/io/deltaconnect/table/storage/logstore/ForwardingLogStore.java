package io.deltaconnect.table.storage.logstore;

import io.delta.storage.CloseableIterator;
import io.delta.storage.LogStore;
import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Does what {@link LocalLogStore} does; for tests that let something go wrong. */
public abstract class ForwardingLogStore extends LogStore {
  private final LocalLogStore store;

  protected ForwardingLogStore(Configuration conf) {
    super(conf);
    store = new LocalLogStore(conf);
  }

  @Override
  public void write(Path path, Iterator<String> lines, Boolean overwrite, Configuration conf)
      throws IOException {
    store.write(path, lines, overwrite, conf);
  }

  @Override
  public CloseableIterator<String> read(Path path, Configuration conf) throws IOException {
    return store.read(path, conf);
  }

  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration conf) throws IOException {
    return store.listFrom(path, conf);
  }

  @Override
  public Path resolvePathOnPhysicalStorage(Path path, Configuration conf) {
    return store.resolvePathOnPhysicalStorage(path, conf);
  }

  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration conf) {
    return store.isPartialWriteVisible(path, conf);
  }
}
