package io.deltaconnect.table.commit;

import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.merge.MergePlan.TouchedFile;
import io.deltaconnect.table.merge.Merger;
import io.deltaconnect.table.merge.PreparedMerge;
import io.deltaconnect.table.merge.SnapshotView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What other writers have committed since a plan was made, seen as the net difference of the two
 * snapshots: several commits that undo each other are no difference.
 */
final class Winners {
  private final TableSnapshot now;
  private final DeletionVectorStore vectors;
  private final boolean metadataChanged;
  private final boolean dataAdded;
  private final Set<String> paths = new HashSet<>();
  private final Map<String, DataFile> filesBefore;
  private final Map<String, DataFile> filesNow;

  Winners(
      TableSnapshot before, List<Commit> commits, TableSnapshot now, DeletionVectorStore vectors) {
    this.now = now;
    this.vectors = vectors;
    boolean metadata = before.incarnation() != now.incarnation();
    boolean added = false;
    for (Commit commit : commits) {
      metadata |= commit.metadataChanged() || commit.protocolChanged();
      for (Action action : commit.actions()) {
        if (action instanceof Action.Add add) {
          paths.add(add.file().path());
          added |= add.dataChange();
        } else if (action instanceof Action.Remove remove) {
          paths.add(remove.file().path());
        }
      }
    }
    this.metadataChanged = metadata;
    this.dataAdded = added;
    this.filesBefore = filesOf(before);
    this.filesNow = filesOf(now);
  }

  private Map<String, DataFile> filesOf(TableSnapshot snapshot) {
    Map<String, DataFile> files = new HashMap<>();
    if (!paths.isEmpty()) {
      for (DataFile file : snapshot.files()) {
        if (paths.contains(file.path())) {
          files.put(file.path(), file);
        }
      }
    }
    return files;
  }

  /** Whether they changed what rows mean: metadata or protocol. */
  boolean metadataChanged() {
    return metadataChanged;
  }

  /** Whether a plan made before them is the plan that would be made after them. */
  boolean leave(PreparedMerge merge, Merger merger) throws IOException {
    if (metadataChanged) {
      return false;
    }
    Set<String> dependedOn = new HashSet<>();
    for (TouchedFile file : merge.plan().files()) {
      String path = file.file().path();
      dependedOn.add(path);
      if (paths.contains(path) && !leave(file, filesNow.get(path), merge.canJoin())) {
        return false;
      }
    }
    return !dataAdded
        || merger
            .locate(new SnapshotView(now, merge.layout(), filesWithNewRows(dependedOn)))
            .isEmpty();
  }

  /** Whether a file that the plan depends on still has the located rows, and no others came. */
  private boolean leave(TouchedFile touched, DataFile live, boolean canJoin) throws IOException {
    if (live == null) {
      return false;
    }
    DataFile planned = touched.file();
    if (sameVector(planned, live)) {
      return true;
    }
    if (touched.dead().length > 0 && !canJoin) {
      // The survivors were written before the other writer killed some of them.
      return false;
    }
    DeletionVector dead = vectors.read(live.dv());
    for (long position : touched.located()) {
      if (dead.contains(position)) {
        return false;
      }
    }
    return vectors.read(planned.dv()).minus(dead).isEmpty();
  }

  /** Files that were not there, or in which dead rows live again. */
  private List<DataFile> filesWithNewRows(Set<String> except) throws IOException {
    List<DataFile> files = new ArrayList<>();
    for (DataFile file : filesNow.values()) {
      if (!except.contains(file.path()) && hasNewRows(filesBefore.get(file.path()), file)) {
        files.add(file);
      }
    }
    return files;
  }

  private boolean hasNewRows(DataFile before, DataFile live) throws IOException {
    if (before == null) {
      return true;
    }
    return before.dv() != null
        && !sameVector(before, live)
        && !vectors.read(before.dv()).minus(vectors.read(live.dv())).isEmpty();
  }

  private static boolean sameVector(DataFile a, DataFile b) {
    return a.dv() == null ? b.dv() == null : a.dv().equals(b.dv());
  }
}
