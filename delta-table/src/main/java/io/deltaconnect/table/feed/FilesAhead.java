package io.deltaconnect.table.feed;

import io.deltaconnect.table.file.ReadPool;
import io.deltaconnect.table.file.RowIterator;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

/**
 * Opens files in their order. While one is read, other threads open the next ones and read their
 * first rows: a store that takes long to answer is asked for several files at a time. What is read
 * ahead is bounded, whatever the size and the number of the files, and of the tables. Not
 * thread-safe.
 */
final class FilesAhead implements Closeable {
  private static final int MOST_FILES = 8;
  private static final long MOST_BYTES = 8L << 20;

  /** Of no file is more than this in memory before its turn. */
  private static final long MOST_BYTES_OF_A_FILE = 2L << 20;

  /** For what all tables of the JVM have opened before its turn. */
  private static final Semaphore FILES_OF_ALL = new Semaphore(64);

  private final List<ChangedRows> files;
  private final Predicate<ChangedRows> needed;
  private final Deque<Begun> begun = new ArrayDeque<>();

  /** The first file that nobody has begun with. */
  private int next;

  private record Begun(int index, long bytes, Future<RowIterator> rows) {}

  /**
   * @param needed files of which this does not hold will not be asked for, and are not begun
   */
  FilesAhead(List<ChangedRows> files, Predicate<ChangedRows> needed) {
    this.files = files;
    this.needed = needed;
  }

  /**
   * Opens a file.
   *
   * @param index after that of the file opened before; files in between are left out
   * @return closed by the caller
   * @throws IOException if it cannot be opened; failures of later files show in their turn
   */
  RowIterator open(int index) throws IOException {
    while (!begun.isEmpty() && begun.peek().index() < index) {
      close(begun.remove());
    }
    RowIterator rows;
    if (begun.isEmpty()) {
      rows = files.get(index).opener().open();
      next = index + 1;
    } else {
      rows = ReadPool.await(begun.peek().rows());
      begun.remove();
      FILES_OF_ALL.release();
    }
    begin(files.get(index).pass());
    return rows;
  }

  /** Not with files of the next pass: this one shows which of them need not be read. */
  private void begin(ChangedRows.Pass pass) {
    long bytes = begun.stream().mapToLong(Begun::bytes).sum();
    while (next < files.size() && begun.size() < MOST_FILES) {
      ChangedRows file = files.get(next);
      if (!needed.test(file)) {
        next++;
        continue;
      }
      long more = Math.min(file.size(), MOST_BYTES_OF_A_FILE);
      if (file.pass() != pass || bytes + more > MOST_BYTES || !FILES_OF_ALL.tryAcquire()) {
        return;
      }
      begun.add(new Begun(next++, more, ReadPool.submit(() -> load(file))));
      bytes += more;
    }
  }

  private static RowIterator load(ChangedRows file) throws IOException {
    RowIterator rows = file.opener().open();
    try {
      rows.load();
      return rows;
    } catch (IOException | RuntimeException | Error e) {
      try {
        rows.close();
      } catch (IOException notClosed) {
        e.addSuppressed(notClosed);
      }
      throw e;
    }
  }

  private static void close(Begun file) throws IOException {
    Optional<RowIterator> rows = ReadPool.end(file.rows());
    FILES_OF_ALL.release();
    if (rows.isPresent()) {
      rows.get().close();
    }
  }

  /** Closes what was opened before its turn. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (next = files.size(); !begun.isEmpty(); ) {
      try {
        close(begun.remove());
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
