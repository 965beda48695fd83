package io.deltaconnect.table.kernel;

import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.CheckpointAlreadyExistsException;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.FileStatus;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of one table, and the newest snapshot read from it. Not thread-safe: one task, one log.
 */
public final class TableLog {
  private static final Logger LOG = LoggerFactory.getLogger(TableLog.class);

  private final Engine engine;
  private final String tablePath;
  private final CommitReader reader;
  private final CommitWriter writer;
  private final SnapshotLoader loader;
  private LogSnapshot snapshot;

  private TableLog(Storage storage, String tablePath) throws IOException {
    this.engine = storage.engine();
    this.tablePath = resolve(storage, tablePath);
    this.reader = new CommitReader(engine, this.tablePath);
    this.writer = new CommitWriter(engine, reader);
    this.loader = new SnapshotLoader(engine, this.tablePath);
  }

  /** Whether there is a Delta table at this path. */
  public static boolean exists(Storage storage, String tablePath) throws IOException {
    return new TableLog(storage, tablePath).reader.hasLog();
  }

  /**
   * Opens a table at its newest version.
   *
   * @throws UnsupportedTableException naming the feature, if the table has one that we cannot read
   * @throws java.io.FileNotFoundException if there is no table
   */
  public static TableLog open(Storage storage, String tablePath) throws IOException {
    TableLog log = new TableLog(storage, tablePath);
    log.snapshot = log.loader.load();
    return log;
  }

  /**
   * Makes a table, as a version 0 of its own.
   *
   * @throws CommitConflictException if there is one at this path, made by another writer meanwhile
   *     or long ago
   * @throws IllegalArgumentException if Delta does not allow such a table
   */
  public static TableLog create(Storage storage, String tablePath, TableDefinition definition)
      throws IOException, CommitConflictException {
    TableLog log = new TableLog(storage, tablePath);
    log.snapshot =
        new TableCreation(log.engine, log.tablePath, log.reader, log.writer).create(definition);
    return log;
  }

  /** The newest snapshot read. */
  public TableSnapshot snapshot() {
    return snapshot;
  }

  /**
   * Reads the commits since {@link #snapshot()}, and only those. Where some of them are no longer
   * there, because the log was cleaned up or the table was made anew, the whole snapshot is read,
   * and one commit without actions, whose metadata and protocol count as changed, stands for them
   * all: nothing planned before holds any more.
   *
   * @return what they said, oldest first; empty if there is none
   */
  public List<Commit> refresh() throws IOException {
    // From the snapshot's own version on: if that is another file now, it is another table.
    List<FileStatus> files = reader.listFrom(snapshot.version());
    if (files.isEmpty() || !isContinuation(files)) {
      return reload();
    }
    if (files.size() == 1) {
      return List.of();
    }
    List<LoggedCommit> logged = new ArrayList<>();
    List<Commit> commits = new ArrayList<>();
    boolean tableChanged = false;
    for (FileStatus file : files.subList(1, files.size())) {
      LoggedCommit next = reader.read(file);
      logged.add(next);
      commits.add(next.commit());
      tableChanged |= next.commit().metadataChanged() || next.commit().protocolChanged();
    }
    long last = commits.get(commits.size() - 1).version();
    snapshot = tableChanged ? loader.load(last) : snapshot.after(logged, snapshot.table());
    return commits;
  }

  /**
   * The table at an older (or the same) version.
   *
   * @throws VersionNotAvailableException if the log no longer reaches back to it
   */
  public TableSnapshot snapshotAt(long version) throws IOException {
    return version == snapshot.version() ? snapshot : loader.load(version);
  }

  /**
   * Reads one commit.
   *
   * @throws VersionNotAvailableException if the log does not have it (any more, or yet)
   */
  public Commit read(long version) throws IOException {
    return reader
        .tryRead(version)
        .orElseThrow(
            () ->
                new VersionNotAvailableException(
                    "The log of " + tablePath + " does not have version " + version, null))
        .commit();
  }

  /**
   * Fails, naming the feature, if the table has a feature that a writer must keep up and we do not.
   * An append-only table is writable; {@link #commit} refuses to remove its rows.
   *
   * @throws UnsupportedTableException naming table and feature
   */
  public void checkWritable() {
    TableFeatureSupport.checkWritable(tablePath, snapshot.table());
  }

  /**
   * The action that makes this the table's schema. Where column mapping is on, new columns get
   * their ids and physical names here, so that files can be written before the commit.
   *
   * @param schema logical; the table's columns, unchanged, and new nullable ones, nested ones too
   * @throws IllegalArgumentException if a column is missing, not nullable, of another type, or has
   *     a name that Delta does not allow
   */
  public Action.Metadata withSchema(StructType schema) {
    return MetadataChange.of(tablePath, snapshot.table(), schema, snapshot.properties()).action();
  }

