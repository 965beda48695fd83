package io.deltaconnect.table.commit;

/**
 * Another table has taken the place of the one that the caller knows; nothing was committed to it.
 * The snapshot is the new table's from now on, and the next commit would go there.
 */
public final class TableRecreatedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TableRecreatedException(String message) {
    super(message);
  }
}
