package io.deltaconnect.sink.table;

import io.delta.kernel.types.StructType;
import io.deltaconnect.sink.buffer.BufferedChange;
import io.deltaconnect.sink.buffer.RowRequired;
import io.deltaconnect.sink.change.KeyColumns;
import io.deltaconnect.sink.change.Op;
import io.deltaconnect.sink.change.RecordReader;
import io.deltaconnect.sink.change.RecordRow;
import io.deltaconnect.sink.change.RecordShape;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.convert.ColumnException;
import io.deltaconnect.sink.convert.MissingColumnException;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Makes records changes of a table that exists. A record with columns that the table lacks first
 * has committed what is buffered in the old layout.
 */
final class RecordChanges {
  private final TableConfig config;
  private final OpenTable open;
  private final TableCommitter committer;
  private final Partitions partitions;
  private final Rewinds rewinds;
  private final LayoutEvolution evolution;

  RecordChanges(
      TableConfig config,
      OpenTable open,
      TableCommitter committer,
      Partitions partitions,
      Rewinds rewinds) {
    this.config = config;
    this.open = open;
    this.committer = committer;
    this.partitions = partitions;
    this.rewinds = rewinds;
    this.evolution = new LayoutEvolution(config, open);
  }

  /**
   * What a record changes.
   *
   * @param partition the original one
   * @param arrival counts the records of the task
   * @return null if there is nothing to be buffered
   * @throws DataException if the record is bad
   */
  BufferedChange of(Op op, SinkRecord record, TopicPartition partition, long arrival) {
    if (op == Op.DELETE) {
      requireKey(record);
      return new BufferedChange(open.reader().key(record), null, arrival);
    }
    if (op == Op.UPSERT) {
      requireKey(record);
      RecordRow row = row(record, partition);
      return row == null ? null : upsert(record, row, arrival);
    }
    return null;
  }

  private BufferedChange upsert(SinkRecord record, RecordRow row, long arrival) {
    return new BufferedChange(
        open.reader().keyOf(row.values()),
        row.values(),
        row.partial(),
        row.withoutRow() == null ? null : new RowRequired(record, row.withoutRow()),
        arrival);
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
  private RecordRow row(SinkRecord record, TopicPartition partition) {
    try {
      return open.reader().read(record);
    } catch (MissingColumnException | ColumnException e) {
      RecordReader fitting = fitting(record);
      if (partitions.records() > 0) {
        // Rows in hand are laid out as the table was: they go first.
        committer.commit();
        if (rewinds.isRewinding(partition)
            || partitions.get(partition).isKnown(record.originalKafkaOffset())) {
          return null;
        }
        requireKey(record);
        fitting = fitting(record);
      }
      open.use(fitting);
      return fitting.read(record);
    }
  }

  /**
   * A layout with the columns that the table lacks for a record, and with wider ones where they are
   * too narrow.
   *
   * @throws DataException if the record is bad all the same: then its columns are not wanted
   */
  private RecordReader fitting(SinkRecord record) {
    StructType shape = RecordShape.of(record, config, open.keyColumns());
    RecordReader reader = open.reader();
    while (true) {
      try {
        reader.keyOf(reader.read(record).values());
        return reader;
      } catch (MissingColumnException | ColumnException e) {
        reader = open.readerOf(evolution.next(reader.schema(), shape, e));
      }
    }
  }
}
