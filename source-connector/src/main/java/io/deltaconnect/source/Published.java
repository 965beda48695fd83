package io.deltaconnect.source;

import io.deltaconnect.source.table.SourceTable.Taken;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A line of the log for each version, told when the worker has taken its records. */
final class Published {
  private static final Logger LOG = LoggerFactory.getLogger(Published.class);

  private final List<String> lines = new ArrayList<>();

  /**
   * @param taken the last record of a version, or of a chunk of a snapshot
   */
  void add(TableTurn turn, Taken taken, long now) {
    boolean snapshot = taken.after().snapshot();
    String what =
        snapshot
            ? "snapshot of v" + taken.after().version() + " up to row " + taken.after().index()
            : "v" + (taken.after().version() - 1);
    lines.add(
        "%s %s: %d records in %d ms"
            .formatted(
                turn.table().location().described(), what, turn.records(), turn.elapsed(now)));
  }

  void tell() {
    for (String line : lines) {
      LOG.info("published {}", line);
    }
    lines.clear();
  }
}
