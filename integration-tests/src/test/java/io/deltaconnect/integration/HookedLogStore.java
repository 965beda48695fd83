package io.deltaconnect.integration;

import io.delta.storage.CloseableIterator;
import io.delta.storage.LogStore;
import io.deltaconnect.table.storage.logstore.LocalLogStore;
import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Our log store, as Spark uses it in these tests: what a test asks for is done before each commit
 * of Spark's to a table. (Spark's own store for local files is no choice: it replaces a commit that
 * appeared meanwhile.)
 */
public final class HookedLogStore extends LogStore {
  private static final Map<String, Runnable> HOOKS = new ConcurrentHashMap<>();

  private final LogStore store;

  /** The constructor that Delta looks for. */
  public HookedLogStore(Configuration hadoopConfiguration) {
    super(hadoopConfiguration);
    this.store = new LocalLogStore(hadoopConfiguration);
  }

  /** Has something done before each commit of this JVM to a table. */
  static void beforeCommits(java.nio.file.Path table, Runnable hook) {
    HOOKS.put(table.toString(), hook);
  }

  static void clear() {
    HOOKS.clear();
  }

  @Override
  public CloseableIterator<String> read(Path path, Configuration conf) throws IOException {
    return store.read(path, conf);
  }

  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration conf)
      throws IOException {
    if (!overwrite) {
      HOOKS.getOrDefault(path.getParent().getParent().toUri().getPath(), () -> {}).run();
    }
    store.write(path, actions, overwrite, conf);
  }

  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration conf) throws IOException {
    return store.listFrom(path, conf);
  }

  @Override
  public Path resolvePathOnPhysicalStorage(Path path, Configuration conf) throws IOException {
    return store.resolvePathOnPhysicalStorage(path, conf);
  }

  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration conf) throws IOException {
    return store.isPartialWriteVisible(path, conf);
  }
}
