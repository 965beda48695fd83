package io.deltaconnect.table.commit;

import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.CommitConflictException;
import io.deltaconnect.table.kernel.CommitRequest;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.merge.MergePhase;
import io.deltaconnect.table.merge.PhaseTimes;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Optimistic commits to one table: work out what to say on the newest snapshot, try to commit, and
 * when another writer was first look at what it did and try again. Not thread-safe.
 */
final class CommitLoop {
  private static final long FIRST_PAUSE_MS = 20;
  private static final long LONGEST_PAUSE_MS = 1000;

  private final TableLog log;
  private final Duration retryTimeout;
  private final ReentrantLock turn;
  private final PhaseTimes times;

  /** Whose commit was written without knowing whether it is in the log; null if there is none. */
  private Intent undecided;

  /** Called before each try to commit, after all files are written; for tests. */
  private Runnable beforeCommit = () -> {};

  /** The state of one call of {@link #run}. */
  private static final class Progress {
    final long deadline;
    int retries;
    int replans;

    Progress(Duration timeout) {
      deadline = System.nanoTime() + timeout.toNanos();
    }

    Duration left() {
      return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }
  }

  /**
   * @param times gets how long the writing of versions takes
   * @param retryTimeout how long one commit may wait for its turn and try lost races again, both
   *     together
   */
  CommitLoop(Storage storage, TableLog log, PhaseTimes times, Duration retryTimeout)
      throws IOException {
    this.times = times;
    this.log = log;
    this.retryTimeout = retryTimeout;
    this.turn = Turns.of(storage, log.snapshot().tablePath());
  }

  void beforeCommit(Runnable hook) {
    this.beforeCommit = hook;
  }

  /**
   * @param expectedTxns application id to the version that the table must hold for it (null: none)
   * @throws EarlierCommitLandedException if this writer's commit before turns out to be there
   * @throws FencedException if it holds another
   * @throws TableRecreatedException if another table is there than {@link TableLog#snapshot} said
   * @throws RetriesExhaustedException if other writers were first until the time was over
   */
  CommitResult run(Intent intent, Map<String, Long> expectedTxns) throws IOException {
    Progress progress = new Progress(retryTimeout);
    if (!Turns.take(turn, progress.left())) {
      throw new RetriesExhaustedException(
          "table %s: other writers of this JVM have had their turn for %d ms"
              .formatted(log.snapshot().tablePath(), retryTimeout.toMillis()),
          0,
          0,
          null);
    }
    boolean done = false;
    try {
      CommitResult result = commit(intent, expectedTxns, progress);
      done = true;
      return result;
    } finally {
      turn.unlock();
      if (!done) {
        keepOrDiscard(intent);
      }
    }
  }

  /** The files of a commit that may be in the log, or get there, must stay. */
  private void keepOrDiscard(Intent failed) {
    if (log.isUndecided() && undecided == null) {
      undecided = failed;
    } else {
      failed.discard();
    }
  }

  /** What is to be committed must not stand on a snapshot of which we do not know if it is ours. */
  private void settle() throws IOException {
    if (undecided == null) {
      return;
    }
    Optional<Commit> landed = log.settle();
    Intent settled = undecided;
    undecided = null;
    if (landed.isPresent()) {
      long version = landed.get().version();
      throw new EarlierCommitLandedException(
          "table %s: the commit before, whose response was lost, is version %d"
              .formatted(log.snapshot().tablePath(), version),
          version);
    }
    settled.discard();
  }

  private CommitResult commit(Intent intent, Map<String, Long> expectedTxns, Progress progress)
      throws IOException {
    TableSnapshot known = log.snapshot();
    log.refresh();
    settle();
    while (true) {
      TableSnapshot snapshot = log.snapshot();
      checkSameTable(snapshot, known);
      checkTxns(snapshot, expectedTxns);
      log.checkWritable();
      CommitRequest request = intent.on(snapshot);
      if (request == null) {
        return new CommitResult(-1, 0, 0, 0, progress.retries, progress.replans);
      }
      beforeCommit.run();
      try {
        MergePhase phase = MergePhase.begin(MergePhase.Kind.COMMIT, times);
        Commit commit = log.commit(request);
        phase.done();
        return intent.result(commit.version(), progress.retries, progress.replans);
      } catch (CommitConflictException e) {
        afterLoss(intent, snapshot, progress, e);
      }
    }
  }

  private void afterLoss(
      Intent intent, TableSnapshot before, Progress progress, CommitConflictException loss)
      throws IOException {
    progress.retries++;
    if (progress.left().isZero()) {
      throw exhausted(progress, loss);
    }
    pause(progress);
    List<Commit> winners = log.refresh();
    if (!intent.survives(before, winners, log.snapshot())) {
      progress.replans++;
    }
  }

  private static void checkSameTable(TableSnapshot snapshot, TableSnapshot known) {
    if (snapshot.incarnation() != known.incarnation()) {
      throw new TableRecreatedException(
          snapshot.tableId().equals(known.tableId())
              ? "table %s: its log, now at version %d, is not the one read before up to version %d: it was put back from a copy"
                  .formatted(snapshot.tablePath(), snapshot.version(), known.version())
              : "table %s: has id %s where it had %s: it was made anew under the same path"
                  .formatted(snapshot.tablePath(), snapshot.tableId(), known.tableId()));
    }
  }

  private void checkTxns(TableSnapshot snapshot, Map<String, Long> expectedTxns) {
    for (Map.Entry<String, Long> expected : expectedTxns.entrySet()) {
      Action.Txn txn = snapshot.txn(expected.getKey());
      Long found = txn == null ? null : Long.valueOf(txn.version());
      if (found == null ? expected.getValue() != null : !found.equals(expected.getValue())) {
        throw new FencedException(
            expected.getKey(),
            "table %s: txn of %s is %s in version %d where this writer left %s: another writer has taken over, or it was reset"
                .formatted(
                    snapshot.tablePath(),
                    expected.getKey(),
                    found,
                    snapshot.version(),
                    expected.getValue()));
      }
    }
  }

  private RetriesExhaustedException exhausted(Progress progress, Throwable cause) {
    return new RetriesExhaustedException(
        "table %s: other writers were first for %d ms (%d times, %d of them needed a new plan)"
            .formatted(
                log.snapshot().tablePath(),
                retryTimeout.toMillis(),
                progress.retries,
                progress.replans),
        progress.retries,
        progress.replans,
        cause);
  }

  /** Doubles with each loss, and is random, so that two writers do not meet again and again. */
  private static void pause(Progress progress) throws InterruptedIOException {
    long bound = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << Math.min(progress.retries - 1, 10));
    long millis = Math.min(ThreadLocalRandom.current().nextLong(bound), progress.left().toMillis());
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while waiting to commit again");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
