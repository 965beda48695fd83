package io.deltaconnect.source;

import io.deltaconnect.source.metrics.SourceTableMetrics;
import io.deltaconnect.source.position.Position;
import io.deltaconnect.source.table.SourceTable;
import io.deltaconnect.source.table.SourceTable.Taken;
import java.util.Map;
import java.util.Objects;

/** A table in its turn among those of a task: when it is looked at next, and what it has told. */
final class TableTurn {
  static final long NEVER = Long.MAX_VALUE;

  private final SourceTable table;
  private final Map<String, String> partition;
  private final long longestPause;
  private final SourceTableMetrics metrics;

  private long dueAt;
  private long pause;
  private long failingSince = NEVER;

  /** Where it stood when it failed last; null: at no position yet. */
  private Position failedAt;

  /** The position that Connect was told last; null: none. */
  private Position told;

  private long movedAt = NEVER;
  private boolean endTold;

  /** Of the version, or the chunk of a snapshot, that is being handed over. */
  private long records;

  private long begunAt;

  /**
   * @param stored the position that Connect has; null: none
   * @param longestPause between two looks at a table without news, in milliseconds
   * @param metrics gets what is done
   */
  TableTurn(SourceTable table, Position stored, long longestPause, SourceTableMetrics metrics) {
    this.table = table;
    this.partition = Position.partition(table.location().name());
    this.told = stored;
    this.longestPause = longestPause;
    this.metrics = metrics;
  }

  SourceTable table() {
    return table;
  }

  Map<String, String> partition() {
    return partition;
  }

  /** When the table is to be looked at again; {@link #NEVER} if not any more. */
  long dueAt() {
    return dueAt;
  }

  /** It has records. */
  void dueNow() {
    pause = 0;
    again();
  }

  /** It may have records. Unless it has moved since it failed, it counts as failing still. */
  void again() {
    dueAt = 0;
    if (!Objects.equals(failedAt, table.position())) {
      failingSince = NEVER;
    }
  }

  void neverAgain() {
    dueAt = NEVER;
  }

  /** It has no news: it is looked at less and less often. */
  void rest(long now) {
    failingSince = NEVER;
    pause = Math.min(longestPause, pause == 0 ? Math.max(1, longestPause / 8) : 2 * pause);
    dueAt = now + pause;
  }

  /**
   * It could not be read: it is tried again after a pause.
   *
   * @return for how many milliseconds it has been so
   */
  long fail(long now, long pauseMs) {
    if (failingSince == NEVER) {
      failingSince = now;
    }
    failedAt = table.position();
    dueAt = now + pauseMs;
    metrics.failed();
    return now - failingSince;
  }

  /** Whether it is told now, for the first time, that nothing more will come. */
  boolean tellEnd() {
    boolean first = !endTold;
    endTold = true;
    return first;
  }

  /** Takes down that Connect gets a position with a record. */
  void tell(Position position) {
    told = position;
    movedAt = NEVER;
  }

  /** Whether a position that moved without records has waited for so long that it is to be told. */
  boolean isHeartbeatDue(long now, long interval) {
    Position position = table.position();
    if (position == null || position.equals(told)) {
      return false;
    }
    if (movedAt == NEVER) {
      movedAt = now;
    }
    return now - movedAt >= interval;
  }

  /**
   * Counts a record that is handed over.
   *
   * @param snapshot whether it is a row of one
   */
  void count(Taken taken, boolean snapshot, long now) {
    metrics.count(taken.parts().changeType(), snapshot);
    if (taken.last()) {
      metrics.published(taken.after().version() - 1);
    }
    if (records++ == 0) {
      begunAt = now;
    }
  }

  /** Lets it be seen what was counted, and how far behind the table it is. */
  void tellMetrics() {
    metrics.tell();
    metrics.behind(table.versionsBehind(), table.openedCommittedAt());
  }

  /** Records handed over since the last transaction ended. */
  long records() {
    return records;
  }

  /** How long ago the first of them was, in milliseconds. */
  long elapsed(long now) {
    return records == 0 ? 0 : now - begunAt;
  }

  void endTransaction() {
    records = 0;
  }
}
