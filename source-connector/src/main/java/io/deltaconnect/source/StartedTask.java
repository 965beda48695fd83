package io.deltaconnect.source;

import io.deltaconnect.connector.LoggedTable;
import io.deltaconnect.source.config.DeltaSourceConfig;
import io.deltaconnect.source.config.Keys;
import io.deltaconnect.source.config.OnLoss;
import io.deltaconnect.source.config.OnTableError;
import io.deltaconnect.source.position.Position;
import io.deltaconnect.source.position.PositionRecords;
import io.deltaconnect.source.table.SourceTable;
import io.deltaconnect.source.table.SourceTable.State;
import io.deltaconnect.source.table.SourceTable.Taken;
import io.deltaconnect.source.table.TableFailure;
import io.deltaconnect.table.feed.LostHistoryException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.TransactionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task at work: tables take turns, and each hands over one version, or one chunk of a snapshot,
 * from its beginning to its end before the next one has its turn.
 */
final class StartedTask {
  private static final Logger LOG = LoggerFactory.getLogger(StartedTask.class);

  /** How long a call of {@link #poll} may go on without records: the worker may want to stop. */
  private static final long LONGEST_POLL_MS = 500;

  private static final long RETRY_PAUSE_MS = 3_000;

  private final DeltaSourceConfig config;
  private final TransactionContext transactions;
  private final List<TableTurn> turns;
  private final PositionRecords positions;
  private final LongSupplier clock;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final LoggedTable logged = new LoggedTable();
  private final Published published = new Published(logged);
  private final TransactionWatch watch;

  /** In the middle of a version, or of a chunk; null: none is. */
  private TableTurn active;

  private int nextTurn;
  private boolean closed;

  /**
   * @param transactions where this task says that they end; null if it cannot
   * @param turns one per table
   */
  StartedTask(
      DeltaSourceConfig config,
      TransactionContext transactions,
      List<TableTurn> turns,
      LongSupplier clock) {
    this.config = config;
    this.transactions = transactions;
    this.turns = turns;
    this.positions = new PositionRecords(config.heartbeatTopic());
    this.watch = new TransactionWatch(config.transactionTimeoutMs());
    this.clock = clock;
  }

  /** Records, all of one table; null if there are none for now. */
  List<SourceRecord> poll() throws InterruptedException {
    published.tell();
    long until = clock.getAsLong() + LONGEST_POLL_MS;
    while (stopped.getCount() > 0) {
      List<SourceRecord> records = next();
      if (!records.isEmpty()) {
        return records;
      }
      long now = clock.getAsLong();
      long pause = Math.min(until, nextDue()) - now;
      if (pause > 0) {
        stopped.await(pause, TimeUnit.MILLISECONDS);
        return null;
      }
      if (now >= until) {
        return null;
      }
    }
    return null;
  }

  private long nextDue() {
    if (active != null) {
      return active.dueAt();
    }
    long due = TableTurn.NEVER;
    for (TableTurn turn : turns) {
      due = Math.min(due, turn.dueAt());
    }
    return due;
  }

  private List<SourceRecord> next() {
    long now = clock.getAsLong();
    if (active != null) {
      return active.dueAt() <= now ? records(active, now) : List.of();
    }
    // First: a table that always has records must not keep those of others back.
    List<SourceRecord> heartbeats = heartbeats(now);
    if (!heartbeats.isEmpty()) {
      return heartbeats;
    }
    for (int i = 0; i < turns.size(); i++) {
      TableTurn turn = turns.get(nextTurn);
      nextTurn = (nextTurn + 1) % turns.size();
      if (turn.dueAt() <= now) {
        List<SourceRecord> records = records(turn, now);
        if (!records.isEmpty()) {
          return records;
        }
      }
    }
    return List.of();
  }

  private List<SourceRecord> records(TableTurn turn, long now) {
    SourceTable table = turn.table();
    logged.enter(table.location().name());
    try {
      State state = table.prepare();
      if (table.takeResolved()) {
        if (active == turn) {
          // It was in the middle of a version whose rest is lost.
          turn.endTransaction();
          active = null;
        }
        return List.of(positionRecord(turn, now));
      }
      switch (state) {
        case RECORDS -> {
          turn.dueNow();
          return fill(turn);
        }
        case AGAIN -> turn.again();
        case CAUGHT_UP -> rest(turn, now);
        case ENDED -> end(turn);
      }
      return List.of();
    } catch (IOException | RuntimeException e) {
      failed(turn, e, now);
      return List.of();
    } finally {
      logged.close();
      turn.tellMetrics();
    }
  }

