package io.deltaconnect.sink.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
      buffers.get(record.partition()).add(new BufferedChange(key, row, arrival++));
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
      buffers.get(record.partition()).add(new BufferedChange(null, row, arrival++));
      expected.add(record.key());
    }

    assertThat(Reduction.rows(buffers)).extracting(row -> row[0]).isEqualTo(List.copyOf(expected));
  }
}
