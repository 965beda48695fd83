package io.deltaconnect.sink.metrics;

import io.deltaconnect.connector.metrics.TaskBeans;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/** The sums over the tables of a task; made when somebody looks. */
public final class SinkTaskMetrics implements SinkTaskMetricsMXBean {
  private static final String TASK = "sink-task-metrics";
  private static final String TABLE = "sink-table-metrics";

  private final TaskBeans beans;
  private final LongSupplier clock;
  private final LongSupplier elapsed;
  private final List<SinkTableMetrics> tables = new CopyOnWriteArrayList<>();
  private final Set<String> names = new HashSet<>();

  /**
   * @param beans where the task's are registered
   * @param clock milliseconds since the epoch
   * @param elapsed milliseconds since some moment
   */
  public SinkTaskMetrics(TaskBeans beans, LongSupplier clock, LongSupplier elapsed) {
    this.beans = beans;
    this.clock = clock;
    this.elapsed = elapsed;
  }

  /** From now on it can be seen. */
  public void register() {
    beans.task(TASK, this);
  }

  /**
   * A table that the task has not had before.
   *
   * @param path stands for its name if another table has the same
   */
  public SinkTableMetrics table(String name, String path) {
    SinkTableMetrics table = new SinkTableMetrics(clock, elapsed);
    tables.add(table);
    beans.table(TABLE, names.add(name) ? name : path, table);
    return table;
  }

  private long sum(ToLongFunction<SinkTableMetrics> attribute) {
    long sum = 0;
    for (SinkTableMetrics table : tables) {
      sum += attribute.applyAsLong(table);
    }
    return sum;
  }

  @Override
  public int getTables() {
    return tables.size();
  }

  @Override
  public long getCommits() {
    return sum(SinkMetrics::getCommits);
  }

  @Override
  public long getRecordsCommitted() {
    return sum(SinkMetrics::getRecordsCommitted);
  }

  @Override
  public long getRowsInserted() {
    return sum(SinkMetrics::getRowsInserted);
  }

  @Override
  public long getRowsUpdated() {
    return sum(SinkMetrics::getRowsUpdated);
  }

  @Override
  public long getRowsDeleted() {
    return sum(SinkMetrics::getRowsDeleted);
  }

  @Override
  public long getRetries() {
    return sum(SinkMetrics::getRetries);
  }

  @Override
  public long getReplans() {
    return sum(SinkMetrics::getReplans);
  }

  @Override
  public long getCommitTotalMs() {
    return sum(SinkMetrics::getCommitTotalMs);
  }

  @Override
  public long getLocateMs() {
    return sum(SinkMetrics::getLocateMs);
  }

  @Override
  public long getReadMs() {
    return sum(SinkMetrics::getReadMs);
  }

  @Override
  public long getWriteMs() {
    return sum(SinkMetrics::getWriteMs);
  }

  @Override
  public long getCommitMs() {
    return sum(SinkMetrics::getCommitMs);
  }

  @Override
  public long getRecordsHeld() {
    return sum(SinkMetrics::getRecordsHeld);
  }

  @Override
  public long getBytesHeld() {
    return sum(SinkMetrics::getBytesHeld);
  }

  @Override
  public long getHeldMs() {
    long longest = 0;
    for (SinkTableMetrics table : tables) {
      longest = Math.max(longest, table.getHeldMs());
    }
    return longest;
  }
}
