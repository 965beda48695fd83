package io.deltaconnect.table.kernel;

/** Another writer has committed the version we wanted: refresh, look at what it did, try again. */
public final class CommitConflictException extends Exception {
  private static final long serialVersionUID = 1L;

  public CommitConflictException(String message, Throwable cause) {
    super(message, cause);
  }
}
