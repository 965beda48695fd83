package io.deltaconnect.table.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.merge.MergePlan.NewRow;
import io.deltaconnect.table.merge.MergePlan.OldRow;
import io.deltaconnect.table.merge.MergePlan.TouchedFile;
import io.deltaconnect.table.row.ChangeType;
import io.deltaconnect.table.row.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

class MergePlannerTest {
  /** A row of the naive model. */
  private record Row(int key, Integer value) {
    Object[] columns() {
      return new Object[] {key, value};
    }

    static Row of(Object[] columns) {
      return new Row((Integer) columns[0], (Integer) columns[1]);
    }
  }

  private record Scenario(List<Row> table, int fileCount, Map<Integer, Row> changes) {}

  @Property(tries = 2000)
  void rowsAfterThePlanAreThoseOfTheModel(
      @ForAll("scenarios") Scenario scenario, @ForAll boolean emitUnchanged) {
    MergePlan plan = plan(scenario, emitUnchanged);

    List<Row> after = new ArrayList<>(survivors(scenario, plan));
    plan.newRows().forEach(row -> after.add(Row.of(row.row())));
    assertThat(after).containsExactlyInAnyOrderElementsOf(model(scenario));
  }

  @Property(tries = 2000)
  void theFeedReplayedOverTheOldRowsGivesTheNewOnes(
      @ForAll("scenarios") Scenario scenario, @ForAll boolean emitUnchanged) {
    MergePlan plan = plan(scenario, emitUnchanged);

    List<Row> replayed = new ArrayList<>(scenario.table());
    for (OldRow old : plan.oldRows()) {
      assertThat(replayed.remove(Row.of(old.row()))).isTrue();
    }
    plan.newRows().forEach(row -> replayed.add(Row.of(row.row())));
    assertThat(replayed).containsExactlyInAnyOrderElementsOf(model(scenario));
  }

  @Property(tries = 2000)
  void everyPostimageHasOnePreimageAndNoChangeIsAPhantom(@ForAll("scenarios") Scenario scenario) {
    MergePlan plan = plan(scenario, false);

    assertThat(keys(plan.oldRows(), ChangeType.UPDATE_PREIMAGE))
        .containsExactlyElementsOf(newKeys(plan, ChangeType.UPDATE_POSTIMAGE))
        .doesNotHaveDuplicates();
    assertThat(newKeys(plan, ChangeType.INSERT))
        .doesNotHaveDuplicates()
        .allSatisfy(key -> assertThat(rowsOf(scenario, key)).isEmpty());
    for (int key : newKeys(plan, ChangeType.UPDATE_POSTIMAGE)) {
      assertThat(rowsOf(scenario, key)).isNotEqualTo(List.of(scenario.changes().get(key)));
    }
    assertThat(plan.inserted()).isEqualTo(newKeys(plan, ChangeType.INSERT).size());
    assertThat(plan.updated()).isEqualTo(newKeys(plan, ChangeType.UPDATE_POSTIMAGE).size());
    assertThat(plan.deleted()).isEqualTo(keys(plan.oldRows(), ChangeType.DELETE).size());
    assertThat(plan.isEmpty()).isEqualTo(model(scenario).equals(scenario.table()));
  }

  @Property(tries = 500)
  void thePlanDependsOnEveryLocatedRow(@ForAll("scenarios") Scenario scenario) {
    MergePlan plan = plan(scenario, false);

    List<String> located = new ArrayList<>();
    long dead = 0;
    for (TouchedFile file : plan.files()) {
      dead += file.dead().length;
      for (long position : file.located()) {
        located.add(file.file().path() + position);
      }
    }
    assertThat(located)
        .containsExactlyElementsOf(
            located(scenario).stream().map(row -> row.file().path() + row.position()).toList());
    assertThat(dead).isEqualTo(plan.oldRows().size());
  }

  @Test
  void anUnchangedUpdateIsShownWhenAskedFor() {
    Scenario scenario = new Scenario(List.of(new Row(1, 5)), 1, Map.of(1, new Row(1, 5)));

    assertThat(plan(scenario, false).isEmpty()).isTrue();
    MergePlan shown = plan(scenario, true);
    assertThat(shown.updated()).isEqualTo(1);
    assertThat(shown.oldRows()).extracting(OldRow::changeType).containsExactly("update_preimage");
    assertThat(shown.newRows()).extracting(NewRow::changeType).containsExactly("update_postimage");
  }

