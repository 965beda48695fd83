package io.deltaconnect.sink.offsets;

import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.FencedException;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.UnsupportedTableException;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the offsets that a connector's tables keep to what the consumer group's are about to be. All
 * tables are looked at before the first is changed; each gets one commit, in which there is nothing
 * but {@code txn}s. A table that is as it shall be is left alone, so that a call that failed can be
 * made again.
 */
public final class OffsetAlteration {
  private static final Logger LOG = LoggerFactory.getLogger(OffsetAlteration.class);
  private static final int ATTEMPTS = 10;

  private final DeltaSinkConfig config;
  private final Storage storage;

  public OffsetAlteration(DeltaSinkConfig config, Storage storage) {
    this.config = config;
    this.storage = storage;
  }

  /**
   * @param offsets by original topic-partition, the offset to be read next, or null: from the
   *     beginning. If there are none, every partition begins anew in every table
   * @throws ConnectException naming what is wrong with the offsets, or the table that could not be
   *     read or changed
   */
  public void apply(Map<TopicPartition, Long> offsets) {
    RequestedOffsets requested = RequestedOffsets.of(config, offsets);
    TableFinder finder = new TableFinder(config, storage);
    Set<String> named = finder.named(requested.topics());
    Set<String> affected = new LinkedHashSet<>();
    for (String path : named) {
      if (run(path, "reading its offsets", () -> isAffected(path, requested))) {
        affected.add(path);
      }
    }
    for (String path : run(finder.template(), "looking for tables", finder::listed)) {
      if (!named.contains(path)
          && run(path, "reading its offsets", () -> isNeighbourAffected(path, requested))) {
        affected.add(path);
      }
    }
    affected.forEach(path -> set(path, requested));
  }

  private boolean isAffected(String path, RequestedOffsets requested) throws IOException {
    return DeltaTable.exists(storage, path)
        && !requested.changes(DeltaTable.txns(storage, path)).isEmpty();
  }

  /** What lies beside our tables may be of a kind that we can neither read nor write. */
  private boolean isNeighbourAffected(String path, RequestedOffsets requested) throws IOException {
    try {
      return isAffected(path, requested);
    } catch (UnsupportedTableException e) {
      LOG.warn("table {} cannot be read: if it has offsets of this connector, they stay", path, e);
      return false;
    }
  }

  private void set(String path, RequestedOffsets requested) {
    for (int attempt = 1; ; attempt++) {
      try {
        run(path, "setting its offsets", () -> tryToSet(path, requested));
        return;
      } catch (FencedException e) {
        if (attempt == ATTEMPTS) {
          throw failure(path, "setting its offsets", e);
        }
        LOG.info("table {}: its offsets moved while they were being set", path, e);
      }
    }
  }

  private Void tryToSet(String path, RequestedOffsets requested) throws IOException {
    Map<String, Action.Txn> txns = DeltaTable.txns(storage, path);
    List<Action.Txn> changes = requested.changes(txns);
    if (!changes.isEmpty()) {
      Map<String, Long> expected = new HashMap<>();
      changes.forEach(txn -> expected.put(txn.appId(), txns.get(txn.appId()).version()));
      CommitResult result =
          DeltaTable.open(storage, path, TableOptions.defaults()).commitTxns(changes, expected);
      LOG.info("table {} v{}: its offsets were set: {}", path, result.version(), changes);
    }
    return null;
  }

  private interface Step<T> {
    T run() throws IOException;
  }

  private static <T> T run(String path, String what, Step<T> step) {
    try {
      return step.run();
    } catch (FencedException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw failure(path, what, e);
    }
  }

  private static ConnectException failure(String path, String what, Exception e) {
    return new ConnectException(
        path
            + ": "
            + what
            + ": "
            + (e.getMessage() == null ? e : e.getMessage())
            + ". Tables before it may be changed already; the same call again goes on from there",
        e);
  }
}
