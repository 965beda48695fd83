package io.deltaconnect.sink.table;

import io.deltaconnect.sink.buffer.BufferedChange;
import io.deltaconnect.sink.buffer.PartitionBuffer;
import io.deltaconnect.sink.change.Op;
import io.deltaconnect.sink.change.OpReader;
import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.sink.config.OnTableRecreated;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.metrics.SinkTableMetrics;
import io.deltaconnect.sink.route.TableLocation;
import java.util.Collection;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the records of one table, and commits them when it is told to. Not thread-safe.
 *
 * <p>A table that does not exist is made by the first record with a row. Until then records without
 * one have nothing to do, and nothing is kept of them.
 */
public final class TableSink {
  private static final Logger LOG = LoggerFactory.getLogger(TableSink.class);

  /** No time. */
  public static final long NEVER = Partitions.NEVER;

  private final TableLocation location;
  private final TableConfig config;
  private final SinkContext context;
  private final OpReader ops;
  private final Partitions partitions;
  private final TableMaker maker;
  private final SinkTableMetrics metrics;
  private OpenTable open;
  private Takeovers takeovers;
  private TableCommitter committer;
  private RecordChanges changes;
  private OffsetRegressions regressions;
  private boolean refreshed;

  /** When the batch began; milliseconds since the epoch. */
  private long batchAt;

  /** Of the tables that were here before this one. */
  private long commitsBefore;

  public TableSink(TableLocation location, TableConfig config, SinkContext context) {
    this.location = location;
    this.config = config;
    this.context = context;
    this.ops = new OpReader(config.op());
    this.partitions = new Partitions(context.elapsed());
    this.maker = new TableMaker(location, config, context.tables());
    this.metrics = context.metrics().table(location.name(), location.path());
    this.batchAt = context.clock().getAsLong();
  }

  /** A batch begins: what was read of the table may be old by now. */
  public void batchBegins() {
    refreshed = false;
    batchAt = context.clock().getAsLong();
  }

  /**
   * Takes a record.
   *
   * @param partition the original one
   * @param arrival counts the records of the task
   * @throws DataException if the record is bad and there is nobody to report it to
   * @throws org.apache.kafka.connect.errors.RetriableException if the table cannot be reached; the
   *     record was not taken, all that was buffered before is kept
   */
  public void put(SinkRecord record, TopicPartition partition, long arrival) {
    try {
      take(record, partition, arrival);
    } catch (MissingTableException e) {
      forget(e);
      take(record, partition, arrival);
    }
  }

  private void take(SinkRecord record, TopicPartition partition, long arrival) {
    PartitionBuffer buffer = buffer(partition);
    long offset = record.originalKafkaOffset();
    if (context.rewinds().isRewinding(partition)
        || (buffer.isKnown(offset) && isOld(record, buffer))) {
      return;
    }
    buffer.sawTimestamp(record.timestamp(), batchAt, config.regressionToleranceMs());
    Op op;
    BufferedChange change;
    try {
      op = op(record);
      if (open == null && op == Op.UPSERT) {
        opened(maker.make(record));
      }
      change = open == null ? null : changes.of(op, record, partition, arrival);
    } catch (DataException e) {
      context.badRecords().report(record, location.name(), e);
      op = Op.IGNORE;
      change = null;
    }
    if (op == Op.TRUNCATE && open != null) {
      committer.commit();
    }
    if (buffer.isKnown(offset) || context.rewinds().isRewinding(partition)) {
      // Making the table, or a commit before the record, has shown that another task has it.
      return;
    }
    if (open == null) {
      buffer.passed(offset);
    } else if (op == Op.TRUNCATE) {
      committer.truncate(buffer, offset);
    } else if (change != null) {
      partitions.add(buffer, change, open.storedRowBytes(), offset);
    } else {
      partitions.hold(buffer, offset);
    }
  }

  private boolean isOld(SinkRecord record, PartitionBuffer buffer) {
    return open == null || !regressions.isNew(record, buffer);
  }

  private Op op(SinkRecord record) {
    Op op = ops.read(record);
    if (op == Op.DELETE && config.append()) {
      throw new DataException("the record deletes, but " + Keys.INSERT_MODE + "=append");
    }
    if (op == Op.DELETE && !config.deleteEnabled()) {
      throw new DataException("the record deletes, but " + Keys.DELETE_ENABLED + "=false");
    }
    return op;
  }