  /**
   * Commits on top of {@link #snapshot()} and moves the snapshot on. A lost response is looked up
   * by the commit's {@code txnId}, so that on return the outcome is known. Writes a checkpoint when
   * the table's interval is reached; a failed one is logged, never thrown.
   *
   * @return the commit as it stands in the log
   * @throws CommitConflictException if another writer was first; the snapshot has not moved
   * @throws UnsupportedTableException if the table is not writable, or append-only and the commit
   *     removes rows
   * @throws IllegalArgumentException if a {@link Action.Metadata} does not fit the table
   */
  public Commit commit(CommitRequest request) throws IOException, CommitConflictException {
    checkWritable();
    checkAppendOnly(request);
    MetadataChange change = metadataChange(request);
    TableMetadata table = change == null ? snapshot.table() : change.table();
    long version = snapshot.version() + 1;
    long now = System.currentTimeMillis();
    Optional<Long> inCommitTimestamp =
        table.inCommitTimestampsEnabled()
            ? Optional.of(Math.max(now, snapshot.timestamp() + 1))
            : Optional.empty();
    if (change != null) {
      change = change.committedAt(version, inCommitTimestamp);
      table = change.table();
    }
    CommitInfo commitInfo =
        new CommitInfo(
            inCommitTimestamp,
            now,
            Optional.of(EngineInfo.TEXT),
            Optional.of(request.operation()),
            request.operationParameters(),
            Optional.of(request.blindAppend()),
            Optional.of(UUID.randomUUID().toString()),
            Map.of());
    MetadataChange written = change;
    FileStatus file =
        writer.write(
            new CommitWriter.Draft(
                version,
                commitInfo,
                snapshot.table(),
                change == null ? null : change.newProtocol(),
                change == null ? null : table.metadata(),
                List.of(),
                () -> lines(commitInfo, written, request.actions()).iterator()));
    Commit commit =
        new Commit(
            version,
            inCommitTimestamp.orElse(file.getModificationTime()),
            request.operation(),
            commitInfo.getTxnId().orElseThrow(),
            request.blindAppend(),
            fileActions(request.actions()),
            change != null,
            change != null && change.newProtocol() != null);
    snapshot = snapshot.after(List.of(new LoggedCommit(commit, file)), table);
    checkpointIfDue();
    return commit;
  }

  private static String resolve(Storage storage, String tablePath) throws IOException {
    return storage.engine().getFileSystemClient().resolvePath(tablePath);
  }

  private boolean isContinuation(List<FileStatus> files) {
    if (!snapshot.endsWith(files.get(0))) {
      return false;
    }
    for (int i = 0; i < files.size(); i++) {
      if (CommitReader.version(files.get(i)) != snapshot.version() + i) {
        return false;
      }
    }
    return true;
  }

  private List<Commit> reload() throws IOException {
    LogSnapshot before = snapshot;
    LogSnapshot now = loader.load();
    snapshot = now;
    boolean same =
        now.version() == before.version()
            && now.timestamp() == before.timestamp()
            && now.tableId().equals(before.tableId());
    return same
        ? List.of()
        : List.of(
            new Commit(now.version(), now.timestamp(), null, null, false, List.of(), true, true));
  }

  private void checkAppendOnly(CommitRequest request) {
    if (!snapshot.table().appendOnly()) {
      return;
    }
    for (Action action : request.actions()) {
      if (action instanceof Action.Remove remove && remove.dataChange()) {
        throw new UnsupportedTableException(
            "Table "
                + tablePath
                + " is append-only (delta.appendOnly): its rows can neither be updated nor deleted");
      }
    }
  }

  /** Null if the request has no metadata. */
  private MetadataChange metadataChange(CommitRequest request) {
    MetadataChange change = null;
    for (Action action : request.actions()) {
      if (action instanceof Action.Metadata metadata) {
        if (change != null) {
          throw new IllegalArgumentException("a commit has at most one metadata action");
        }
        change =
            MetadataChange.of(
                tablePath, snapshot.table(), metadata.schema(), metadata.properties());
      }
    }
    return change;
  }

  private static List<Row> lines(
      CommitInfo commitInfo, MetadataChange change, List<Action> actions) {
    List<Row> lines = new ArrayList<>(actions.size() + 2);
    lines.add(ActionRows.of(commitInfo));
    if (change != null && change.newProtocol() != null) {
      lines.add(ActionRows.of(change.newProtocol()));
    }
    for (Action action : actions) {
      if (action instanceof Action.Add add) {
        lines.add(ActionRows.of(add));
      } else if (action instanceof Action.Remove remove) {
        lines.add(ActionRows.of(remove));
      } else if (action instanceof Action.Cdc cdc) {
        lines.add(ActionRows.of(cdc));
      } else if (action instanceof Action.Txn txn) {
        lines.add(ActionRows.of(txn));
      } else if (action instanceof Action.Metadata) {
        lines.add(ActionRows.of(change.table().metadata()));
      }
    }
    return lines;
  }

  private static List<Action> fileActions(List<Action> actions) {
    return actions.stream().filter(action -> !(action instanceof Action.Metadata)).toList();
  }

  private void checkpointIfDue() {
    try {
      if (snapshot.version() % snapshot.table().checkpointInterval() == 0) {
        // The newest one, not exactly ours: only that lets Kernel clean up old log files too.
        Snapshot newest = TableManager.loadSnapshot(tablePath).build(engine);
        newest.writeCheckpoint(engine);
      }
    } catch (CheckpointAlreadyExistsException e) {
      LOG.debug("Another writer has written the checkpoint of {}", tablePath, e);
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "No checkpoint after version {} of {}; the next one is due at the table's interval",
          snapshot.version(),
          tablePath,
          e);
    }
  }
}
