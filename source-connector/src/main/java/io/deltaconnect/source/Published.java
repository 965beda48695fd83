package io.deltaconnect.source;

import io.deltaconnect.connector.LoggedTable;
import io.deltaconnect.source.config.TableLocation;
import io.deltaconnect.source.table.SourceTable.Taken;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A line of the log for each version, told when the worker has taken its records. */
final class Published {
  private static final Logger LOG = LoggerFactory.getLogger(Published.class);

  private final LoggedTable logged;
  private final List<Line> lines = new ArrayList<>();

  private record Line(String table, String text) {}

  /**
   * @param logged gets the tables of the lines
   */
  Published(LoggedTable logged) {
    this.logged = logged;
  }

  /**
   * @param taken the last record of a version, or of a chunk of a snapshot
   */
  void add(TableTurn turn, Taken taken, long now) {
    boolean snapshot = taken.after().snapshot();
    String what =
        snapshot
            ? "snapshot of v" + taken.after().version() + " up to row " + taken.after().index()
            : "v" + (taken.after().version() - 1);
    TableLocation location = turn.table().location();
    lines.add(
        new Line(
            location.name(),
            "%s %s: %d records in %d ms"
                .formatted(location.described(), what, turn.records(), turn.elapsed(now))));
  }

  void tell() {
    for (Line line : lines) {
      logged.enter(line.table());
      LOG.info("published {}", line.text());
    }
    logged.close();
    lines.clear();
  }
}
