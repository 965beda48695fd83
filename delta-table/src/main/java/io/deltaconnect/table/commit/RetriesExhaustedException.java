package io.deltaconnect.table.commit;

/** Other writers were first again and again until the time for retries was over. */
public final class RetriesExhaustedException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int retries;
  private final int replans;

  public RetriesExhaustedException(String message, int retries, int replans, Throwable cause) {
    super(message, cause);
    this.retries = retries;
    this.replans = replans;
  }

  /** How often another writer was first. */
  public int retries() {
    return retries;
  }

  /** How many of them needed a new plan. */
  public int replans() {
    return replans;
  }
}
