package io.deltaconnect.table.storage.logstore;

import io.delta.storage.CloseableIterator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.NoSuchElementException;

/** The lines of a reader, without their ends. Closes the reader. */
final class LineIterator implements CloseableIterator<String> {
  private final BufferedReader reader;
  private String next;
  private boolean ended;

  LineIterator(BufferedReader reader) {
    this.reader = reader;
  }

  @Override
  public boolean hasNext() {
    if (next == null && !ended) {
      try {
        next = reader.readLine();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      ended = next == null;
    }
    return next != null;
  }

  @Override
  public String next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    String line = next;
    next = null;
    return line;
  }

  @Override
  public void close() throws IOException {
    ended = true;
    next = null;
    reader.close();
  }
}
