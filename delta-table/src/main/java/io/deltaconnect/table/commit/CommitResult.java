package io.deltaconnect.table.commit;

/**
 * What a commit did.
 *
 * @param version committed, or -1 if there was nothing to commit
 * @param inserted rows
 * @param updated rows
 * @param deleted rows
 * @param retries how often another writer was first
 * @param replans how many of them needed a new plan
 */
public record CommitResult(
    long version, long inserted, long updated, long deleted, int retries, int replans) {

  /** Whether the table is as it was: no version was made. */
  public boolean nothing() {
    return version < 0;
  }
}
