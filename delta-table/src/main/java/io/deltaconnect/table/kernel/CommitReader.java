package io.deltaconnect.table.kernel;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists and reads the commit files of one table's log. Thread-safe. */
final class CommitReader {
  // Of commitInfo only what is used: its other fields hold whatever their writer liked.
  private static final StructType COMMIT_INFO =
      new StructType()
          .add("inCommitTimestamp", LongType.LONG)
          .add("operation", StringType.STRING)
          .add("txnId", StringType.STRING)
          .add("isBlindAppend", BooleanType.BOOLEAN);

  private static final StructType LINE =
      new StructType()
          .add("commitInfo", COMMIT_INFO)
          .add("txn", ActionVectors.TXN)
          .add("add", ActionVectors.ADD)
          .add("remove", ActionVectors.REMOVE)
          .add("cdc", ActionVectors.CDC)
          .add("metaData", new StructType().add("id", StringType.STRING))
          .add("protocol", new StructType().add("minReaderVersion", IntegerType.INTEGER));

  private final Engine engine;
  private final String tablePath;
  private final Path logPath;

  /**
   * @param tablePath resolved
   */
  CommitReader(Engine engine, String tablePath) {
    this.engine = engine;
    this.tablePath = tablePath;
    this.logPath = new Path(tablePath, "_delta_log");
  }

  Path logPath() {
    return logPath;
  }

  /**
   * The commit files from this version on, ascending; one listing of the log.
   *
   * @throws FileNotFoundException if there is no log
   */
  List<FileStatus> listFrom(long version) throws IOException {
    return KernelErrors.translate(
        tablePath,
        () -> {
          List<FileStatus> commits = new ArrayList<>();
          try (CloseableIterator<FileStatus> files =
              engine
                  .getFileSystemClient()
                  .listFrom(FileNames.deltaFile(logPath.toString(), version))) {
            while (files.hasNext()) {
              FileStatus file = files.next();
              if (FileNames.isPublishedDeltaFile(file.getPath())) {
                commits.add(file);
              }
            }
          }
          return commits;
        });
  }

  /** Whether the log has a commit or a checkpoint. */
  boolean hasLog() throws IOException {
    return KernelErrors.translate(
        tablePath,
        () -> {
          try (CloseableIterator<FileStatus> files =
              engine.getFileSystemClient().listFrom(FileNames.listingPrefix(logPath, 0))) {
            while (files.hasNext()) {
              String path = files.next().getPath();
              if (FileNames.isPublishedDeltaFile(path) || FileNames.isCheckpointFile(path)) {
                return true;
              }
            }
            return false;
          } catch (FileNotFoundException e) {
            return false;
          }
        });
  }

  /** A commit, empty if the log does not have it. */
  Optional<LoggedCommit> tryRead(long version) throws IOException {
    try {
      return Optional.of(
          read(
              KernelErrors.translate(
                  tablePath,
                  () ->
                      engine
                          .getFileSystemClient()
                          .getFileStatus(FileNames.deltaFile(logPath.toString(), version)))));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  LoggedCommit read(FileStatus file) throws IOException {
    return KernelErrors.translate(
        tablePath,
        () -> {
          CommitBuilder commit = new CommitBuilder();
          try (CloseableIterator<ColumnarBatch> batches =
              engine
                  .getJsonHandler()
                  .readJsonFiles(Utils.singletonCloseableIterator(file), LINE, Optional.empty())) {
            while (batches.hasNext()) {
              commit.add(batches.next());
            }
          }
          return new LoggedCommit(commit.build(file), file);
        });
  }

  static long version(FileStatus commitFile) {
    return FileNames.deltaVersion(commitFile.getPath());
  }

  private static final class CommitBuilder {
    private final List<Action> actions = new ArrayList<>();
    private Long inCommitTimestamp;
    private String operation;
    private String txnId;
    private boolean blindAppend;
    private boolean metadataChanged;
    private boolean protocolChanged;

    void add(ColumnarBatch batch) {
      ColumnVector commitInfo = batch.getColumnVector(LINE.indexOf("commitInfo"));
      ColumnVector txn = batch.getColumnVector(LINE.indexOf("txn"));
      ColumnVector add = batch.getColumnVector(LINE.indexOf("add"));
      ColumnVector remove = batch.getColumnVector(LINE.indexOf("remove"));
      ColumnVector cdc = batch.getColumnVector(LINE.indexOf("cdc"));
      ColumnVector metadata = batch.getColumnVector(LINE.indexOf("metaData"));
      ColumnVector protocol = batch.getColumnVector(LINE.indexOf("protocol"));
      for (int row = 0; row < batch.getSize(); row++) {
        if (!add.isNullAt(row)) {
          actions.add(ActionVectors.add(add, row));
        } else if (!remove.isNullAt(row)) {
          actions.add(ActionVectors.remove(remove, row));
        } else if (!cdc.isNullAt(row)) {
          actions.add(ActionVectors.cdc(cdc, row));
        } else if (!txn.isNullAt(row)) {
          actions.add(ActionVectors.txn(txn, row));
        } else if (!commitInfo.isNullAt(row)) {
          addCommitInfo(commitInfo, row);
        } else if (!metadata.isNullAt(row)) {
          metadataChanged = true;
        } else if (!protocol.isNullAt(row)) {
          protocolChanged = true;
        }
      }
    }

    private void addCommitInfo(ColumnVector commitInfo, int row) {
      inCommitTimestamp =
          ActionVectors.number(commitInfo.getChild(COMMIT_INFO.indexOf("inCommitTimestamp")), row);
      operation = ActionVectors.string(commitInfo.getChild(COMMIT_INFO.indexOf("operation")), row);
      txnId = ActionVectors.string(commitInfo.getChild(COMMIT_INFO.indexOf("txnId")), row);
      ColumnVector blind = commitInfo.getChild(COMMIT_INFO.indexOf("isBlindAppend"));
      blindAppend = !blind.isNullAt(row) && blind.getBoolean(row);
    }

    Commit build(FileStatus file) {
      return new Commit(
          version(file),
          inCommitTimestamp == null ? file.getModificationTime() : inCommitTimestamp,
          file.getModificationTime(),
          operation,
          txnId,
          blindAppend,
          List.copyOf(actions),
          metadataChanged,
          protocolChanged);
    }
  }
}
