package io.deltaconnect.table.merge;

import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.merge.MergePlan.NewRow;
import io.deltaconnect.table.merge.MergePlan.OldRow;
import io.deltaconnect.table.merge.MergePlan.TouchedFile;
import io.deltaconnect.table.row.ChangeType;
import io.deltaconnect.table.row.Kept;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.row.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Plans a merge. A pure function: no file is read or written.
 *
 * <p>The net effect per key, where a key that the table holds several times (another writer put it
 * there) loses all those rows, the first of them being the preimage of an update:
 *
 * <pre>
 * before  after      data                    feed
 * absent  row        new row                 insert
 * row     other row  old row dies, new row   update_preimage, update_postimage
 * row     equal row  nothing (*)             nothing
 * row     absent     old row dies            delete
 * absent  absent     nothing                 nothing
 * (*) replaced and shown all the same if unchanged updates are to be emitted
 * </pre>
 *
 * <p>A partial row is the row after it is completed from the row before, so that a plan made anew
 * completes it anew. Of several rows of a key the first completes it.
 */
public final class MergePlanner {
  private static final int NONE = -1;

  private final List<LocatedRow> located;
  private final boolean emitUnchangedUpdates;
  private final boolean[] dead;
  private final List<NewRow> newRows = new ArrayList<>();
  private final List<OldRow> oldRows = new ArrayList<>();
  private final List<Key> missing = new ArrayList<>();
  private long inserted;
  private long updated;
  private long deleted;

  private MergePlanner(List<LocatedRow> located, boolean emitUnchangedUpdates) {
    this.located = located;
    this.emitUnchangedUpdates = emitUnchangedUpdates;
    this.dead = new boolean[located.size()];
  }

  /**
   * @param changes at most one per key; rows in the order of the table's schema
   * @param located every live row whose key is among the changes, sorted by path, then position;
   *     rows in the order of the table's schema
   * @param emitUnchangedUpdates whether an update that changes nothing is written and shown
   * @throws IllegalArgumentException if two changes have the same key
   * @throws MissingRowsException if a change needs a row that is not located
   */
  public static MergePlan plan(
      List<Change> changes, List<LocatedRow> located, boolean emitUnchangedUpdates) {
    return new MergePlanner(located, emitUnchangedUpdates).plan(changes);
  }

  private MergePlan plan(List<Change> changes) {
    // Rows of one key are chained through their indexes, in their order.
    int[] next = new int[located.size()];
    Map<Key, Integer> first = new HashMap<>();
    for (int i = located.size() - 1; i >= 0; i--) {
      Integer follower = first.put(located.get(i).key(), i);
      next[i] = follower == null ? NONE : follower;
    }
    Set<Key> seen = new HashSet<>();
    for (Change change : changes) {
      if (!seen.add(change.key())) {
        throw new IllegalArgumentException("two changes of key " + change.key());
      }
      apply(change, first.getOrDefault(change.key(), NONE), next);
    }
    if (!missing.isEmpty()) {
      throw new MissingRowsException(missing);
    }
    return new MergePlan(touchedFiles(), newRows, oldRows, inserted, updated, deleted);
  }

  /** The effect of one change on the chain of rows that its key has. */
  private void apply(Change change, int first, int[] next) {
    Object[] after = change.row();
    if (change.partial() && after != null) {
      after = Kept.complete(after, first == NONE ? null : located.get(first).row());
    }
    if (first == NONE) {
      if (change.rowRequired()) {
        missing.add(change.key());
      } else if (after != null) {
        newRows.add(new NewRow(after, ChangeType.INSERT));
        inserted++;
      }
      return;
    }
    int others = first;
    if (after != null) {
      if (next[first] == NONE
          && !emitUnchangedUpdates
          && Values.sameRow(located.get(first).row(), after)) {
        return;
      }
      dies(first, ChangeType.UPDATE_PREIMAGE);
      newRows.add(new NewRow(after, ChangeType.UPDATE_POSTIMAGE));
      updated++;
      others = next[first];
    }
    for (int i = others; i != NONE; i = next[i]) {
      dies(i, ChangeType.DELETE);
      deleted++;
    }
  }

  private void dies(int index, String changeType) {
    LocatedRow row = located.get(index);
    dead[index] = true;
    oldRows.add(new OldRow(row.file(), row.row(), changeType));
  }

  private List<TouchedFile> touchedFiles() {
    List<TouchedFile> files = new ArrayList<>();
    int begin = 0;
    while (begin < dead.length) {
      DataFile file = located.get(begin).file();
      int end = begin;
      while (end < dead.length && located.get(end).file().path().equals(file.path())) {
        end++;
      }
      files.add(touchedFile(file, begin, end));
      begin = end;
    }
    return files;
  }

  private TouchedFile touchedFile(DataFile file, int begin, int end) {
    long[] positions = new long[end - begin];
    long[] deadPositions = new long[end - begin];
    int deaths = 0;
    for (int i = begin; i < end; i++) {
      positions[i - begin] = located.get(i).position();
      if (dead[i]) {
        deadPositions[deaths++] = located.get(i).position();
      }
    }
    return new TouchedFile(file, positions, Arrays.copyOf(deadPositions, deaths));
  }
}
