package io.deltaconnect.table.storage;

/**
 * A file of a table, or its log, is not what it must be: damaged, cut short, or written wrongly.
 * Trying again does not help. The message names the file and what was expected of it.
 */
public final class CorruptTableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CorruptTableException(String message) {
    super(message);
  }

  public CorruptTableException(String message, Throwable cause) {
    super(message, cause);
  }
}
