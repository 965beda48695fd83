package io.deltaconnect.table.dv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Deletion vectors as sets, against {@link TreeSet}. */
class DeletionVectorTest {
  @Test
  void emptyVectorHasNoRow() {
    DeletionVector empty = DeletionVector.empty();
    assertThat(empty.isEmpty()).isTrue();
    assertThat(empty.cardinality()).isZero();
    assertThat(empty.contains(0)).isFalse();
    assertThat(empty.cursor().seek(0)).isEqualTo(DeletionVector.Cursor.END);
    assertThat(DeletionVector.of()).isEqualTo(empty);
    assertThat(DeletionVector.ofRange(5, 5)).isEqualTo(empty);
  }

  @Test
  void negativePositionsAreRefused() {
    assertThatThrownBy(() -> DeletionVector.of(1, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> DeletionVector.ofRange(-2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-2");
  }

  @Test
  void rangeMayCrossThe32BitBoundary() {
    long boundary = 1L << 32;
    DeletionVector vector = DeletionVector.ofRange(boundary - 2, boundary + 2);
    assertThat(positions(vector))
        .containsExactly(boundary - 2, boundary - 1, boundary, boundary + 1);
    assertThat(vector)
        .isEqualTo(DeletionVector.of(boundary + 1, boundary, boundary - 1, boundary - 2));
  }

  @Property
  void behavesAsASet(@ForAll("rows") Set<Long> rows, @ForAll("rows") Set<Long> probes) {
    DeletionVector vector = of(rows);
    assertThat(positions(vector)).containsExactlyElementsOf(new TreeSet<>(rows));
    assertThat(vector.cardinality()).isEqualTo(rows.size());
    for (long probe : probes) {
      assertThat(vector.contains(probe)).isEqualTo(rows.contains(probe));
    }
  }

  @Property
  void unionAndMinusAreThoseOfSets(
      @ForAll("rows") Set<Long> here, @ForAll("rows") Set<Long> there) {
    TreeSet<Long> union = new TreeSet<>(here);
    union.addAll(there);
    TreeSet<Long> minus = new TreeSet<>(here);
    minus.removeAll(there);

    assertThat(of(here).union(of(there))).isEqualTo(of(union)).hasSameHashCodeAs(of(union));
    assertThat(of(here).minus(of(there))).isEqualTo(of(minus));
  }

  @Property
  void operationsLeaveTheirOperandsAlone(
      @ForAll("rows") Set<Long> here, @ForAll("rows") Set<Long> there) {
    DeletionVector left = of(here);
    DeletionVector right = of(there);
    DeletionVector union = left.union(right);
    union.minus(left).union(right);
    assertThat(left).isEqualTo(of(here));
    assertThat(right).isEqualTo(of(there));
    assertThat(positions(union)).hasSize((int) union.cardinality());
  }

  @Property
  void cursorFindsTheNextRowForAscendingProbes(
      @ForAll("rows") Set<Long> rows, @ForAll("rows") Set<Long> probes) {
    TreeSet<Long> sorted = new TreeSet<>(rows);
    DeletionVector.Cursor cursor = of(rows).cursor();
    for (long probe : new TreeSet<>(probes)) {
      Long next = sorted.ceiling(probe);
      assertThat(cursor.seek(probe)).isEqualTo(next == null ? DeletionVector.Cursor.END : next);
    }
  }

  /** Rows near the edges of bitmap containers and of the 32-bit halves. */
  @Provide
  Arbitrary<Set<Long>> rows() {
    return Arbitraries.oneOf(
            Arbitraries.longs().between(0, 20),
            Arbitraries.longs().between(65_530, 65_545),
            Arbitraries.longs().between((1L << 32) - 5, (1L << 32) + 5),
            Arbitraries.longs().between((1L << 31) - 3, (1L << 31) + 3),
            Arbitraries.longs().between(5L << 40, (5L << 40) + 9))
        .set()
        .ofMaxSize(40);
  }

  private static DeletionVector of(Set<Long> rows) {
    return DeletionVector.of(rows.stream().mapToLong(Long::longValue).toArray());
  }

  static List<Long> positions(DeletionVector vector) {
    List<Long> positions = new ArrayList<>();
    vector.forEach(positions::add);
    return positions;
  }
}
