package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** How many changes of each kind a consumer has seen, and whether it has seen one twice. */
final class SeenChanges {
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, BitSet> ids = new TreeMap<>();
  private long records;

  void add(PublishedChange change) {
    counts.merge(change.kind(), 1, Integer::sum);
    ids.computeIfAbsent(change.kind(), kind -> new BitSet()).set(Math.toIntExact(change.id()));
    records++;
  }

  /** By version and type, e.g. {@code v7 insert}; changes that were seen twice count twice. */
  Map<String, Integer> counts() {
    return counts;
  }

  long records() {
    return records;
  }

  void assertNoneTwice() {
    counts.forEach(
        (kind, count) ->
            assertThat(ids.get(kind).cardinality())
                .as("different ids of %s", kind)
                .isEqualTo(count));
  }

  /** Each change that is expected was seen, if only once. */
  boolean haveAll(Map<String, Integer> expected) {
    return counts.keySet().equals(expected.keySet())
        && expected.entrySet().stream()
            .allMatch(e -> ids.get(e.getKey()).cardinality() == e.getValue());
  }
}
