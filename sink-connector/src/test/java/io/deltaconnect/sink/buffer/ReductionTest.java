package io.deltaconnect.sink.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Kept;
import io.deltaconnect.table.row.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.TopicPartition;

class ReductionTest {
  /** A record as it arrives; a null row deletes. */
  record Arrived(int partition, int key, Integer row) {}

  @Provide
  Arbitrary<List<Arrived>> records() {
    Arbitrary<Arrived> one =
        Combinators.combine(
                Arbitraries.integers().between(0, 2),
                Arbitraries.integers().between(0, 5),
                Arbitraries.integers().between(0, 99).injectNull(0.3))
            .as(Arrived::new);
    return one.list().ofMaxSize(40);
  }

  @Property
  void lastArrivalOfEachKeyIsLeft(@ForAll("records") List<Arrived> records) {
    List<PartitionBuffer> buffers = new ArrayList<>();
    for (int p = 0; p < 3; p++) {
      buffers.add(new PartitionBuffer(new TopicPartition("t", p), "app:t:" + p));
    }
    Map<Key, Integer> expected = new HashMap<>();
    long arrival = 0;
    for (Arrived record : records) {
      Key key = new Key(record.key());
      Object[] row = record.row() == null ? null : new Object[] {record.key(), record.row()};
      buffers.get(record.partition()).add(new BufferedChange(key, row, arrival++), 0);
      expected.put(key, record.row());
    }

    List<Change> changes = Reduction.perKey(buffers);

    Map<Key, Integer> actual = new HashMap<>();
    for (Change change : changes) {
      actual.put(change.key(), change.row() == null ? null : (Integer) change.row()[1]);
    }
    assertThat(changes).hasSize(expected.size());
    assertThat(actual).isEqualTo(expected);
  }

  @Property
  void appendedRowsKeepTheirOrderOfArrival(@ForAll("records") List<Arrived> records) {
    List<PartitionBuffer> buffers = new ArrayList<>();
    for (int p = 0; p < 3; p++) {
      buffers.add(new PartitionBuffer(new TopicPartition("t", p), "app:t:" + p));
    }
    List<Integer> expected = new ArrayList<>();
    long arrival = 0;
    for (Arrived record : records) {
      Object[] row = {record.key()};
      buffers.get(record.partition()).add(new BufferedChange(null, row, arrival++), 0);
      expected.add(record.key());
    }

    assertThat(Reduction.rows(buffers)).extracting(row -> row[0]).isEqualTo(List.copyOf(expected));
  }

  /** A partial row of one column for each key; it is required, or kept if it is null. */
  record Patch(int partition, int key, Integer a, Integer b, boolean whole, boolean required) {}

  @Provide
  Arbitrary<List<Patch>> patches() {
    Arbitrary<Integer> cells = Arbitraries.integers().between(0, 3).injectNull(0.4);
    Arbitrary<Patch> one =
        Combinators.combine(
                Arbitraries.integers().between(0, 1),
                Arbitraries.integers().between(0, 3),
                cells,
                cells,
                Arbitraries.of(true, false, false),
                Arbitraries.of(true, false))
            .as(Patch::new);
    return one.list().ofMaxSize(20);
  }

  @Property(tries = 3000)
  void partialRowsComposeAsIfEachWereCommittedByItself(
      @ForAll("patches") List<Patch> patches, @ForAll("patches") List<Patch> earlier) {
    Map<Integer, Object[]> stored = new HashMap<>();
    commit(buffers(earlier), stored, new ArrayList<>());

    Map<Integer, Object[]> expected = new HashMap<>(stored);
    List<Long> expectedBad = new ArrayList<>();
    for (int i = 0; i < patches.size(); i++) {
      List<PartitionBuffer> one = buffers(patches.subList(i, i + 1));
      List<Long> bad = new ArrayList<>();
      commit(one, expected, bad);
      if (!bad.isEmpty()) {
        expectedBad.add((long) i);
      }
    }

    List<Long> bad = new ArrayList<>();
    commit(buffers(patches), stored, bad);
    bad.sort(null);
    assertThat(bad).isEqualTo(expectedBad);
    assertThat(texts(stored)).isEqualTo(texts(expected));
  }

  private static List<PartitionBuffer> buffers(List<Patch> patches) {
    List<PartitionBuffer> buffers = new ArrayList<>();
    for (int p = 0; p < 2; p++) {
      buffers.add(new PartitionBuffer(new TopicPartition("t", p), "app:t:" + p));
    }
    long arrival = 0;
    for (Patch patch : patches) {
      Key key = new Key(patch.key());
      boolean delete = patch.whole() && patch.required();
      Object a = patch.a() == null && !patch.whole() ? Kept.KEPT : patch.a();
      Object b = patch.b() == null && !patch.whole() ? Kept.KEPT : patch.b();
      Object[] row = delete ? null : new Object[] {patch.key(), a, b};
      RowRequired required =
          !patch.whole() && patch.required() ? new RowRequired(null, "no row") : null;
      buffers
          .get(patch.partition())
          .add(new BufferedChange(key, row, !patch.whole(), required, arrival++), 0);
    }
    return buffers;
  }

  /** As a table does it that is told which rows are missing, and asked again without them. */
  private static void commit(
      List<PartitionBuffer> buffers, Map<Integer, Object[]> table, List<Long> bad) {
    drop(buffers, Set.of(), bad);
    List<Change> changes = Reduction.perKey(buffers);
    Set<Key> missing = new HashSet<>();
    for (Change change : changes) {
      if (change.rowRequired() && !table.containsKey((Integer) change.key().get(0))) {
        missing.add(change.key());
      }
    }
    if (!missing.isEmpty()) {
      drop(buffers, missing, bad);
      changes = Reduction.perKey(buffers);
    }
    for (Change change : changes) {
      Integer key = (Integer) change.key().get(0);
      Object[] before = table.get(key);
      assertThat(change.rowRequired() && before == null).isFalse();
      if (change.row() == null) {
        table.remove(key);
      } else {
        assertThat(change.partial() || Kept.complete(change.row(), null) == change.row()).isTrue();
        table.put(key, Kept.complete(change.row(), before));
      }
    }
  }

  private static void drop(List<PartitionBuffer> buffers, Set<Key> absent, List<Long> bad) {
    List<BufferedChange> found = Reduction.withoutRow(buffers, absent);
    found.forEach(change -> bad.add(change.arrival()));
    buffers.forEach(buffer -> buffer.remove(found));
  }

  private static Map<Integer, String> texts(Map<Integer, Object[]> table) {
    Map<Integer, String> texts = new HashMap<>();
    table.forEach((key, row) -> texts.put(key, Arrays.toString(row)));
    return texts;
  }
}
