package io.deltaconnect.source;

import io.deltaconnect.connector.Version;
import io.deltaconnect.connector.metrics.TaskBeans;
import io.deltaconnect.source.config.DeltaSourceConfig;
import io.deltaconnect.source.config.Keys;
import io.deltaconnect.source.config.OnTableError;
import io.deltaconnect.source.config.TableLocation;
import io.deltaconnect.source.metrics.SourceTableMetrics;
import io.deltaconnect.source.metrics.SourceTaskMetrics;
import io.deltaconnect.source.position.Position;
import io.deltaconnect.source.record.TableRecords;
import io.deltaconnect.source.table.SourceTable;
import io.deltaconnect.table.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.apache.kafka.connect.source.TransactionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The task as the worker sees it; all it does is done by the {@link StartedTask}. */
public final class DeltaSourceTask extends SourceTask {
  private static final Logger LOG = LoggerFactory.getLogger(DeltaSourceTask.class);

  /** Held while the worker's thread is in {@link #poll}. */
  private final ReentrantLock polling = new ReentrantLock();

  private volatile StartedTask started;
  private volatile TaskBeans beans;
  private volatile boolean stopped;

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public void start(Map<String, String> props) {
    DeltaSourceConfig.misspelt(props).values().forEach(LOG::warn);
    DeltaSourceConfig config = DeltaSourceConfig.of(props);
    TransactionContext transactions = transactions(config);
    SourceTaskMetrics metrics = new SourceTaskMetrics(System::currentTimeMillis);
    List<TableTurn> turns = turns(config, transactions != null, metrics);
    beans = new TaskBeans(props);
    started = new StartedTask(config, transactions, turns, System::currentTimeMillis);
    // The last thing: a task that fails to start leaves nothing behind.
    metrics.register(beans);
  }

  private List<TableTurn> turns(
      DeltaSourceConfig config, boolean transactions, SourceTaskMetrics metrics) {
    Storage storage = Storage.of(config.hadoopProperties());
    List<TableTurn> turns = new ArrayList<>();
    ConnectException unusable = null;
    for (TableLocation location : config.tables()) {
      SourceTableMetrics tableMetrics = metrics.table(location.name());
      Map<String, Object> offset =
          context.offsetStorageReader().offset(Position.partition(location.name()));
      Position stored;
      try {
        stored = stored(location, offset);
      } catch (ConnectException e) {
        if (config.onTableError() == OnTableError.FAIL) {
          throw e;
        }
        tableMetrics.failed();
        LOG.error(
            "{}. {}=skip: it is left alone until the task is restarted",
            e.getMessage(),
            Keys.ON_TABLE_ERROR,
            e);
        unusable = e;
        continue;
      }
      TableRecords records =
          new TableRecords(config.output(), location.name(), config.topic(location.name()));
      SourceTable table =
          new SourceTable(location, config.reading(), records, storage, transactions, stored);
      turns.add(new TableTurn(table, stored, config.pollIntervalMs(), tableMetrics));
    }
    if (turns.isEmpty() && unusable != null) {
      throw unusable;
    }
    return turns;
  }

  /** Null if the worker has none for us; then it is said what that means. */
  private TransactionContext transactions(DeltaSourceConfig config) {
    TransactionContext transactions = context.transactionContext();
    if (!config.definesTransactions()) {
      LOG.warn(
          "{} is not connector: consumers can see a part of a version before the rest. (A header"
              + " marks the last record of each.) With {}=connector, on a worker with exactly-once"
              + " support, a version is one transaction",
          Keys.TRANSACTION_BOUNDARY,
          Keys.TRANSACTION_BOUNDARY);
      return null;
    }
    if (transactions == null) {
      LOG.warn(
          "The worker has no exactly-once support (exactly.once.source.support): after a failure"
              + " records are published again, and consumers can see a part of a version before the"
              + " rest");
    }
    return transactions;
  }

  private static Position stored(TableLocation location, Map<String, Object> offset) {
    try {
      return offset == null ? null : Position.of(offset);
    } catch (ConnectException e) {
      throw new ConnectException(
          location.described() + ": its offset cannot be used: " + e.getMessage(), e);
    }
  }

  @Override
  public List<SourceRecord> poll() throws InterruptedException {
    polling.lock();
    try {
      return stopped ? null : started.poll();
    } finally {
      polling.unlock();
      if (stopped) {
        close(started);
      }
    }
  }

  /** Some workers call this while {@link #poll} is under way. */
  @Override
  public void stop() {
    stopped = true;
    StartedTask stopping = started;
    // The worker stops tasks that failed to start, too.
    if (stopping != null) {
      stopping.stop();
      close(stopping);
    }
  }

  /** Unless a call of {@link #poll} is under way, which does so at its end. */
  private void close(StartedTask stopping) {
    if (polling.tryLock()) {
      try {
        beans.close();
        stopping.close();
      } finally {
        polling.unlock();
      }
    }
  }
}
