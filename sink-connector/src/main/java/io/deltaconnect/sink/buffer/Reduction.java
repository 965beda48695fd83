package io.deltaconnect.sink.buffer;

import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What several records did to each key becomes what shall be true of it. Within a partition records
 * arrive in the order of their offsets, so the later one wins; offsets of different partitions say
 * nothing about each other, so there the later arrival wins.
 */
public final class Reduction {
  private Reduction() {}

  /** One change per key, the last one. */
  public static List<Change> perKey(Collection<PartitionBuffer> partitions) {
    Map<Key, Change> byKey = new LinkedHashMap<>();
    for (BufferedChange change : inOrder(partitions)) {
      byKey.put(change.key(), new Change(change.key(), change.row()));
    }
    return List.copyOf(byKey.values());
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
