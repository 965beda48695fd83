package io.deltaconnect.sink.table;

import io.deltaconnect.sink.buffer.BufferedChange;
import io.deltaconnect.sink.buffer.Reduction;
import io.deltaconnect.sink.buffer.RowRequired;
import io.deltaconnect.table.merge.MissingRowsException;
import io.deltaconnect.table.row.Key;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;

/**
 * Finds out the records that keep values of a row where there is none. Whether there is one shows
 * only when their changes are committed: then they are taken out of the buffers and reported like
 * other bad records, before the commit that covers their offsets.
 */
final class MissingRows {
  private final OpenTable open;
  private final Partitions partitions;
  private final BadRecords badRecords;

  MissingRows(OpenTable open, Partitions partitions, BadRecords badRecords) {
    this.open = open;
    this.partitions = partitions;
    this.badRecords = badRecords;
  }

  /**
   * Reports the records that come after a delete in the buffers.
   *
   * @throws ConnectException naming the first one, if there is nobody to report it to
   */
  void reportDeleted() {
    report(List.of());
  }

  /**
   * Reports the records that the table has no row for; nothing of them was committed.
   *
   * @throws ConnectException naming the first one, if there is nobody to report it to; or if they
   *     were right for the table as it was
   */
  void report(MissingRowsException missing) {
    if (!report(missing.keys())) {
      throw new ConnectException(
          open.named()
              + ": "
              + missing.getMessage()
              + ", since the table's schema has changed. Nothing was committed: when the task is"
              + " restarted the records are read again and converted for the table as it is then",
          missing);
    }
  }

  private boolean report(Collection<Key> absent) {
    List<BufferedChange> bad = Reduction.withoutRow(partitions.held(), absent);
    if (bad.isEmpty()) {
      return false;
    }
    partitions.held().forEach(buffer -> buffer.remove(bad));
    partitions.dropped();
    bad.forEach(change -> report(change.rowRequired()));
    return true;
  }

  private void report(RowRequired bad) {
    try {
      badRecords.report(bad.record(), open.name(), new DataException(bad.why()));
    } catch (DataException e) {
      // It is not about the record in hand, if there is one.
      throw new ConnectException(e.getMessage(), e);
    }
  }
}
