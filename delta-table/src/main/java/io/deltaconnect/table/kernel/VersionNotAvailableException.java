package io.deltaconnect.table.kernel;

/** A version that the log does not hold: cleaned up, or not committed yet. */
public final class VersionNotAvailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public VersionNotAvailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