  @Test
  void rowsOfOneKeyAllDieEvenIfOneOfThemIsTheNewRow() {
    Scenario scenario =
        new Scenario(
            List.of(new Row(1, 5), new Row(1, 6), new Row(1, 5)), 1, Map.of(1, new Row(1, 5)));

    MergePlan plan = plan(scenario, false);

    assertThat(plan.oldRows())
        .extracting(row -> Row.of(row.row()), OldRow::changeType)
        .containsExactly(
            tuple(new Row(1, 5), "update_preimage"),
            tuple(new Row(1, 6), "delete"),
            tuple(new Row(1, 5), "delete"));
    assertThat(plan.newRows()).hasSize(1);
  }

  @Test
  void twoChangesOfOneKeyAreRefused() {
    Change change = new Change(new Key(1), new Object[] {1, 1});
    assertThatThrownBy(() -> MergePlanner.plan(List.of(change, change), List.of(), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[1]");
  }

  @Provide
  Arbitrary<Scenario> scenarios() {
    Arbitrary<Integer> keys = Arbitraries.integers().between(0, 12);
    Arbitrary<Integer> values = Arbitraries.integers().between(0, 2).injectNull(0.2);
    Arbitrary<Row> rows = Combinators.combine(keys, values).as(Row::new);
    Arbitrary<Map<Integer, Row>> changes =
        Arbitraries.maps(keys, values.map(value -> new Row(0, value)).injectNull(0.3))
            .ofMaxSize(10)
            .map(MergePlannerTest::withKeys);
    return Combinators.combine(
            rows.list().ofMaxSize(25), Arbitraries.integers().between(1, 4), changes)
        .as(Scenario::new);
  }

  private static Map<Integer, Row> withKeys(Map<Integer, Row> changes) {
    Map<Integer, Row> result = new TreeMap<>();
    changes.forEach((key, row) -> result.put(key, row == null ? null : new Row(key, row.value())));
    return result;
  }

  private static MergePlan plan(Scenario scenario, boolean emitUnchanged) {
    List<Change> changes = new ArrayList<>();
    scenario
        .changes()
        .forEach(
            (key, row) ->
                changes.add(new Change(new Key(key), row == null ? null : row.columns())));
    return MergePlanner.plan(changes, located(scenario), emitUnchanged);
  }

  /** Row i of the table lies in file i % fileCount at position i / fileCount. */
  private static List<LocatedRow> located(Scenario scenario) {
    List<LocatedRow> located = new ArrayList<>();
    for (int i = 0; i < scenario.table().size(); i++) {
      Row row = scenario.table().get(i);
      if (scenario.changes().containsKey(row.key())) {
        located.add(
            new LocatedRow(
                file(i % scenario.fileCount()),
                i / scenario.fileCount(),
                new Key(row.key()),
                row.columns()));
      }
    }
    located.sort(
        Comparator.comparing((LocatedRow row) -> row.file().path())
            .thenComparingLong(LocatedRow::position));
    return located;
  }

  private static List<Row> survivors(Scenario scenario, MergePlan plan) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < scenario.table().size(); i++) {
      String path = file(i % scenario.fileCount()).path();
      long position = i / scenario.fileCount();
      boolean dead =
          plan.files().stream()
              .filter(file -> file.file().path().equals(path))
              .anyMatch(file -> Arrays.binarySearch(file.dead(), position) >= 0);
      if (!dead) {
        rows.add(scenario.table().get(i));
      }
    }
    return rows;
  }

  private static List<Row> model(Scenario scenario) {
    List<Row> rows = new ArrayList<>(scenario.table());
    scenario
        .changes()
        .forEach(
            (key, row) -> {
              if (row == null || !rowsOf(scenario, key).equals(List.of(row))) {
                rows.removeIf(stored -> stored.key() == key);
                if (row != null) {
                  rows.add(row);
                }
              }
            });
    return rows;
  }

  private static List<Row> rowsOf(Scenario scenario, int key) {
    return scenario.table().stream().filter(row -> row.key() == key).toList();
  }

  private static List<Integer> keys(List<OldRow> rows, String changeType) {
    return rows.stream()
        .filter(row -> row.changeType().equals(changeType))
        .map(row -> Row.of(row.row()).key())
        .toList();
  }

  private static List<Integer> newKeys(MergePlan plan, String changeType) {
    return plan.newRows().stream()
        .filter(row -> row.changeType().equals(changeType))
        .map(row -> Row.of(row.row()).key())
        .toList();
  }

  private static DataFile file(int number) {
    return new DataFile(
        "part-" + number + ".parquet", Map.of(), 1, 1, null, null, null, null, null);
  }
}
