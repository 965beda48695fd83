package io.deltaconnect.table.commit;

import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.CommitRequest;
import io.deltaconnect.table.kernel.TableSnapshot;
import java.io.IOException;
import java.util.List;

/**
 * What a writer wants of a table, and what it has worked out and written for it so far. One intent
 * is one commit in the end, or none.
 */
interface Intent {
  /** What a commit on top of this snapshot must say; null if there is nothing to commit. */
  CommitRequest on(TableSnapshot snapshot) throws IOException;

  /**
   * Others have committed. Keeps what was worked out if it is still true, else forgets it and
   * deletes its files.
   *
   * @param before the snapshot it was worked out on
   * @param winners the commits since, oldest first
   * @param now the snapshot after them
   * @return whether it was kept
   */
  boolean survives(TableSnapshot before, List<Commit> winners, TableSnapshot now)
      throws IOException;

  /** Deletes all files written; no commit will name them. */
  void discard();

  /** The result of the commit made of the last request. */
  CommitResult result(long version, int retries, int replans);
}
