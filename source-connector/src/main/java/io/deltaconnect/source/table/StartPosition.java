package io.deltaconnect.source.table;

import io.deltaconnect.source.config.Keys;
import io.deltaconnect.source.config.ReadSettings;
import io.deltaconnect.source.config.TableLocation;
import io.deltaconnect.source.position.Position;
import io.deltaconnect.table.kernel.TableSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.apache.kafka.connect.errors.ConnectException;

/** Where a table without a position is begun. */
final class StartPosition {
  private final TableLocation location;
  private final ReadSettings settings;
  private final TableReader reader;

  StartPosition(TableLocation location, ReadSettings settings, TableReader reader) {
    this.location = location;
    this.settings = settings;
    this.reader = reader;
  }

  /**
   * @throws ConnectException if the table has no such place, naming table and key
   */
  Position resolve() throws IOException {
    TableSnapshot newest = reader.newest();
    String id = newest.tableId();
    return switch (settings.mode()) {
      case INITIAL -> {
        requireFeed();
        yield Position.snapshot(id, snapshotVersion());
      }
      case SNAPSHOT_ONLY -> Position.snapshot(id, snapshotVersion());
      case LATEST -> {
        requireFeed();
        yield Position.changes(id, newest.version() + 1);
      }
      case VERSION -> Position.changes(id, requireThere(settings.startingVersion()));
      case TIMESTAMP -> Position.changes(id, firstAtOrAfter(settings.startingTime()));
    };
  }

  private void requireFeed() {
    if (!reader.newest().changeDataFeedEnabled()) {
      throw new ConnectException(
          location.described()
              + " has no change data feed at version "
              + reader.newest().version()
              + ": set its property delta.enableChangeDataFeed=true, or "
              + Keys.STARTUP_MODE
              + "=snapshot_only");
    }
  }

  /** The newest version that is not after the end of what is to be published. */
  private long snapshotVersion() throws IOException {
    long newest = reader.newest().version();
    if (settings.endingVersion() != null) {
      return Math.min(newest, settings.endingVersion());
    }
    if (settings.endingTime() == null) {
      return newest;
    }
    OptionalLong after = reader.firstAtOrAfter(millis(settings.endingTime().plusMillis(1)));
    if (after.isEmpty()) {
      return newest;
    }
    long first = reader.firstFrom(0).orElse(0);
    if (after.getAsLong() <= first) {
      throw new ConnectException(
          location.described()
              + ": its first version in the log, "
              + first
              + ", was made after "
              + Keys.ENDING_TIMESTAMP
              + " "
              + settings.endingTime());
    }
    return after.getAsLong() - 1;
  }

  private long requireThere(long version) {
    long newest = reader.newest().version();
    if (version > newest) {
      throw new ConnectException(
          location.described()
              + " is at version "
              + newest
              + ": "
              + Keys.STARTING_VERSION
              + "="
              + version
              + " is not there yet. "
              + Keys.STARTUP_MODE
              + "=latest begins with the version that comes next");
    }
    return version;
  }

  private long firstAtOrAfter(Instant time) throws IOException {
    long first =
        reader
            .firstAtOrAfter(millis(time))
            .orElseThrow(
                () ->
                    new ConnectException(
                        location.described()
                            + ": its newest version, "
                            + reader.newest().version()
                            + ", was made at "
                            + Instant.ofEpochMilli(reader.newest().timestamp())
                            + ", before "
                            + Keys.STARTING_TIMESTAMP
                            + " "
                            + time
                            + ". "
                            + Keys.STARTUP_MODE
                            + "=latest begins with the version that comes next"));
    boolean logBegins = first > 0 && reader.firstFrom(0).orElse(first) == first;
    boolean younger = reader.firstAtOrAfter(millis(time) + 1).equals(OptionalLong.of(first));
    // Older versions of that time may be gone from the log: reading the one before will tell.
    return logBegins && younger ? first - 1 : first;
  }

  /** Milliseconds since the epoch, rounded up. */
  private static long millis(Instant time) {
    long millis = time.toEpochMilli();
    return Duration.between(Instant.ofEpochMilli(millis), time).isZero() ? millis : millis + 1;
  }
}
