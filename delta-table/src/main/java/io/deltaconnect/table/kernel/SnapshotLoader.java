package io.deltaconnect.table.kernel;

import io.delta.kernel.Snapshot;
import io.delta.kernel.SnapshotBuilder;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.replay.ActionWrapper;
import io.delta.kernel.internal.replay.ActionsIterator;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.FileStatus;
import io.deltaconnect.table.storage.CorruptTableException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Loads a snapshot whole, from checkpoint and commits. Kernel finds the log files, checks that they
 * have no gap and reads protocol and metadata; live files and {@code txn}s come from one replay of
 * our own, since Kernel's hands out neither {@code lastUpdated} nor all applications at once.
 */
final class SnapshotLoader {
  private static final StructType COMMIT_LINE =
      new StructType()
          .add("add", ActionVectors.ADD)
          .add("remove", ActionVectors.REMOVE)
          .add("txn", ActionVectors.TXN);
  // The removes of a checkpoint are tombstones for VACUUM: its adds are live already.
  private static final StructType CHECKPOINT_LINE =
      new StructType().add("add", ActionVectors.ADD).add("txn", ActionVectors.TXN);
  private static final StructType TXN_LINE = new StructType().add("txn", ActionVectors.TXN);

  private final Engine engine;
  private final String tablePath;
  private final CommitReader reader;

  SnapshotLoader(Engine engine, String tablePath, CommitReader reader) {
    this.engine = engine;
    this.tablePath = tablePath;
    this.reader = reader;
  }

  /** The newest version. */
  LogSnapshot load() throws IOException {
    return load(TableManager.loadSnapshot(tablePath));
  }

  /**
   * @throws VersionNotAvailableException if the log does not reach back or forth to it
   */
  LogSnapshot load(long version) throws IOException {
    try {
      return load(TableManager.loadSnapshot(tablePath).atVersion(version));
    } catch (IOException e) {
      if (KernelErrors.isVersionNotAvailable(e)) {
        throw new VersionNotAvailableException(
            "Version " + version + " of " + tablePath + " is not available: " + e.getMessage(), e);
      }
      throw e;
    }
  }

  /**
   * As {@link #load(long)}, of a table of which a newer version can be loaded. What is missing from
   * its log then was cleaned up, perhaps not up to a checkpoint: commits can be left that continue
   * one that is gone.
   *
   * @throws VersionNotAvailableException also then
   */
  LogSnapshot loadOlder(long version) throws IOException {
    try {
      return load(version);
    } catch (CorruptTableException e) {
      if (KernelErrors.isIncomplete(e)) {
        throw new VersionNotAvailableException(
            "Version " + version + " of " + tablePath + " is not available: " + e.getMessage(), e);
      }
      throw e;
    }
  }

  /** Protocol and metadata of the newest version; nothing else is read. */
  DescribedTable describe() throws IOException {
    return KernelErrors.translate(
        tablePath,
        () -> {
          SnapshotImpl snapshot = (SnapshotImpl) build(TableManager.loadSnapshot(tablePath));
          return new DescribedTable(
              tablePath,
              snapshot.getVersion(),
              TableMetadata.of(tablePath, snapshot.getProtocol(), snapshot.getMetadata()));
        });
  }

  /** The last {@code txn} of each application at the newest version; nothing else is kept. */
  Map<String, Action.Txn> txns() throws IOException {
    return KernelErrors.translate(
        tablePath,
        () -> {
          Replay replay = new Replay();
          SnapshotImpl snapshot = (SnapshotImpl) build(TableManager.loadSnapshot(tablePath));
          try (ActionsIterator newestFirst = actions(snapshot, TXN_LINE, TXN_LINE)) {
            while (newestFirst.hasNext()) {
              replay.addTxns(newestFirst.next());
            }
          }
          return replay.txns;
        });
  }

  private LogSnapshot load(SnapshotBuilder builder) throws IOException {
    return KernelErrors.translate(
        tablePath,
        () -> {
          SnapshotImpl snapshot = (SnapshotImpl) build(builder);
          TableMetadata table =
              TableMetadata.of(tablePath, snapshot.getProtocol(), snapshot.getMetadata());
          Replay replay = replay(snapshot);
          FileStatus commitFile = snapshot.getLogSegment().getDeltaFileAtEndVersion();
          return new LogSnapshot(
              tablePath,
              snapshot.getVersion(),
              snapshot.getTimestamp(engine),
              commitFile,
              reader.read(commitFile).commit().txnId(),
              0,
              table,
              replay.files,
              replay.txns);
        });
  }

  private Snapshot build(SnapshotBuilder builder) {
    try {
      return builder.build(engine);
    } catch (IllegalArgumentException e) {
      // A path is all that Kernel was given: there are tables that a catalog must help to load.
      throw new UnsupportedTableException(
          "Table " + tablePath + " cannot be loaded by its path: " + e.getMessage(), e);
    }
  }

  private Replay replay(SnapshotImpl snapshot) throws IOException {
    Replay replay = new Replay();
    try (ActionsIterator newestFirst = actions(snapshot, COMMIT_LINE, CHECKPOINT_LINE)) {
      while (newestFirst.hasNext()) {
        replay.add(newestFirst.next());
      }
    }
    return replay;
  }

  private ActionsIterator actions(
      SnapshotImpl snapshot, StructType commitLine, StructType checkpointLine) {
    return new ActionsIterator(
        engine,
        snapshot.getLogSegment().allLogFilesReversed(),
        commitLine,
        checkpointLine,
        Optional.empty(),
        Optional.empty());
  }

  /** Goes from new to old: of each file and application the first mention counts. */
  private static final class Replay {
    final Map<FileKey, DataFile> files = new HashMap<>();
    final Map<String, Action.Txn> txns = new HashMap<>();
    private final Set<FileKey> removed = new HashSet<>();

    void add(ActionWrapper actions) {
      ColumnarBatch batch = actions.getColumnarBatch();
      if (!actions.isFromCheckpoint()) {
        addRemoves(column(batch, "remove"));
      }
      addFiles(column(batch, "add"));
      addTxns(actions);
    }

    void addTxns(ActionWrapper actions) {
      addTxns(column(actions.getColumnarBatch(), "txn"));
    }

    private void addRemoves(ColumnVector remove) {
      for (int row = 0; row < remove.getSize(); row++) {
        if (!remove.isNullAt(row)) {
          removed.add(ActionVectors.removedKey(remove, row));
        }
      }
    }

    private void addFiles(ColumnVector add) {
      for (int row = 0; row < add.getSize(); row++) {
        if (!add.isNullAt(row)) {
          DataFile file = ActionVectors.addedFile(add, row);
          FileKey key = FileKey.of(file);
          if (!removed.contains(key)) {
            files.putIfAbsent(key, file);
          }
        }
      }
    }

    private void addTxns(ColumnVector txn) {
      for (int row = 0; row < txn.getSize(); row++) {
        if (!txn.isNullAt(row)) {
          Action.Txn action = ActionVectors.txn(txn, row);
          txns.putIfAbsent(action.appId(), action);
        }
      }
    }

    private static ColumnVector column(ColumnarBatch batch, String name) {
      return batch.getColumnVector(batch.getSchema().indexOf(name));
    }
  }
}
