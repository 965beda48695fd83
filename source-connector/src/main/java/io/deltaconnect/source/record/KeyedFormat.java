package io.deltaconnect.source.record;

import io.deltaconnect.source.pairing.Grouping;
import io.deltaconnect.source.pairing.RowEvent;
import io.deltaconnect.source.pairing.RowEvents;
import io.deltaconnect.table.feed.VersionChanges;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Set;

/** A record, or two, for each thing that happened to a key. */
abstract class KeyedFormat implements RowFormat {
  /** Of rows that wait for others; the order of records depends on it. */
  static final long MEMORY_BYTES = 16L << 20;

  private final RecordTarget target;
  private final Grouping grouping;
  private final Set<Operation> skipped;
  private final Path spillDir;

  KeyedFormat(OutputSettings settings, RecordTarget target, Grouping grouping) {
    this.target = target;
    this.grouping = grouping;
    this.skipped = settings.skipped();
    this.spillDir =
        settings.spillDir() == null
            ? Path.of(System.getProperty("java.io.tmpdir"))
            : settings.spillDir();
    target.requiredKeys(settings.format());
  }

  final RecordTarget target() {
    return target;
  }

  /** Adds the records of an event. */
  abstract void make(RowEvent event, Operation operation, Origin origin, Queue<RecordParts> made);

  @Override
  public final RecordIterator changes(VersionChanges changes, RowFormat before, Origin origin) {
    KeyedFormat old = (KeyedFormat) before;
    RowEvents events =
        new RowEvents(
            new ChangedImages(changes),
            new VersionKeys(old.target.keys(), target.keys()),
            grouping,
            spillDir,
            target.memoryBytes());
    return new Records(
        made -> {
          if (!events.next()) {
            return false;
          }
          RowEvent event = events.event();
          Operation operation = origin.operation(event.changeType());
          if (!skipped.contains(operation)) {
            (event.after() == null ? old : this).make(event, operation, origin, made);
          }
          return true;
        },
        events,
        origin);
  }
}
