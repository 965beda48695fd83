package io.deltaconnect.table.commit;

/** The table's {@code txn} is not what this writer left there: another one has taken over. */
public final class FencedException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final String appId;

  public FencedException(String appId, String message) {
    super(message);
    this.appId = appId;
  }

  /** Whose {@code txn} differs. */
  public String appId() {
    return appId;
  }
}
