package io.deltaconnect.table.feed;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.feed.ChangedRows.Pass;
import io.deltaconnect.table.feed.LostHistoryException.Reason;
import io.deltaconnect.table.file.RowIterator;
import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.VersionNotAvailableException;
import io.deltaconnect.table.row.ChangeType;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which rows of which files are the changes of one commit. */
final class CommitFiles {
  private final TableLog log;
  private final TableLayout layout;
  private final TableLayout layoutBefore;
  private final StructType schemaBefore;
  private final long version;
  private final TableFileReader reader;
  private final TableFileReader readerBefore;
  private final DeletionVectorStore vectors;

  private final List<Action.Cdc> changeFiles = new ArrayList<>();

  /** By path, in log order; those that change data only. */
  private final Map<String, DataFile> added = new LinkedHashMap<>();

  private final Map<String, DataFile> removed = new LinkedHashMap<>();

  /**
   * Rows of files that the commit removes are read in the layout of the version itself, as other
   * readers have it, unless columns have other types or places there than in the files, or all are
   * others (REPLACE TABLE, overwriteSchema): it would show values that never were.
   *
   * @param layout of the version
   * @param before of the version before; null if it is the same, or not known
   */
  CommitFiles(
      Storage storage, TableLog log, TableLayout layout, TableLayout before, Commit commit) {
    this.log = log;
    this.layout = layout;
    boolean same = before == null || !showsRemovedFiles(commit) || layout.shows(before);
    this.layoutBefore = same ? layout : before;
    this.schemaBefore = same && before != null ? before.schema() : null;
    this.version = commit.version();
    this.reader = new TableFileReader(storage, layout, true);
    this.readerBefore = new TableFileReader(storage, layoutBefore, true);
    this.vectors = new DeletionVectorStore(storage, layout.tablePath());
    for (Action action : commit.actions()) {
      if (action instanceof Action.Cdc cdc) {
        changeFiles.add(cdc);
      } else if (action instanceof Action.Add add && add.dataChange()) {
        added.put(add.file().path(), add.file());
      } else if (action instanceof Action.Remove remove && remove.dataChange()) {
        removed.put(remove.file().path(), remove.file());
      }
    }
  }

  /** Whether rows of files that the commit removes are changes that it made. */
  static boolean showsRemovedFiles(Commit commit) {
    boolean removes = false;
    for (Action action : commit.actions()) {
      if (action instanceof Action.Cdc) {
        return false;
      }
      removes |= action instanceof Action.Remove remove && remove.dataChange();
    }
    return removes;
  }

  /** Whether rows of before can be among its changes. */
  static boolean showsOldImages(Commit commit) {
    return showsRemovedFiles(commit)
        || commit.actions().stream().anyMatch(action -> action instanceof Action.Cdc);
  }

  /** Of new images. */
  TableLayout layout() {
    return layout;
  }

  /** Of old images. */
  TableLayout layoutBefore() {
    return layoutBefore;
  }

  /** As {@link VersionChanges#schemaBefore}. */
  StructType schemaBefore() {
    return schemaBefore;
  }

  /** Old images first, then new ones; both in log order. */
  List<ChangedRows> changes() throws IOException {
    return changeFiles.isEmpty() ? fromDataFiles() : fromChangeFiles();
  }

  /**
   * Makes sure that what {@link #changes} reads is still there.
   *
   * @throws LostHistoryException if not
   */
  void requireFiles() throws IOException {
    if (!changeFiles.isEmpty()) {
      for (Action.Cdc file : changeFiles) {
        require(file.path(), () -> reader.require(file.path()));
      }
      return;
    }
    completeRemovedFiles();
    for (Map<String, DataFile> files : List.of(removed, added)) {
      for (DataFile file : files.values()) {
        require(
            file.path(),
            () -> {
              reader.require(file.path());
              vectors.read(file.dv());
            });
      }
    }
  }

  private void require(String path, FileCheck check) throws IOException {
    try {
      check.run();
    } catch (IOException e) {
      LostHistoryException.throwIfFileGone(e, layout.tablePath(), version, path);
      throw e;
    }
  }

  private interface FileCheck {
    void run() throws IOException;
  }

  private List<ChangedRows> fromChangeFiles() {
    List<ChangedRows> oldImages = new ArrayList<>();
    List<ChangedRows> newImages = new ArrayList<>();
    for (Action.Cdc file : changeFiles) {
      ChangedRows.Opener opener = () -> reader.changeRows(file);
      if (added.containsKey(file.path())) {
        // A file of the table itself: its rows live after the commit, so all are new images.
        newImages.add(new ChangedRows(file.path(), file.size(), Pass.ALL, null, opener));
      } else {
        oldImages.add(new ChangedRows(file.path(), file.size(), Pass.OLD_IMAGES, null, opener));
        newImages.add(new ChangedRows(file.path(), file.size(), Pass.NEW_IMAGES, null, opener));
      }
    }
    oldImages.addAll(newImages);
    return oldImages;
  }

  private List<ChangedRows> fromDataFiles() throws IOException {
    completeRemovedFiles();
    List<ChangedRows> result = new ArrayList<>();
    for (DataFile file : removed.values()) {
      DataFile after = added.get(file.path());
      result.add(
          new ChangedRows(
              file.path(),
              file.size(),
              Pass.ALL,
              ChangeType.DELETE,
              () -> liveOnlyIn(file, after, readerBefore)));
    }
    for (DataFile file : added.values()) {
      DataFile before = removed.get(file.path());
      result.add(
          new ChangedRows(
              file.path(),
              file.size(),
              Pass.ALL,
              ChangeType.INSERT,
              () -> liveOnlyIn(file, before, reader)));
    }
    return result;
  }

  /**
   * @param other the same file with another deletion vector; null if it is not in the table
   */
  private RowIterator liveOnlyIn(DataFile file, DataFile other, TableFileReader with)
      throws IOException {
    DeletionVector dead = vectors.read(file.dv());
    return other == null
        ? with.rows(file, dead)
        : with.onlyRows(file, vectors.read(other.dv()).minus(dead));
  }

  /**
   * Size and partition values are optional in {@code remove} actions (Delta protocol, "Add File and
   * Remove File"): those left out are those of the file in the version before.
   */
  private void completeRemovedFiles() throws IOException {
    if (removed.values().stream().allMatch(this::isComplete)) {
      return;
    }
    Map<String, DataFile> before = new HashMap<>();
    try {
      log.snapshotAt(version - 1).files().forEach(file -> before.put(file.path(), file));
    } catch (VersionNotAvailableException e) {
      throw new LostHistoryException(
          Reason.VERSION_GONE,
          version - 1,
          "table %s: version %d removes files without their sizes or partitions, and version %d is no longer in the log"
              .formatted(layout.tablePath(), version, version - 1),
          e);
    }
    // A file that the version before did not have takes no rows away.
    removed.keySet().removeIf(path -> !isComplete(removed.get(path)) && !before.containsKey(path));
    removed.replaceAll((path, file) -> isComplete(file) ? file : before.get(path));
  }

  private boolean isComplete(DataFile file) {
    boolean partitionKnown =
        layoutBefore.partitionColumns().isEmpty()
            || (file.partitionValues() != null && !file.partitionValues().isEmpty());
    return partitionKnown && file.size() > 0;
  }
}
