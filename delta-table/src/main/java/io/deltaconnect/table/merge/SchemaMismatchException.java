package io.deltaconnect.table.merge;

/** Rows do not fit the schema of the table; the message names the column. */
public sealed class SchemaMismatchException extends RuntimeException
    permits ConcurrentTypeException {
  private static final long serialVersionUID = 1L;

  public SchemaMismatchException(String message) {
    super(message);
  }

  public SchemaMismatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
