package io.deltaconnect.table;

import io.deltaconnect.table.TableOptions.MergeStrategy;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.commit.TableWriter;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.CommitConflictException;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.kernel.UnsupportedTableException;
import io.deltaconnect.table.locate.ScanLocator;
import io.deltaconnect.table.merge.MergeSettings;
import io.deltaconnect.table.merge.PhaseTimes;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Delta table as a writer of changes sees it. Not thread-safe: each task has its own. Every
 * committing method plans on the newest snapshot, and plans again when another writer was first.
 */
public final class DeltaTable {
  /** The table property that says which columns are the key: a JSON array of names. */
  public static final String KEY_COLUMNS_PROPERTY = TableDefinition.KEY_COLUMNS_PROPERTY;

  private static final Logger LOG = LoggerFactory.getLogger(DeltaTable.class);

  private final TableLog log;
  private final TableWriter writer;
  private final PhaseTimes phaseTimes = new PhaseTimes();

  private DeltaTable(Storage storage, TableLog log, TableOptions options) throws IOException {
    this.log = log;
    MergeSettings settings =
        new MergeSettings(
            storage,
            snapshot -> deletionVectors(options.mergeStrategy(), snapshot),
            options.emitUnchangedUpdates(),
            options.sharedChangeFiles(),
            options.targetFileSize(),
            options.parallelism(),
            phaseTimes);
    this.writer =
        new TableWriter(
            settings, new ScanLocator(storage, options.parallelism()), log, options.retryTimeout());
  }

  private static boolean deletionVectors(MergeStrategy strategy, TableSnapshot snapshot) {
    return switch (strategy) {
      case AUTO -> snapshot.deletionVectorsEnabled();
      case COPY_ON_WRITE -> false;
      case DELETION_VECTORS -> {
        if (!snapshot.deletionVectorsEnabled()) {
          throw new UnsupportedTableException(
              "table %s: merge strategy DELETION_VECTORS needs the table property delta.enableDeletionVectors=true; set it, or use AUTO or COPY_ON_WRITE"
                  .formatted(snapshot.tablePath()));
        }
        yield true;
      }
    };
  }

  /** Whether there is a Delta table at this path. */
  public static boolean exists(Storage storage, String path) throws IOException {
    return TableLog.exists(storage, path);
  }

  /**
   * The last {@code txn} of each application at a table's newest version; cheaper than {@link
   * #open}, as nothing of the table's files is kept.
   */
  public static Map<String, Action.Txn> txns(Storage storage, String path) throws IOException {
    return TableLog.txns(storage, path);
  }

  /**
   * Opens a table that exists, at its newest version.
   *
   * @throws io.deltaconnect.table.storage.UnsafeStoreException if its store cannot keep two writers
   *     from making the same version
   */
  public static DeltaTable open(Storage storage, String path, TableOptions options)
      throws IOException {
    TableLog log = TableLog.open(storage, path);
    log.checkStore();
    return new DeltaTable(storage, log, options);
  }

  /** Makes a table, as a version 0 of its own; if another writer has just made it, opens that. */
  public static DeltaTable createOrOpen(
      Storage storage, String path, TableDefinition definition, TableOptions options)
      throws IOException {
    if (!TableLog.exists(storage, path)) {
      try {
        return new DeltaTable(storage, TableLog.create(storage, path, definition), options);
      } catch (CommitConflictException e) {
        LOG.debug("table {}: another writer has just made it", path, e);
      }
    }
    return open(storage, path, options);
  }

  /** The newest snapshot read. */
  public TableSnapshot snapshot() {
    return log.snapshot();
  }

  /** How long the commits through this object have taken, by phase; any thread may look. */
  public PhaseTimes phaseTimes() {
    return phaseTimes;
  }

  /** Reads what was committed since. */
  public TableSnapshot refresh() throws IOException {
    log.refresh();
    return log.snapshot();
  }

  /**
   * Makes the changes true, in one commit. Without any effect on rows nothing is committed, the
   * {@code txn}s neither ({@link #commitTxns} does that).
   *
   * <p>Where it ends in an {@link io.deltaconnect.table.kernel.UndecidedCommitException}, the
   * commit may be in the table or not: the next call, whatever it asks for, first finds that out.
   *
   * @throws io.deltaconnect.table.commit.EarlierCommitLandedException if the commit before turns
   *     out to be in the table; nothing else was done
   * @throws io.deltaconnect.table.commit.FencedException if a {@code txn} is not as expected
   * @throws io.deltaconnect.table.commit.TableRecreatedException if another table is at this path
   *     than {@link #snapshot} said; only the first call says so
   * @throws io.deltaconnect.table.commit.RetriesExhaustedException if other writers were first
   *     until {@link TableOptions#retryTimeout} was over; nothing was committed
   * @throws io.deltaconnect.table.merge.SchemaMismatchException if rows do not fit the table
   * @throws io.deltaconnect.table.merge.MissingRowsException if changes need rows that the table
   *     does not have, with their keys; nothing was committed
   */
  public CommitResult merge(MergeRequest request) throws IOException {
    return writer.merge(request);
  }

  /** Adds rows without looking at the table's; throws as {@link #merge} does. */
  public CommitResult append(AppendRequest request) throws IOException {
    return writer.append(request);
  }

  /**
   * Removes all rows, in one commit; nothing is committed if there are none. Throws as {@link
   * #merge} does.
   */
  public CommitResult truncate(List<Action.Txn> txns, Map<String, Long> expectedTxns)
      throws IOException {
    return writer.truncate(txns, expectedTxns);
  }

  /** Commits {@code txn}s alone; throws as {@link #merge} does. */
  public CommitResult commitTxns(List<Action.Txn> txns, Map<String, Long> expectedTxns)
      throws IOException {
    return writer.commitTxns(txns, expectedTxns);
  }

  /**
   * Sets table properties, and upgrades the protocol where they need it, in one commit; nothing is
   * committed if the table has them. Throws as {@link #merge} does.
   *
   * @throws IllegalArgumentException if Delta does not allow it
   */
  public CommitResult setProperties(Map<String, String> properties) throws IOException {
    return writer.setProperties(properties);
  }
}
