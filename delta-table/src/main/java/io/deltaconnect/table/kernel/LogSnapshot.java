package io.deltaconnect.table.kernel;

import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.FileStatus;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A snapshot that knows how to become that of a later version. */
final class LogSnapshot implements TableSnapshot {
  private static final long MILLIS = 1000;

  private final String tablePath;
  private final long version;
  private final long timestamp;
  private final FileStatus commitFile;
  private final String txnId;
  private final int incarnation;
  private final TableMetadata table;
  private final Map<FileKey, DataFile> files;
  private final Map<String, Action.Txn> txns;

  /**
   * @param commitFile the log file of {@code version}
   * @param txnId of the commit in it, null if absent
   * @param incarnation as in {@link TableSnapshot#incarnation}
   * @param files live files; not changed any more
   * @param txns last one of each application; not changed any more
   */
  LogSnapshot(
      String tablePath,
      long version,
      long timestamp,
      FileStatus commitFile,
      String txnId,
      int incarnation,
      TableMetadata table,
      Map<FileKey, DataFile> files,
      Map<String, Action.Txn> txns) {
    this.tablePath = tablePath;
    this.version = version;
    this.timestamp = timestamp;
    this.commitFile = commitFile;
    this.txnId = txnId;
    this.incarnation = incarnation;
    this.table = table;
    this.files = files;
    this.txns = txns;
  }

  /**
   * The snapshot after these commits. The file map is copied once, whatever their number, and not
   * at all if they name no file.
   *
   * @param commits the versions after this one, without a gap
   * @param newTable what their metadata and protocol say
   */
  LogSnapshot after(List<LoggedCommit> commits, TableMetadata newTable) {
    Map<FileKey, DataFile> newFiles = files;
    Map<String, Action.Txn> newTxns = txns;
    for (LoggedCommit logged : commits) {
      for (Action action : logged.commit().actions()) {
        if (action instanceof Action.Add add) {
          newFiles = newFiles == files ? new HashMap<>(files) : newFiles;
          newFiles.put(FileKey.of(add.file()), add.file());
        } else if (action instanceof Action.Remove remove) {
          newFiles = newFiles == files ? new HashMap<>(files) : newFiles;
          newFiles.remove(FileKey.of(remove.file()));
        } else if (action instanceof Action.Txn txn) {
          newTxns = newTxns == txns ? new HashMap<>(txns) : newTxns;
          newTxns.put(txn.appId(), txn);
        }
      }
    }
    LoggedCommit last = commits.get(commits.size() - 1);
    return new LogSnapshot(
        tablePath,
        last.commit().version(),
        last.commit().committedAt(newTable.properties()),
        last.file(),
        last.commit().txnId(),
        incarnation,
        newTable,
        newFiles,
        newTxns);
  }

  /** The same, found after so many replacements. */
  LogSnapshot in(int newIncarnation) {
    return new LogSnapshot(
        tablePath, version, timestamp, commitFile, txnId, newIncarnation, table, files, txns);
  }

  TableMetadata table() {
    return table;
  }

  /**
   * Whether this file of the log is the commit that this snapshot ends with. Some stores tell the
   * time of one and the same file in milliseconds when it is listed and in seconds when it is asked
   * for.
   */
  boolean endsWith(FileStatus file) {
    long time = file.getModificationTime();
    long known = commitFile.getModificationTime();
    boolean inSeconds = time % MILLIS == 0 || known % MILLIS == 0;
    return file.getSize() == commitFile.getSize()
        && (time == known || (inSeconds && time / MILLIS == known / MILLIS));
  }

  /** Whether these files of the log, in order, are this snapshot's last commit and those after. */
  boolean isContinuedBy(List<FileStatus> files) {
    if (!endsWith(files.get(0))) {
      return false;
    }
    for (int i = 0; i < files.size(); i++) {
      if (CommitReader.version(files.get(i)) != version + i) {
        return false;
      }
    }
    return true;
  }

  /** Whether this commit, of the same version, is the one that this snapshot ends with. */
  boolean endsWith(LoggedCommit commit) {
    String other = commit.commit().txnId();
    if (txnId != null && other != null) {
      return txnId.equals(other);
    }
    // A log that was copied has the same commits in files of another time.
    return commit.file().getSize() == commitFile.getSize();
  }

  @Override
  public int incarnation() {
    return incarnation;
  }

  @Override
  public String tablePath() {
    return tablePath;
  }

  @Override
  public long version() {
    return version;
  }

  @Override
  public long timestamp() {
    return timestamp;
  }

  @Override
  public String tableId() {
    return table.metadata().getId();
  }

  @Override
  public StructType schema() {
    return table.schema();
  }

  @Override
  public List<String> partitionColumns() {
    return table.partitionColumns();
  }

  @Override
  public Map<String, String> properties() {
    return table.properties();
  }

  @Override
  public boolean changeDataFeedEnabled() {
    return table.changeDataFeedEnabled();
  }

  @Override
  public boolean deletionVectorsEnabled() {
    return table.deletionVectorsEnabled();
  }

  @Override
  public Collection<DataFile> files() {
    return Collections.unmodifiableCollection(files.values());
  }

  @Override
  public Action.Txn txn(String appId) {
    return txns.get(appId);
  }
}
