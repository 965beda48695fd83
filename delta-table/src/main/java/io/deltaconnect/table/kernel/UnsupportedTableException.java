package io.deltaconnect.table.kernel;

/** A table that we cannot read, or not keep right when writing; the message names the feature. */
public final class UnsupportedTableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnsupportedTableException(String message) {
    super(message);
  }

  public UnsupportedTableException(String message, Throwable cause) {
    super(message, cause);
  }
}
