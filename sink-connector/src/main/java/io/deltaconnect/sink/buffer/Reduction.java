package io.deltaconnect.sink.buffer;

import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Kept;
import io.deltaconnect.table.row.Key;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What several records did to each key becomes what shall be true of it. Within a partition records
 * arrive in the order of their offsets, so the later one wins; offsets of different partitions say
 * nothing about each other, so there the later arrival wins.
 *
 * <p>A partial row is completed by what was there before, column by column: a whole row makes it
 * whole, another partial row adds what it gives, a delete leaves NULLs. What it keeps of the stored
 * row stays open. The result is the same as if each record were committed by itself.
 */
public final class Reduction {
  private Reduction() {}

  /**
   * One change per key.
   *
   * <p>None of the changes may be one of {@link #withoutRow}. Of the records of a key only the
   * first can require a stored row: where it does not, or has the row that it requires, there is a
   * row for those that follow.
   */
  public static List<Change> perKey(Collection<PartitionBuffer> partitions) {
    Map<Key, Change> byKey = new LinkedHashMap<>();
    for (BufferedChange change : inOrder(partitions)) {
      Change before = byKey.get(change.key());
      byKey.put(change.key(), before == null ? first(change) : after(before, change));
    }
    return List.copyOf(byKey.values());
  }

  private static Change first(BufferedChange change) {
    return new Change(change.key(), change.row(), change.partial(), change.rowRequired() != null);
  }

  private static Change after(Change before, BufferedChange change) {
    Object[] row = change.row();
    boolean partial = change.partial();
    if (partial) {
      row = Kept.complete(row, before.row());
      partial = before.row() != null && before.partial();
    }
    return new Change(change.key(), row, partial, before.rowRequired());
  }

  /**
   * The changes that require a row where none is: after a delete, or in the table.
   *
   * @param absent keys of which it is known that the table has no row
   * @return in order of arrival
   */
  public static List<BufferedChange> withoutRow(
      Collection<PartitionBuffer> partitions, Collection<Key> absent) {
    List<BufferedChange> found = new ArrayList<>();
    if (partitions.stream().noneMatch(PartitionBuffer::requiresRows)) {
      return found;
    }
    Set<Key> none = new HashSet<>(absent);
    for (BufferedChange change : inOrder(partitions)) {
      if (change.row() == null) {
        none.add(change.key());
      } else if (change.rowRequired() == null) {
        none.remove(change.key());
      } else if (none.contains(change.key())) {
        found.add(change);
      }
    }
    return found;
  }

  /** All rows, in order of arrival. */
  public static List<Object[]> rows(Collection<PartitionBuffer> partitions) {
    List<Object[]> rows = new ArrayList<>();
    for (BufferedChange change : inOrder(partitions)) {
      rows.add(change.row());
    }
    return rows;
  }

  private static List<BufferedChange> inOrder(Collection<PartitionBuffer> partitions) {
    List<BufferedChange> all = new ArrayList<>();
    partitions.forEach(partition -> all.addAll(partition.changes()));
    if (partitions.size() > 1) {
      all.sort(Comparator.comparingLong(BufferedChange::arrival));
    }
    return all;
  }
}
