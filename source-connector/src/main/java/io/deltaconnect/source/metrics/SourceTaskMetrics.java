package io.deltaconnect.source.metrics;

import io.deltaconnect.connector.metrics.TaskBeans;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/** The sums over the tables of a task; made when somebody looks. */
public final class SourceTaskMetrics implements SourceTaskMetricsMXBean {
  private static final String TASK = "source-task-metrics";
  private static final String TABLE = "source-table-metrics";

  private final LongSupplier clock;

  /** By name; complete before it is registered. */
  private final Map<String, SourceTableMetrics> tables = new LinkedHashMap<>();

  /**
   * @param clock milliseconds since the epoch
   */
  public SourceTaskMetrics(LongSupplier clock) {
    this.clock = clock;
  }

  /** Of one more table; not to be called after {@link #register}. */
  public SourceTableMetrics table(String name) {
    SourceTableMetrics table = new SourceTableMetrics(clock);
    tables.put(name, table);
    return table;
  }

  /** From now on it can be seen. */
  public void register(TaskBeans beans) {
    beans.task(TASK, this);
    tables.forEach((name, table) -> beans.table(TABLE, name, table));
  }

  private long sum(ToLongFunction<SourceTableMetrics> attribute) {
    long sum = 0;
    for (SourceTableMetrics table : tables.values()) {
      sum += attribute.applyAsLong(table);
    }
    return sum;
  }

  @Override
  public int getTables() {
    return tables.size();
  }

  @Override
  public long getVersionsPublished() {
    return sum(SourceMetrics::getVersionsPublished);
  }

  @Override
  public long getRecords() {
    return sum(SourceMetrics::getRecords);
  }

  @Override
  public long getInserts() {
    return sum(SourceMetrics::getInserts);
  }

  @Override
  public long getUpdatePreimages() {
    return sum(SourceMetrics::getUpdatePreimages);
  }

  @Override
  public long getUpdatePostimages() {
    return sum(SourceMetrics::getUpdatePostimages);
  }

  @Override
  public long getDeletes() {
    return sum(SourceMetrics::getDeletes);
  }

  @Override
  public long getSnapshotRecords() {
    return sum(SourceMetrics::getSnapshotRecords);
  }

  @Override
  public long getFailures() {
    return sum(SourceMetrics::getFailures);
  }

  @Override
  public long getVersionsBehind() {
    return sum(SourceMetrics::getVersionsBehind);
  }

  @Override
  public long getBehindMs() {
    long longest = 0;
    for (SourceTableMetrics table : tables.values()) {
      longest = Math.max(longest, table.getBehindMs());
    }
    return longest;
  }
}