  private void rest(TableTurn turn, long now) {
    turn.rest(now);
    Instant end = config.reading().endingTime();
    if (end != null && Instant.ofEpochMilli(now).isAfter(end) && turn.tellEnd()) {
      LOG.info(
          "{}: all versions up to {} are published; the task goes on looking for more",
          turn.table().location().described(),
          end);
    }
  }

  private void end(TableTurn turn) {
    turn.neverAgain();
    LOG.info("{}: all that was asked for is published", turn.table().location().described());
    if (turns.stream().allMatch(other -> other.dueAt() == TableTurn.NEVER)) {
      LOG.info("All tables are at their end: the task goes on running and does nothing");
    }
  }

  private List<SourceRecord> fill(TableTurn turn) throws IOException {
    SourceTable table = turn.table();
    List<SourceRecord> batch = new ArrayList<>();
    int mostRecords = config.pollMaxRecords();
    long mostBytes = config.maxBytesPerPoll();
    long bytes = 0;
    active = turn;
    while (active != null && table.hasRecord() && batch.size() < mostRecords && bytes < mostBytes) {
      Taken taken;
      boolean snapshot = table.position().snapshot();
      try {
        taken = table.take();
      } catch (IOException | RuntimeException e) {
        // Only if it looks for lost files before it opens a version can the next look find this.
        boolean looksFirst = config.reading().onDataLoss() != OnLoss.FAIL;
        if (batch.isEmpty() && !(looksFirst && e instanceof LostHistoryException)) {
          throw e;
        }
        LOG.debug("The records before are handed over first; the next look meets it again", e);
        break;
      }
      PublishedRecord record = new PublishedRecord(turn.partition(), taken);
      batch.add(record);
      bytes += RecordSize.of(taken.parts());
      turn.count(taken, snapshot, clock.getAsLong());
      if (taken.endsTransaction()) {
        endTransaction(turn, record, taken);
      }
    }
    if (active != null && transactions != null) {
      watch.look(turn, clock.getAsLong());
    }
    if (!batch.isEmpty()) {
      turn.tell(table.position());
    }
    return batch;
  }

  private void endTransaction(TableTurn turn, SourceRecord record, Taken taken) {
    commitAt(record);
    published.add(turn, taken, clock.getAsLong());
    turn.endTransaction();
    active = null;
    watch.begins();
  }

  private void commitAt(SourceRecord record) {
    if (transactions != null) {
      transactions.commitTransaction(record);
    }
  }

  private SourceRecord positionRecord(TableTurn turn, long now) {
    Position position = turn.table().position();
    SourceRecord record = positions.record(turn.table().location().name(), position, now);
    commitAt(record);
    turn.tell(position);
    return record;
  }

  private List<SourceRecord> heartbeats(long now) {
    List<SourceRecord> records = new ArrayList<>();
    for (TableTurn turn : turns) {
      if (turn.isHeartbeatDue(now, config.heartbeatIntervalMs())) {
        records.add(positionRecord(turn, now));
      }
    }
    return records;
  }

  private void failed(TableTurn turn, Exception e, long now) {
    SourceTable table = turn.table();
    String where = table.position() == null ? "its start" : table.position().toString();
    TableFailure failure = TableFailure.of(table.location(), where, e);
    long failing = turn.fail(now, RETRY_PAUSE_MS);
    if (!failure.permanent() && failing < config.retryMaxMs()) {
      LOG.warn("{}. It is tried again", failure.message(), e);
      if (active == turn && turn.records() == 0) {
        // Nothing of it is handed over: the others need not wait.
        active = null;
      }
      return;
    }
    boolean inTransaction = transactions != null && active == turn && turn.records() > 0;
    if (config.onTableError() == OnTableError.FAIL || inTransaction) {
      throw failure.exception();
    }
    turn.neverAgain();
    active = active == turn ? null : active;
    closeQuietly(table);
    LOG.error(
        "{}. {}=skip: it is left alone until the task is restarted",
        failure.message(),
        Keys.ON_TABLE_ERROR,
        e);
    if (turns.stream().allMatch(other -> other.dueAt() == TableTurn.NEVER)) {
      throw failure.exception();
    }
  }

  /** Can be called by any thread; {@link #poll} returns soon after. */
  void stop() {
    stopped.countDown();
  }

  /** Gives up what is open; no call of {@link #poll} may be under way. */
  void close() {
    if (closed) {
      return;
    }
    closed = true;
    published.tell();
    long now = clock.getAsLong();
    for (TableTurn turn : turns) {
      logged.enter(turn.table().location().name());
      closeQuietly(turn.table());
      if (transactions != null) {
        watch.atTheEnd(turn, now);
      }
    }
    logged.close();
  }

  private static void closeQuietly(SourceTable table) {
    try {
      table.close();
    } catch (IOException e) {
      LOG.warn("{}: closing its files", table.location().described(), e);
    }
  }
}
