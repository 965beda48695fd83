package io.deltaconnect.table.merge;

/**
 * Rows do not fit a column that another writer has added, or whose type it has changed, since they
 * were laid out. Laid out for the table as it is now they may fit.
 */
public final class ConcurrentTypeException extends SchemaMismatchException {
  private static final long serialVersionUID = 1L;

  public ConcurrentTypeException(String message) {
    super(message);
  }
}
