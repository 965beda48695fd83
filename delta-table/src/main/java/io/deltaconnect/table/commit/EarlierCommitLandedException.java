package io.deltaconnect.table.commit;

/**
 * The writer's earlier commit, which ended in an {@link
 * io.deltaconnect.table.kernel.UndecidedCommitException}, is in the table; what was asked for now
 * was not tried. The snapshot says which {@code txn}s the table has.
 */
public final class EarlierCommitLandedException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final long version;

  public EarlierCommitLandedException(String message, long version) {
    super(message);
    this.version = version;
  }

  /** The version of the table that it is. */
  public long version() {
    return version;
  }
}
