package io.deltaconnect.table.merge;

import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.merge.MergePlan.TouchedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan and the files written for it, until a commit names them. As long as the plan holds, the
 * rows stay written while other writers commit; only deletion vectors are joined with theirs. Not
 * thread-safe.
 */
public final class PreparedMerge {
  private final MergeSettings settings;
  private final MergePlan plan;
  private final TableLayout layout;
  private final boolean deletionVectors;
  private final DeletionVectorStore store;
  private final WrittenFiles rowFiles;
  private final WrittenFiles removalFiles;
  private List<Action> rows;
  private List<Action> removals;
  private List<DataFile> removedFrom;

  /**
   * @param layout of the rows of the plan, and of the table after the commit
   * @param deletionVectors whether rows die by deletion vector, else by rewriting their files
   */
  PreparedMerge(
      MergeSettings settings, MergePlan plan, TableLayout layout, boolean deletionVectors) {
    this.settings = settings;
    this.plan = plan;
    this.layout = layout;
    this.deletionVectors = deletionVectors;
    this.store = new DeletionVectorStore(settings.storage(), layout.tablePath());
    this.rowFiles = new WrittenFiles(settings.storage(), layout.tablePath());
    this.removalFiles = new WrittenFiles(settings.storage(), layout.tablePath());
  }

  public MergePlan plan() {
    return plan;
  }

  /** The layout of the table after the commit. */
  public TableLayout layout() {
    return layout;
  }

  /** Whether the rows that die may share their file's deletion vector with other writers'. */
  public boolean canJoin() {
    return deletionVectors;
  }

  /**
   * The actions of this merge on a snapshot in which the plan holds; files are written as far as
   * they are not yet.
   */
  public List<Action> actions(TableSnapshot snapshot) throws IOException {
    List<DataFile> current = current(snapshot);
    if (removals == null || !current.equals(removedFrom)) {
      removalFiles.delete();
      removals = null;
      List<DeadRows> dead = deadRows(current);
      if (rows == null) {
        rows = new RowFiles(settings, layout, rowFiles).write(plan, needsCdc(snapshot, dead));
      }
      RowRemoval removal =
          deletionVectors
              ? new DeletionVectorRemoval(store)
              : new CopyOnWriteRemoval(settings, layout);
      removals = removal.remove(dead, removalFiles, System.currentTimeMillis());
      removedFrom = current;
    }
    List<Action> actions = new ArrayList<>(removals);
    actions.addAll(rows);
    return actions;
  }

  /** Deletes the files written; for when no commit will name them. */
  public void discard() {
    removalFiles.delete();
    rowFiles.delete();
    rows = null;
    removals = null;
  }

  /** Rows that are only added, and files that are only removed, tell readers themselves. */
  private boolean needsCdc(TableSnapshot snapshot, List<DeadRows> dead) {
    if (!snapshot.changeDataFeedEnabled() || plan.insertOnly()) {
      return false;
    }
    boolean onlyWholeFiles = plan.newRows().isEmpty();
    for (DeadRows file : dead) {
      onlyWholeFiles &= file.wholeFile();
    }
    return !onlyWholeFiles;
  }

  /** The files in which rows die, as the snapshot has them. */
  private List<DataFile> current(TableSnapshot snapshot) {
    Map<String, DataFile> wanted = new HashMap<>();
    for (TouchedFile file : plan.files()) {
      if (file.dead().length > 0) {
        wanted.put(file.file().path(), null);
      }
    }
    if (!wanted.isEmpty()) {
      for (DataFile file : snapshot.files()) {
        if (wanted.containsKey(file.path())) {
          wanted.put(file.path(), file);
        }
      }
    }
    List<DataFile> current = new ArrayList<>();
    for (TouchedFile file : plan.files()) {
      if (file.dead().length > 0) {
        DataFile live = wanted.get(file.file().path());
        if (live == null) {
          throw new IllegalStateException(
              "table %s: %s is not live in version %d, the plan does not hold there"
                  .formatted(layout.tablePath(), file.file().path(), snapshot.version()));
        }
        current.add(live);
      }
    }
    return current;
  }

  private List<DeadRows> deadRows(List<DataFile> current) throws IOException {
    TableFileReader reader = new TableFileReader(settings.storage(), layout);
    List<Parallel.Task<DeadRows>> tasks = new ArrayList<>();
    int next = 0;
    for (TouchedFile file : plan.files()) {
      if (file.dead().length > 0) {
        DataFile live = current.get(next++);
        tasks.add(() -> deadRows(reader, live, file.dead()));
      }
    }
    return Parallel.run(settings.parallelism(), tasks);
  }

  private DeadRows deadRows(TableFileReader reader, DataFile file, long[] dying)
      throws IOException {
    DeletionVector before = store.read(file.dv());
    DeletionVector after = before.union(DeletionVector.of(dying));
    if (after.cardinality() != before.cardinality() + dying.length) {
      throw new IllegalStateException(
          "table %s: rows of %s are dead already, the plan does not hold there"
              .formatted(layout.tablePath(), file.path()));
    }
    return new DeadRows(file, before, after, RowCounts.physical(reader, file));
  }
}
