package io.deltaconnect.sink.table;

import io.delta.kernel.types.StructType;
import io.deltaconnect.sink.buffer.BufferedChange;
import io.deltaconnect.sink.buffer.PartitionBuffer;
import io.deltaconnect.sink.change.KeyColumns;
import io.deltaconnect.sink.change.Op;
import io.deltaconnect.sink.change.OpReader;
import io.deltaconnect.sink.change.RecordReader;
import io.deltaconnect.sink.change.RecordShape;
import io.deltaconnect.sink.config.AutoEvolve;
import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.convert.ColumnNames;
import io.deltaconnect.sink.convert.MissingColumnException;
import io.deltaconnect.sink.convert.SchemaEvolution;
import io.deltaconnect.sink.route.TableLocation;
import io.deltaconnect.table.kernel.TableDefinition;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Takes the records of one table, and commits them when it is told to. Not thread-safe.
 *
 * <p>A table that does not exist is made by the first record with a row. Until then records without
 * one have nothing to do, and nothing is kept of them.
 */
public final class TableSink {
  /** No time. */
  public static final long NEVER = Partitions.NEVER;

  private final TableLocation location;
  private final TableConfig config;
  private final SinkContext context;
  private final OpReader ops;
  private final Partitions partitions;
  private OpenTable open;
  private TableCommitter committer;
  private boolean refreshed;

  public TableSink(TableLocation location, TableConfig config, SinkContext context) {
    this.location = location;
    this.config = config;
    this.context = context;
    this.ops = new OpReader(config.op());
    this.partitions = new Partitions(context.clock());
  }

  /** A batch begins: what was read of the table may be old by now. */
  public void batchBegins() {
    refreshed = false;
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
    PartitionBuffer buffer = buffer(partition);
    long offset = record.originalKafkaOffset();
    if (buffer.isKnown(offset) || context.rewinds().isRewinding(partition)) {
      return;
    }
    Op op;
    BufferedChange change;
    try {
      op = op(record);
      change = change(op, record, partition, arrival);
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
      partitions.add(buffer, change, offset);
    } else {
      partitions.hold(buffer, offset);
    }
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

  /** Null if there is nothing to be buffered. */
  private BufferedChange change(Op op, SinkRecord record, TopicPartition partition, long arrival) {
    if (op == Op.DELETE) {
      if (open == null) {
        return null;
      }
      requireKey(record);
      return new BufferedChange(open.reader().key(record), null, arrival);
    }
    if (op == Op.UPSERT) {
      if (open == null) {
        create(record);
      }
      requireKey(record);
      Object[] row = row(record, partition);
      return row == null ? null : new BufferedChange(open.reader().keyOf(row), row, arrival);
    }
    return null;
  }

  private void requireKey(SinkRecord record) {
    if (open.isKeyKnown()) {
      return;
    }
    List<String> columns = KeyColumns.of(config, record);
    try {
      open.useKey(columns);
    } catch (ConnectException e) {
      // It is this record's key that does not fit, nothing that was configured.
      throw new DataException(e.getMessage(), e);
    }
  }

  /** Null if it turned out that the record will come again, or that another task has it. */
  private Object[] row(SinkRecord record, TopicPartition partition) {
    try {
      return open.reader().row(record);
    } catch (MissingColumnException e) {
      if (config.autoEvolve() == AutoEvolve.NONE) {
        throw new DataException(
            e.getMessage()
                + ": "
                + Keys.AUTO_EVOLVE
                + "=add adds it, "
                + Keys.COLUMNS_EXCLUDE
                + " leaves it out",
            e);
      }
      RecordReader wider = wider(record);
      if (partitions.records() > 0) {
        // Rows in hand are laid out as the table was: they go first.
        committer.commit();
        if (context.rewinds().isRewinding(partition)
            || partitions.get(partition).isKnown(record.originalKafkaOffset())) {
          return null;
        }
        requireKey(record);
        wider = wider(record);
      }
      open.use(wider);
      return wider.row(record);
    }
  }

  /**
   * A layout with the columns that the table lacks for a record.
   *
   * @throws DataException if the record is bad all the same: then its columns are not wanted
   */
  private RecordReader wider(SinkRecord record) {
    StructType schema =
        SchemaEvolution.extended(
            open.reader().schema(), RecordShape.of(record, config, open.keyColumns()));
    ColumnNames.check(schema, open.isMapped());
    RecordReader wider = open.readerOf(schema);
    wider.keyOf(wider.row(record));
    return wider;
  }

  private void create(SinkRecord record) {
    if (!config.autoCreate()) {
      throw notMade(
          record,
          "there is no table at "
              + location.path()
              + " and "
              + Keys.AUTO_CREATE
              + "=false: make it, or set "
              + Keys.AUTO_CREATE
              + "=true",
          null);
    }
    List<String> keyColumns = KeyColumns.of(config, record);
    StructType schema = RecordShape.of(record, config, keyColumns);
    TableDefinition definition = definition(record, schema, keyColumns);
    // A record that does not even fit its own table must not leave one behind.
    RecordReader reader =
        new RecordReader(config, schema, keyColumns, definition.partitionColumns());
    reader.keyOf(reader.row(record));
    opened(
        TableErrors.run(
            "table " + location.name() + " (" + location.path() + "): making it",
            () -> context.tables().create(location.path(), definition, config.options())));
  }

  private TableDefinition definition(
      SinkRecord record, StructType schema, List<String> keyColumns) {
    try {
      return TableDefinitions.of(schema, keyColumns, config);
    } catch (DataException e) {
      throw e;
    } catch (ConnectException e) {
      throw notMade(record, e.getMessage(), e);
    }
  }

  /** It is the configuration that does not fit: no other record would make it better. */
  private ConnectException notMade(SinkRecord record, String why, ConnectException cause) {
    return new ConnectException(BadRecords.named(record, location.name(), why), cause);
  }

  private PartitionBuffer buffer(TopicPartition partition) {
    PartitionBuffer buffer = partitions.get(partition);
    // Rows in hand keep their layout until they are committed, whatever the table has become.
    if (!refreshed && (open == null || buffer == null || partitions.records() == 0)) {
      refreshed = true;
      if (open == null) {
        open();
      } else {
        committer.refresh();
      }
    }
    if (buffer == null) {
      buffer =
          new PartitionBuffer(
              partition, context.appId() + ":" + partition.topic() + ":" + partition.partition());
      if (open != null) {
        buffer.loaded(committer.committed(buffer));
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
    committer = new TableCommitter(open, partitions, context, config.append());
    partitions.all().forEach(buffer -> buffer.loaded(committer.committed(buffer)));
  }

  /** Commits what is buffered. */
  public void commit() {
    if (open != null) {
      committer.commit();
    }
  }

  /** Commits what is due at this time. */
  public void commitIfDue(long now, long intervalMs, long offsetsDelayMs) {
    boolean offsetsDue = now >= offsetsDueAt(offsetsDelayMs);
    if (offsetsDue || now >= changesDueAt(intervalMs)) {
      commit();
    }
    // Commits of changes cover all offsets, unless the changes had no effect.
    if (offsetsDue) {
      committer.commitOffsets();
    }
  }

  /** How many versions commits have made. */
  public long commits() {
    return open == null ? 0 : committer.commits();
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

  /** Records buffered. */
  public int records() {
    return partitions.records();
  }

  /** Heap of the buffers, roughly. */
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
