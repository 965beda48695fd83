package io.deltaconnect.table.commit;

import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.fs.Path;

/**
 * Writers of one table inside one JVM commit one after the other, first come, first served: they
 * would only make each other plan again.
 */
final class Turns {
  private static final ConcurrentMap<String, ReentrantLock> LOCKS = new ConcurrentHashMap<>();

  private Turns() {}

  /** The lock of a table, whatever way its path is spelled. */
  static ReentrantLock of(Storage storage, String tablePath) throws IOException {
    Path path = new Path(tablePath);
    String canonical = storage.fileSystem(path).makeQualified(path).toString();
    return LOCKS.computeIfAbsent(canonical, p -> new ReentrantLock(true));
  }

  /** Waits for the turn; false if it has not come in time. */
  static boolean take(ReentrantLock lock, Duration patience) throws InterruptedIOException {
    try {
      return lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while waiting for a turn to commit");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
