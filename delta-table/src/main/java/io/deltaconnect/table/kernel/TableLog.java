package io.deltaconnect.table.kernel;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.FileStatus;
import io.deltaconnect.table.storage.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of one table, and the newest snapshot read from it. Not thread-safe: one task, one log.
 */
public final class TableLog {
  private static final Logger LOG = LoggerFactory.getLogger(TableLog.class);

  private final Storage storage;
  private final Engine engine;
  private final String tablePath;
  private final CommitReader reader;
  private final CommitWriter writer;
  private final SnapshotLoader loader;
  private LogSnapshot snapshot;

  /** Written, without knowing whether it is in the log; null if there is none such. */
  private PreparedCommit undecided;

  private TableLog(Storage storage, String tablePath) throws IOException {
    this.storage = storage;
    this.engine = storage.engine();
    this.tablePath = engine.getFileSystemClient().resolvePath(tablePath);
    this.reader = new CommitReader(engine, this.tablePath);
    this.writer = new CommitWriter(engine, reader);
    this.loader = new SnapshotLoader(engine, this.tablePath, reader);
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
   * The last {@code txn} of each application at a table's newest version. Reads nothing else of the
   * log, and keeps nothing of its files.
   *
   * @throws UnsupportedTableException naming the feature, if the table has one that we cannot read
   * @throws java.io.FileNotFoundException if there is no table
   */
  public static Map<String, Action.Txn> txns(Storage storage, String tablePath) throws IOException {
    return Map.copyOf(new TableLog(storage, tablePath).loader.txns());
  }

  /**
   * What a table says of itself at its newest version. Its files are not looked at, and nothing is
   * written.
   *
   * @throws UnsupportedTableException naming the feature, if the table has one that we cannot read
   * @throws java.io.FileNotFoundException if there is no table
   */
  public static TableDescription describe(Storage storage, String tablePath) throws IOException {
    return new TableLog(storage, tablePath).loader.describe();
  }

  /**
   * As {@link #describe}, of a table that is to be written.
   *
   * @throws UnsupportedTableException also if it has a feature that a writer must keep up and we do
   *     not, naming it
   */
  public static TableDescription describeWritable(Storage storage, String tablePath)
      throws IOException {
    DescribedTable described = new TableLog(storage, tablePath).loader.describe();
    TableFeatureSupport.checkWritable(described.tablePath(), described.table());
    return described;
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
    storage.requireAtomicPutIfAbsent(log.path());
    log.snapshot =
        new TableCreation(log.engine, log.tablePath, log.reader, log.writer, log::checkStore)
            .create(definition);
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
   * @throws TableGoneException if there is no table any more
   */
  public List<Commit> refresh() throws IOException {
    try {
      return readOn();
    } catch (FileNotFoundException e) {
      if (reader.hasLog()) {
        throw e;
      }
      throw new TableGoneException("There is no Delta table at " + tablePath + " any more", e);
    }
  }

  private List<Commit> readOn() throws IOException {
    // From the snapshot's own version on: if that is another file now, it is another table.
    List<FileStatus> files = reader.listFrom(snapshot.version());
    if (files.isEmpty() || !snapshot.isContinuedBy(files)) {
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
    if (tableChanged) {
      replaceBy(loader.load(last), false);
    } else {
      snapshot = snapshot.after(logged, snapshot.table());
    }
    return commits;
  }

  /**
   * The table at an older (or the same) version.
   *
   * @throws VersionNotAvailableException if the log no longer reaches back to it
   */
  public TableSnapshot snapshotAt(long version) throws IOException {
    return version == snapshot.version()
        ? snapshot
        : loader.loadOlder(version).in(snapshot.incarnation());
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
   * Makes sure, once per process, that the store of a table with a log keeps two writers from
   * making the same version; see {@link Storage#probe}. {@link #commit} does so, too.
   *
   * @throws io.deltaconnect.table.storage.UnsafeStoreException naming table and store, if it does
   *     not
   */
  public void checkStore() throws IOException {
    storage.probe(path());
  }

  /**
   * The action that makes this the table's schema. Where column mapping is on, new columns get
   * their ids and physical names here, so that files can be written before the commit.
   *
   * <p>Wider types need the table property {@code delta.enableTypeWidening}; a table that we have
   * made gets it with the first of them, unless it is set to false.
   *
   * @param schema logical; the table's columns, unchanged or of wider types that are noted as
   *     changes of their fields, and new nullable ones, nested ones too
   * @throws IllegalArgumentException if a column is missing, not nullable, of another type that is
   *     not wider, or has a name that Delta does not allow, or if columns must not widen
   * @throws UnsupportedTableException if a column needs a table feature that the table lacks, and
   *     we have not made the table: others may not be able to read it then
   */
  public Action.Metadata withSchema(StructType schema) {
    return MetadataChange.ofNewSchema(tablePath, snapshot.table(), schema).action();
  }

  /**
   * Commits on top of {@link #snapshot()} and moves the snapshot on. A lost response is looked up
   * by the commit's {@code txnId}, so that on return the outcome is known. Writes a checkpoint when
   * the table's interval is reached; a failed one is logged, never thrown.
   *
   * @return the commit as it stands in the log
   * @throws CommitConflictException if another writer was first; the snapshot has not moved
   * @throws UndecidedCommitException if the outcome could not be found out; {@link #settle} must do
   *     so before the next commit
   * @throws UnsupportedTableException if the table is not writable, or append-only and the commit
   *     removes rows
   * @throws IllegalArgumentException if a {@link Action.Metadata} does not fit the table
   */
  public Commit commit(CommitRequest request) throws IOException, CommitConflictException {
    if (undecided != null) {
      throw new IllegalStateException("an earlier commit to " + tablePath + " is undecided");
    }
    checkStore();
    checkWritable();
    return write(PreparedCommit.of(snapshot, request, System.currentTimeMillis()));
  }

  private Commit write(PreparedCommit prepared) throws IOException, CommitConflictException {
    FileStatus file;
    try {
      undecided = prepared;
      file = writer.write(prepared.draft());
    } catch (CommitConflictException e) {
      undecided = null;
      throw e;
    }
    LoggedCommit logged = prepared.in(file);
    if (snapshot.version() < logged.commit().version()) {
      snapshot = snapshot.after(List.of(logged), prepared.table());
      Checkpoints.writeIfDue(engine, tablePath, snapshot);
    }
    // Only now: an Error on the way here must not let anyone believe that there is no commit.
    undecided = null;
    return logged.commit();
  }

  /** Whether {@link #settle} must find out what became of a commit before the next one. */
  public boolean isUndecided() {
    return undecided != null;
  }

  /**
   * Finds out what became of a commit that ended in {@link UndecidedCommitException}, by writing it
   * again, as it was, unless its version is there by now. To be called after {@link #refresh}.
   *
   * @return the commit if it is in the log; empty if it is not and never will be, or there was none
   * @throws UndecidedCommitException if that still cannot be found out
   */
  public Optional<Commit> settle() throws IOException {
    if (undecided == null) {
      return Optional.empty();
    }
    if (!undecided.continues(snapshot)) {
      // Another table is here: the version that it was for is not this table's.
      undecided = null;
      return Optional.empty();
    }
    try {
      return Optional.of(write(undecided));
    } catch (CommitConflictException e) {
      LOG.info("table {}: a commit without a response was not made", tablePath, e);
      return Optional.empty();
    }
  }

  private org.apache.hadoop.fs.Path path() {
    return new org.apache.hadoop.fs.Path(tablePath);
  }

  private List<Commit> reload() throws IOException {
    LogSnapshot before = snapshot;
    LogSnapshot now = loader.load();
    replaceBy(now, !continues(now));
    boolean same =
        now.version() == before.version()
            && now.timestamp() == before.timestamp()
            && snapshot.incarnation() == before.incarnation();
    return same
        ? List.of()
        : List.of(
            new Commit(
                now.version(),
                now.timestamp(),
                now.timestamp(),
                null,
                null,
                false,
                List.of(),
                true,
                true));
  }

  private void replaceBy(LogSnapshot now, boolean otherHistory) {
    boolean another = otherHistory || !now.tableId().equals(snapshot.tableId());
    snapshot = now.in(snapshot.incarnation() + (another ? 1 : 0));
  }

  /** Whether what was read whole has the history read before, as far as the log still has it. */
  private boolean continues(LogSnapshot now) throws IOException {
    if (now.version() < snapshot.version()) {
      return false;
    }
    Optional<LoggedCommit> there = reader.tryRead(snapshot.version());
    return there.isEmpty() || snapshot.endsWith(there.get());
  }
}
