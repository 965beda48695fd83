package io.deltaconnect.table.commit;

import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.locate.Locator;
import io.deltaconnect.table.merge.MergeSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Commits to one table. Every method takes its turn among the writers of this JVM, plans on the
 * newest snapshot, and plans again or joins its deletion vectors with theirs when other writers
 * were first. Each may throw {@link EarlierCommitLandedException}, {@link FencedException}, {@link
 * TableRecreatedException} and {@link RetriesExhaustedException}, or {@link
 * io.deltaconnect.table.merge.SchemaMismatchException} if rows do not fit the table. Not
 * thread-safe.
 */
public final class TableWriter {
  private final MergeSettings settings;
  private final Locator locator;
  private final TableLog log;
  private final CommitLoop loop;

  /**
   * @param retryTimeout how long a method waits for its turn and tries lost races again, both
   *     together
   */
  public TableWriter(MergeSettings settings, Locator locator, TableLog log, Duration retryTimeout)
      throws IOException {
    this.settings = settings;
    this.locator = locator;
    this.log = log;
    this.loop = new CommitLoop(settings.storage(), log, settings.times(), retryTimeout);
  }

  /** Called before each try to commit, after all files are written; for tests. */
  void beforeCommit(Runnable hook) {
    loop.beforeCommit(hook);
  }

  /** Makes the changes true; without any effect on rows nothing is committed. */
  public CommitResult merge(MergeRequest request) throws IOException {
    return loop.run(new MergeIntent(settings, log, locator, request), request.expectedTxns());
  }

  /** Adds rows without looking at the table's; nothing is committed if there are none. */
  public CommitResult append(AppendRequest request) throws IOException {
    return loop.run(new AppendIntent(settings, log, request), request.expectedTxns());
  }

  /** Removes all rows; nothing is committed if there are none. */
  public CommitResult truncate(List<Action.Txn> txns, Map<String, Long> expectedTxns)
      throws IOException {
    return loop.run(new TruncateIntent(settings.storage(), txns), expectedTxns);
  }

  /** Commits {@code txn}s alone; nothing is committed if there are none. */
  public CommitResult commitTxns(List<Action.Txn> txns, Map<String, Long> expectedTxns)
      throws IOException {
    return loop.run(new TxnIntent(txns), expectedTxns);
  }

  /** Sets table properties; nothing is committed if the table has them. */
  public CommitResult setProperties(Map<String, String> properties) throws IOException {
    return loop.run(new PropertiesIntent(properties), Map.of());
  }
}
