package io.deltaconnect.table.storage;

import io.delta.storage.LogStore;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether a store keeps its promise: a file of the log is written twice, and the second
 * time must fail. A store that ignores the condition of a conditional PUT, as some that speak S3's
 * protocol do, is found so before it loses a commit.
 *
 * <p>The file lies in the table's log under a hidden name: readers of the log list it from the
 * first version on, which comes after the dot, and VACUUM leaves the log alone. Each probe has a
 * name of its own, so that several at once do not meet.
 */
final class StoreProbe {
  private static final Logger LOG = LoggerFactory.getLogger(StoreProbe.class);
  private static final String LOG_DIRECTORY = "_delta_log";

  private static final Set<Store> PASSED = ConcurrentHashMap.newKeySet();

  private record Store(Map<String, String> settings, Path table) {}

  private StoreProbe() {}

  /**
   * Probes the store of a table, unless it has passed in this process with the same settings.
   *
   * @param table qualified; its log's directory is there where the file system has directories
   * @param settings that set the configuration apart from others
   * @throws UnsafeStoreException if both writes succeeded
   * @throws IOException if it cannot be written
   */
  static void require(Configuration configuration, Map<String, String> settings, Path table)
      throws IOException {
    Store store = new Store(settings, table);
    if (!PASSED.contains(store)) {
      probe(configuration, table);
      PASSED.add(store);
    }
  }

  private static void probe(Configuration configuration, Path table) throws IOException {
    LogStore store = LogStores.create(configuration, table.toUri().getScheme());
    Path file =
        new Path(new Path(table, LOG_DIRECTORY), ".deltaconnect-probe-" + UUID.randomUUID());
    boolean written = false;
    try {
      writeFirst(store, file, configuration);
      written = true;
      requireSecondToFail(store, file, table, configuration);
    } finally {
      if (written) {
        delete(file, configuration);
      }
    }
  }

  private static void writeFirst(LogStore store, Path file, Configuration configuration)
      throws IOException {
    try {
      store.write(file, List.of("first").iterator(), false, configuration);
    } catch (FileAlreadyExistsException e) {
      // Nobody else knows the name: the client tried again after a lost response.
      LOG.debug("The store met its own file {}", file, e);
    }
  }

  private static void requireSecondToFail(
      LogStore store, Path file, Path table, Configuration configuration) throws IOException {
    try {
      store.write(file, List.of("second").iterator(), false, configuration);
    } catch (FileAlreadyExistsException e) {
      LOG.debug("The store of {} keeps what is there", table, e);
      return;
    }
    throw new UnsafeStoreException(
        "Table "
            + table
            + " cannot be written safely: its store "
            + table.getFileSystem(configuration).getUri()
            + " let "
            + store.getClass().getName()
            + " write a file that was there already. It ignores the condition that keeps two"
            + " writers from making the same version, so commits would be lost. Use a store, or a"
            + " version of it, that honours conditional writes (If-None-Match: *)",
        null);
  }

  private static void delete(Path file, Configuration configuration) {
    try {
      FileSystem files = file.getFileSystem(configuration);
      files.delete(file, false);
    } catch (IOException e) {
      LOG.warn(
          "The probe {} could not be deleted; it is small, and readers do not see it", file, e);
    }
  }
}
