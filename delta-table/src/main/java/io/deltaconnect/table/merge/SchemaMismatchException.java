package io.deltaconnect.table.merge;

/** Rows do not fit the schema of the table; the message names the column. */
public final class SchemaMismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SchemaMismatchException(String message) {
    super(message);
  }

  public SchemaMismatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
