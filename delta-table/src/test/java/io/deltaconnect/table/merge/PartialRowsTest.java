package io.deltaconnect.table.merge;

import static io.deltaconnect.table.row.Kept.KEPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.table.RowText;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.merge.MergePlan.NewRow;
import io.deltaconnect.table.merge.MergePlan.OldRow;
import io.deltaconnect.table.row.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Partial rows are completed from the rows of the table while a merge is planned. */
class PartialRowsTest {
  private static final int KEYS = 6;

  private record Scenario(List<Object[]> table, Map<Integer, Change> changes) {}

  @Property(tries = 2000)
  void rowsAndFeedAreThoseOfTheModel(@ForAll("scenarios") Scenario scenario) {
    List<String> expectedRows = new ArrayList<>();
    List<String> expectedFeed = new ArrayList<>();
    List<Key> missing = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      List<Object[]> stored = rowsOf(scenario.table(), key);
      Change change = scenario.changes().get(key);
      if (change != null && change.rowRequired() && stored.isEmpty()) {
        missing.add(change.key());
      }
      model(stored, change, expectedRows, expectedFeed);
    }

    if (missing.isEmpty()) {
      MergePlan plan = plan(scenario.table(), scenario.changes().values());
      assertThat(rows(scenario.table(), plan)).containsExactlyInAnyOrderElementsOf(expectedRows);
      assertThat(feed(plan)).containsExactlyInAnyOrderElementsOf(expectedFeed);
    } else {
      assertThatThrownBy(() -> plan(scenario.table(), scenario.changes().values()))
          .isInstanceOfSatisfying(
              MissingRowsException.class,
              e -> assertThat(e.keys()).containsExactlyInAnyOrderElementsOf(missing));
    }
  }

  private static void model(
      List<Object[]> stored, Change change, List<String> rows, List<String> feed) {
    if (change == null) {
      stored.forEach(row -> rows.add(RowText.of(row)));
      return;
    }
    String after = null;
    if (change.row() != null) {
      Object[] complete = change.row().clone();
      for (int i = 0; i < complete.length; i++) {
        if (complete[i] == KEPT) {
          complete[i] = stored.isEmpty() ? null : stored.get(0)[i];
        }
      }
      after = RowText.of(complete);
      rows.add(after);
    }
    if (stored.size() == 1 && RowText.of(stored.get(0)).equals(after)) {
      return;
    }
    if (after != null) {
      feed.add((stored.isEmpty() ? "insert " : "update_postimage ") + after);
    }
    for (int i = 0; i < stored.size(); i++) {
      String type = i == 0 && after != null ? "update_preimage " : "delete ";
      feed.add(type + RowText.of(stored.get(i)));
    }
  }

  @Test
  void aPlanCompletesTheSameChangesAnewOnOtherRows() {
    List<Change> changes = List.of(partial(1, "x", KEPT), partial(2, KEPT, "y"));

    plan(List.of(row(1, "a", "b"), row(2, "c", "d")), changes);
    MergePlan plan = plan(List.of(row(1, "a", "B"), row(2, "C", "y")), changes);

    assertThat(feed(plan))
        .as("the second is no change of its row any more")
        .containsExactlyInAnyOrder(
            "update_preimage (1, 'a', 'B')", "update_postimage (1, 'x', 'B')");
  }

  @Test
  void everyKeyWithoutTheRowItNeedsIsTold() {
    List<Change> changes =
        List.of(
            new Change(new Key(1), row(1, "x", KEPT), true, true),
            new Change(new Key(2), null, false, true),
            new Change(new Key(3), row(3, "x", KEPT), true, false),
            new Change(new Key(4), row(4, "x", KEPT), true, true));

    assertThatThrownBy(() -> plan(List.<Object[]>of(row(4, "a", "b")), changes))
        .isInstanceOfSatisfying(
            MissingRowsException.class,
            e -> assertThat(e.keys()).containsExactly(new Key(1), new Key(2)))
        .hasMessage("2 changes need the stored row, and there is none with the keys [[1], [2]]");
  }

  @Provide
  Arbitrary<Scenario> scenarios() {
    Arbitrary<Integer> keys = Arbitraries.integers().between(0, KEYS - 1);
    Arbitrary<Object> values = Arbitraries.of("a", "b").injectNull(0.2).map(value -> value);
    Arbitrary<Object> cells = Arbitraries.oneOf(values, Arbitraries.just(KEPT));
    Arbitrary<Object[]> rows = Combinators.combine(keys, values, values).as(PartialRowsTest::row);
    Arbitrary<Change> changes =
        Combinators.combine(
                keys,
                cells,
                cells,
                Arbitraries.integers().between(0, 3),
                Arbitraries.of(0, 1, 2, 3))
            .as(
                (key, a, b, kind, required) ->
                    new Change(
                        new Key(key), kind == 0 ? null : row(key, a, b), kind != 0, required == 0));
    return Combinators.combine(rows.list().ofMaxSize(10), changes.list().ofMaxSize(6))
        .as(
            (table, all) -> {
              Map<Integer, Change> byKey = new TreeMap<>();
              all.forEach(change -> byKey.put((Integer) change.key().get(0), change));
              return new Scenario(table, byKey);
            });
  }

  private static Object[] row(Object... values) {
    return values;
  }

  private static Change partial(Object... row) {
    return new Change(new Key(row[0]), row, true, false);
  }

  private static List<Object[]> rowsOf(List<Object[]> table, int key) {
    return table.stream().filter(row -> row[0].equals(key)).toList();
  }

  /** The rows lie in one file, in their order. */
  private static MergePlan plan(List<Object[]> table, Iterable<Change> changes) {
    Map<Key, Change> byKey = new HashMap<>();
    changes.forEach(change -> byKey.put(change.key(), change));
    DataFile file = new DataFile("f.parquet", Map.of(), 1, 1, null, null, null, null, null);
    List<LocatedRow> located = new ArrayList<>();
    for (int i = 0; i < table.size(); i++) {
      Key key = new Key(table.get(i)[0]);
      if (byKey.containsKey(key)) {
        located.add(new LocatedRow(file, i, key, table.get(i)));
      }
    }
    List<Change> all = new ArrayList<>();
    changes.forEach(all::add);
    return MergePlanner.plan(all, located, false);
  }

  private static List<String> rows(List<Object[]> table, MergePlan plan) {
    List<String> rows = new ArrayList<>();
    table.forEach(row -> rows.add(RowText.of(row)));
    plan.oldRows().forEach(row -> assertThat(rows.remove(RowText.of(row.row()))).isTrue());
    plan.newRows().forEach(row -> rows.add(RowText.of(row.row())));
    return rows;
  }

  private static List<String> feed(MergePlan plan) {
    List<String> feed = new ArrayList<>();
    for (OldRow row : plan.oldRows()) {
      feed.add(row.changeType() + " " + RowText.of(row.row()));
    }
    for (NewRow row : plan.newRows()) {
      feed.add(row.changeType() + " " + RowText.of(row.row()));
    }
    return feed;
  }
}
