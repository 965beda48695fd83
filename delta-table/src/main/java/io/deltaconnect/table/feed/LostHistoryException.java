package io.deltaconnect.table.feed;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/**
 * Rows that a version had can no longer be read, whatever is tried again. The message names table,
 * version and what is missing.
 */
public final class LostHistoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is missing. */
  public enum Reason {
    /** The log no longer reaches back to the version: it was cleaned up. */
    VERSION_GONE,
    /** A file that the version needs is gone: VACUUM. */
    FILE_GONE,
    /** {@code delta.enableChangeDataFeed} was off at the version: its changes were not kept. */
    FEED_OFF
  }

  private final Reason reason;
  private final long version;

  LostHistoryException(Reason reason, long version, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.version = version;
  }

  public Reason reason() {
    return reason;
  }

  /** The version that could not be read. */
  public long version() {
    return version;
  }

  /** Returns if the failure has another cause than a file that is gone. */
  static void throwIfFileGone(IOException failure, String tablePath, long version, String file) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileNotFoundException || cause instanceof NoSuchFileException) {
        throw new LostHistoryException(
            Reason.FILE_GONE,
            version,
            "table %s: a file that version %d needs is gone (removed by VACUUM?), reading %s: %s"
                .formatted(tablePath, version, file, cause.getMessage()),
            failure);
      }
    }
  }
}