  private PartitionBuffer buffer(TopicPartition partition) {
    PartitionBuffer buffer = partitions.get(partition);
    // Rows in hand keep their layout until they are committed, whatever the table has become.
    if (!refreshed && (open == null || buffer == null || partitions.records() == 0)) {
      refreshed = true;
      if (open == null) {
        open();
      } else {
        takeovers.refresh();
      }
    }
    if (buffer == null) {
      buffer =
          new PartitionBuffer(
              partition, context.appId() + ":" + partition.topic() + ":" + partition.partition());
      if (open != null) {
        buffer.loaded(takeovers.committed(buffer));
      }
      partitions.put(buffer);
    }
    return buffer;
  }

  private void open() {
    Optional<Table> table =
        TableErrors.run(
            "table " + location.name() + " (" + location.path() + "): opening it",
            () -> context.tables().open(location.path(), config.options()));
    table.ifPresent(this::opened);
  }

  private void opened(Table table) {
    open = new OpenTable(location, config, table);
    metrics.opened(table.phaseTimes());
    takeovers = new Takeovers(open, partitions, context.rewinds());
    committer = new TableCommitter(open, partitions, context, takeovers, config.append(), metrics);
    changes = new RecordChanges(config, open, committer, partitions, context.rewinds());
    regressions =
        new OffsetRegressions(
            config, open, committer, takeovers, context.rewinds(), context.clock());
    partitions.all().forEach(buffer -> buffer.loaded(takeovers.committed(buffer)));
  }

  /** The table is gone. If it may be, the next record with a row makes it anew. */
  private void forget(MissingTableException e) {
    if (config.onRecreated() == OnTableRecreated.FAIL || !config.autoCreate()) {
      throw new ConnectException(
          e.getMessage()
              + ". "
              + Keys.ON_TABLE_RECREATED
              + "=continue and "
              + Keys.AUTO_CREATE
              + "=true together make it anew",
          e);
    }
    LOG.warn("{}: the next record with a row makes it anew", e.getMessage());
    takeovers.restart();
    commitsBefore += committer.commits();
    open = null;
    refreshed = false;
  }

  /** Commits what is buffered. */
  public void commit() {
    if (open == null) {
      return;
    }
    try {
      committer.commit();
    } catch (MissingTableException e) {
      forget(e);
    }
  }

  /** Commits what is due at this time. */
  public void commitIfDue(long now, long intervalMs, long offsetsDelayMs) {
    boolean offsetsDue = now >= offsetsDueAt(offsetsDelayMs);
    if (offsetsDue || now >= changesDueAt(intervalMs)) {
      commit();
    }
    // Commits of changes cover all offsets, unless the changes had no effect.
    if (offsetsDue && open != null) {
      commitOffsets();
    }
  }

  private void commitOffsets() {
    try {
      committer.commitOffsets();
    } catch (MissingTableException e) {
      forget(e);
    }
  }

  /** How many versions commits have made. */
  public long commits() {
    return commitsBefore + (open == null ? 0 : committer.commits());
  }

  /** When the next commit is due, or {@link #NEVER}. */
  public long dueAt(long intervalMs, long offsetsDelayMs) {
    return Math.min(changesDueAt(intervalMs), offsetsDueAt(offsetsDelayMs));
  }

  private long changesDueAt(long intervalMs) {
    return after(partitions.firstChangeAt(), intervalMs);
  }

  private long offsetsDueAt(long delayMs) {
    return after(partitions.firstHeldAt(), delayMs);
  }

  private static long after(long time, long delay) {
    return time >= NEVER - delay ? NEVER : time + delay;
  }

  /** Lets it be seen what waits for the next commit. */
  public void tellHeld() {
    metrics.held(partitions.records(), partitions.bytes(), partitions.firstHeldAt());
  }

  /** The table's name. */
  public String name() {
    return location.name();
  }

  /** Records buffered. */
  public int records() {
    return partitions.records();
  }

  /** Heap of the buffers, and of the rows their commit will read besides, roughly. */
  public long bytes() {
    return partitions.bytes();
  }

  /** The lowest offset of a partition that no commit covers yet, or {@code otherwise}. */
  public long resumeAt(TopicPartition partition, long otherwise) {
    PartitionBuffer buffer = partitions.get(partition);
    return buffer == null || buffer.firstHeld() == PartitionBuffer.NONE
        ? otherwise
        : Math.min(otherwise, buffer.firstHeld());
  }

  /** Other tasks have these partitions now: what was buffered of them is dropped. */
  public void close(Collection<TopicPartition> closed) {
    partitions.close(closed);
    if (open != null && partitions.records() == 0) {
      // Columns that the table lacks were for rows that are gone.
      open.followSchema();
    }
  }
}
