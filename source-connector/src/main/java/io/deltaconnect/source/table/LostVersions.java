package io.deltaconnect.source.table;

import io.deltaconnect.source.config.Keys;
import io.deltaconnect.source.config.OnLoss;
import io.deltaconnect.source.config.ReadSettings;
import io.deltaconnect.source.config.StartupMode;
import io.deltaconnect.source.config.TableLocation;
import io.deltaconnect.source.position.Position;
import java.io.IOException;
import java.util.Locale;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a table goes on when what comes next cannot be read any more. */
final class LostVersions {
  private static final Logger LOG = LoggerFactory.getLogger(LostVersions.class);

  private final TableLocation location;
  private final TableReader reader;

  LostVersions(TableLocation location, TableReader reader) {
    this.location = location;
    this.reader = reader;
  }

  /**
   * @param missing what, for the message
   * @param from the first version that may be readable
   * @param key that says what to do
   * @param action what it says
   * @throws ConnectException if that is to fail, saying from where it could go on
   */
  Position after(String missing, long from, String key, OnLoss action, Exception cause)
      throws IOException {
    String id = reader.newest().tableId();
    long newest = reader.newest().version();
    if (action == OnLoss.SNAPSHOT) {
      LOG.warn(
          "{}: {}. {}=snapshot: all rows of version {} are published, then changes",
          location.described(),
          missing,
          key,
          newest);
      return Position.snapshot(id, newest);
    }
    long first = reader.firstReadable(from);
    String goingOn =
        first > newest
            ? "no version that can be read is there, the next would be " + first
            : "the first version that can be read is " + first;
    if (action == OnLoss.FAIL) {
      throw new ConnectException(
          location.described()
              + ": "
              + missing
              + ". "
              + key
              + "=fail; "
              + goingOn
              + ": "
              + key
              + "=earliest goes on there, "
              + key
              + "=snapshot with all rows of version "
              + newest,
          cause);
    }
    LOG.warn("{}: {}. {}=earliest: {}", location.described(), missing, key, goingOn);
    return Position.changes(id, first);
  }

  /**
   * As {@link #after}, by the key {@link Keys#ON_DATA_LOSS}.
   *
   * @throws ConnectException also if that leads nowhere: to what was just lost, which would be lost
   *     again at once and for ever, or from the only snapshot that was asked for to its end
   */
  Position after(Position lost, ReadSettings settings, Exception cause) throws IOException {
    OnLoss action = settings.onDataLoss();
    Position next = after(cause.getMessage(), lost.version(), Keys.ON_DATA_LOSS, action, cause);
    boolean ends = settings.mode() == StartupMode.SNAPSHOT_ONLY && !next.snapshot();
    if (ends || next.equals(lost.of(next.tableId()))) {
      throw new ConnectException(
          "%s: %s. %s=%s has nothing to go on with: the %s cannot be read"
              .formatted(
                  location.described(),
                  cause.getMessage(),
                  Keys.ON_DATA_LOSS,
                  action.name().toLowerCase(Locale.ROOT),
                  lost),
          cause);
    }
    return next;
  }
}
