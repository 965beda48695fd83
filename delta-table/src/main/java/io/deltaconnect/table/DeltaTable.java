package io.deltaconnect.table;

import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A Delta table as a writer of changes sees it. Not thread-safe: each task has its own. Every
 * committing method plans on the newest snapshot, and plans again when another writer was first.
 */
public final class DeltaTable {
  /** The table property that says which columns are the key: a JSON array of names. */
  public static final String KEY_COLUMNS_PROPERTY = "deltaconnect.key.columns";

  private DeltaTable() {}

  /** Whether there is a Delta table at this path. */
  public static boolean exists(Storage storage, String path) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Opens a table that exists, at its newest version. */
  public static DeltaTable open(Storage storage, String path, TableOptions options)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Makes a table, as a version 0 of its own; if another writer has just made it, opens that. */
  public static DeltaTable createOrOpen(
      Storage storage, String path, TableDefinition definition, TableOptions options)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  /** The newest snapshot read. */
  public TableSnapshot snapshot() {
    throw new UnsupportedOperationException();
  }

  /** Reads what was committed since. */
  public TableSnapshot refresh() throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * Makes the changes true, in one commit. Without any effect on rows nothing is committed, the
   * {@code txn}s neither ({@link #commitTxns} does that).
   *
   * @throws io.deltaconnect.table.commit.FencedException if a {@code txn} is not as expected
   */
  public CommitResult merge(MergeRequest request) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Adds rows without looking at the table's. */
  public CommitResult append(AppendRequest request) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Removes all rows, in one commit; nothing is committed if there are none. */
  public CommitResult truncate(List<Action.Txn> txns, Map<String, Long> expectedTxns)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Commits {@code txn}s alone. */
  public CommitResult commitTxns(List<Action.Txn> txns, Map<String, Long> expectedTxns)
      throws IOException {
    throw new UnsupportedOperationException();
  }
}
