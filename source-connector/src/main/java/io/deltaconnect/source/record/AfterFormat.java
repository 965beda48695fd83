package io.deltaconnect.source.record;

import io.deltaconnect.source.pairing.Grouping;
import io.deltaconnect.source.pairing.RowEvent;
import io.deltaconnect.table.row.ChangeType;
import java.util.Queue;

/** The row as it is after the version; a tombstone if its key is gone. */
final class AfterFormat extends KeyedFormat {
  private final RowSchema row;

  AfterFormat(OutputSettings settings, RecordTarget target) {
    super(settings, target, Grouping.BY_KEY);
    this.row = target.valueSchema().build();
  }

  @Override
  void make(RowEvent event, Operation operation, Origin origin, Queue<RecordParts> made) {
    made.add(
        event.after() == null
            ? target().record(event.before(), null, null, event.changeType(), origin)
            : record(event.after(), event.changeType(), origin));
  }

  @Override
  public RecordParts snapshotRow(Object[] row, Origin origin) {
    return record(row, ChangeType.INSERT, origin);
  }

  private RecordParts record(Object[] columns, String changeType, Origin origin) {
    return target().record(columns, row.schema(), row.struct(columns), changeType, origin);
  }
}
