package io.deltaconnect.source;

import io.deltaconnect.source.config.Keys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of transactions that take so long that the broker aborts them: the worker's own message
 * does not know which version it was.
 */
final class TransactionWatch {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionWatch.class);

  private final long timeoutMs;
  private boolean told;

  /**
   * @param timeoutMs after which the broker aborts
   */
  TransactionWatch(long timeoutMs) {
    this.timeoutMs = timeoutMs;
  }

  void begins() {
    told = false;
  }

  /** Warns once of a transaction that is open, when three quarters of the time are over. */
  void look(TableTurn turn, long now) {
    if (!told && turn.elapsed(now) > timeoutMs / 4 * 3) {
      told = true;
      LOG.warn(slowness(turn, now));
    }
  }

  /** Says what may have been the reason that the task ends with this transaction open. */
  void atTheEnd(TableTurn turn, long now) {
    if (turn.elapsed(now) > timeoutMs) {
      LOG.error("Stopped in the middle of a version. {}", slowness(turn, now));
    }
  }

  private String slowness(TableTurn turn, long now) {
    return "%s at %s: its transaction has %d records after %d ms and is not at its end, and the broker aborts it after %d ms (as far as the connector's configuration says). For larger versions set producer.override.transaction.timeout.ms (at most the broker's transaction.max.timeout.ms), or %s=poll, with which consumers can see parts of a version"
        .formatted(
            turn.table().location().described(),
            turn.table().position(),
            turn.records(),
            turn.elapsed(now),
            timeoutMs,
            Keys.TRANSACTION_BOUNDARY);
  }
}
