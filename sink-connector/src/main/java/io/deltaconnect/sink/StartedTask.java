package io.deltaconnect.sink;

import io.deltaconnect.connector.LoggedTable;
import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.sink.metrics.SinkTaskMetrics;
import io.deltaconnect.sink.route.TableLocation;
import io.deltaconnect.sink.route.TableRouter;
import io.deltaconnect.sink.table.BadRecords;
import io.deltaconnect.sink.table.Rewinds;
import io.deltaconnect.sink.table.SinkContext;
import io.deltaconnect.sink.table.TableSink;
import io.deltaconnect.sink.table.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * A task at work: hands each record to its table and says when tables commit. All on the worker's
 * task thread; commits run inside {@link #put} only.
 */
final class StartedTask {
  private static final long RETRY_BACKOFF_MS = 3_000;

  /**
   * The worker takes an offset that it has sought for committed, and commits no offset that is
   * equal to that. With this it is not: where a table has gone back, the group goes back as well.
   */
  private static final String SOUGHT = "read again";

  private final DeltaSinkConfig config;
  private final SinkTaskContext worker;
  private final SinkContext context;
  private final TableRouter router;
  private final Map<String, TableSink> byPath = new LinkedHashMap<>();
  private final LoggedTable logged = new LoggedTable();
  private long arrivals;

  /** Of all buffers; kept up while records are put, since there may be many tables. */
  private long bytes;

  private long commitsTold;
  private long failingSince = TableSink.NEVER;

  /**
   * @param metrics gets what is done
   * @param clock milliseconds since the epoch
   * @param elapsed milliseconds since some moment; unlike a clock it is never set back
   */
  StartedTask(
      DeltaSinkConfig config,
      Tables tables,
      SinkTaskContext worker,
      SinkTaskMetrics metrics,
      LongSupplier clock,
      LongSupplier elapsed) {
    this.config = config;
    this.worker = worker;
    this.router = new TableRouter(config);
    this.context =
        new SinkContext(
            tables,
            config.txnAppId(),
            new BadRecords(worker.errantRecordReporter()),
            new Rewinds(worker),
            metrics,
            clock,
            elapsed);
  }

  /** May be called with no records: commits can be due all the same. */
  void put(Collection<SinkRecord> records) {
    context.rewinds().batchBegins(records);
    byPath.values().forEach(TableSink::batchBegins);
    bytes = allBytes();
    try {
      for (SinkRecord record : records) {
        put(record);
      }
      commitDue();
    } catch (RetriableException e) {
      throw again(e);
    } finally {
      logged.close();
      byPath.values().forEach(TableSink::tellHeld);
    }
    failingSince = TableSink.NEVER;
    context.rewinds().batchEnds();
    long commits = commits();
    if (commits > commitsTold) {
      commitsTold = commits;
      worker.requestCommit();
    }
    wakeUp();
  }

  /**
   * Commits what is due, what has waited longest first. A table that fails holds no other one up.
   * When this has taken half of what the group allows, the rest is left to the next call.
   */
  private void commitDue() {
    long start = context.elapsed().getAsLong();
    RetriableException failure = null;
    for (TableSink table : due(start)) {
      long now = context.elapsed().getAsLong();
      if (now - start >= config.retryTimeout().toMillis()) {
        break;
      }
      logged.enter(table.name());
      try {
        table.commitIfDue(now, config.commitIntervalMs(), config.offsetsCommitMaxDelayMs());
      } catch (RetriableException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private List<TableSink> due(long now) {
    List<TableSink> due = new ArrayList<>();
    for (TableSink table : byPath.values()) {
      if (dueAt(table) <= now) {
        due.add(table);
      }
    }
    due.sort(Comparator.comparingLong(this::dueAt));
    return due;
  }

  private long dueAt(TableSink table) {
    return table.dueAt(config.commitIntervalMs(), config.offsetsCommitMaxDelayMs());
  }

  /** The worker puts this batch again; what of it is buffered already will be known. */
  private ConnectException again(RetriableException e) {
    long now = context.elapsed().getAsLong();
    if (failingSince == TableSink.NEVER) {
      failingSince = now;
    }
    if (now - failingSince >= config.retryMaxMs()) {
      return new ConnectException(
          e.getMessage()
              + ". This has been so for "
              + (now - failingSince)
              + " ms; "
              + Keys.RETRY_MAX_MS
              + "="
              + config.retryMaxMs(),
          e);
    }
    worker.timeout(RETRY_BACKOFF_MS);
    return e;
  }

  private long commits() {
    long commits = 0;
    for (TableSink table : byPath.values()) {
      commits += table.commits();
    }
    return commits;
  }

  private void put(SinkRecord record) {
    TopicPartition partition =
        new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
    if (context.rewinds().isGone(partition)) {
      return;
    }
    context.rewinds().arrived(partition);
    if (context.rewinds().isRewinding(partition)) {
      return;
    }
    TableLocation location;
    try {
      location = router.route(record.topic());
    } catch (DataException e) {
      context.badRecords().report(record, record.topic(), e);
      return;
    }
    logged.enter(location.name());
    TableSink table = table(location);
    long before = table.bytes();
    table.put(record, partition, arrivals++);
    if (table.records() >= config.commitMaxRecords()) {
      table.commit();
    }
    bytes += table.bytes() - before;
    if (bytes > config.commitMaxBytes()) {
      relieve();
    }
  }

  /** Commits the largest buffer while all together are too large. */
  private void relieve() {
    bytes = allBytes();
    while (bytes > config.commitMaxBytes()) {
      TableSink largest = null;
      for (TableSink table : byPath.values()) {
        if (largest == null || table.bytes() > largest.bytes()) {
          largest = table;
        }
      }
      logged.enter(largest.name());
      largest.commit();
      bytes = allBytes();
    }
  }

  private long allBytes() {
    long all = 0;
    for (TableSink table : byPath.values()) {
      all += table.bytes();
    }
    return all;
  }

  private TableSink table(TableLocation location) {
    TableSink table = byPath.get(location.path());
    if (table == null) {
      table = new TableSink(location, config.forTable(location.name()), context);
      byPath.put(location.path(), table);
    }
    return table;
  }

  /** Lets the worker call {@link #put} when the next commit is due, records or not. */
  private void wakeUp() {
    long due = TableSink.NEVER;
    for (TableSink table : byPath.values()) {
      due = Math.min(due, dueAt(table));
    }
    if (due != TableSink.NEVER) {
      worker.timeout(Math.max(1, due - context.elapsed().getAsLong()));
    }
  }

  /**
   * The offsets that the group may keep: none that a table's commit does not cover, none that will
   * be read again. A partition of which that is not known is left out: its offset stays.
   *
   * @param current by original topic-partition, the offsets that the worker would read next
   */
  Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> current) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    current.forEach(
        (partition, offset) ->
            resumeAt(partition, offset.offset())
                .ifPresent(resume -> offsets.put(partition, withMetadata(partition, resume))));
    return offsets;
  }

  private OffsetAndMetadata withMetadata(TopicPartition partition, long offset) {
    return context.rewinds().wasSought(partition)
        ? new OffsetAndMetadata(offset, SOUGHT)
        : new OffsetAndMetadata(offset);
  }

  private OptionalLong resumeAt(TopicPartition partition, long current) {
    long lowest = context.rewinds().resumeAt(partition, current);
    for (TableSink table : byPath.values()) {
      lowest = table.resumeAt(partition, lowest);
    }
    // What is held is sure, whatever the worker says.
    return lowest == current && context.rewinds().isUnsure(partition)
        ? OptionalLong.empty()
        : OptionalLong.of(lowest);
  }

  /** Other tasks have these partitions now; what is buffered of them is theirs to read again. */
  void close(Collection<TopicPartition> partitions) {
    byPath.values().forEach(table -> table.close(partitions));
    context.badRecords().close(partitions);
    context.rewinds().close(partitions);
  }
}
