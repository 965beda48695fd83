package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random inserts, updates of some columns and deletes, in batches of any size and with restarts,
 * against a model that takes one record after the other.
 */
class PartialUpdatesModelTest {
  private static final String UNAVAILABLE = "__debezium_unavailable_value";
  private static final List<String> COLUMNS = List.of("a", "b", "c");
  private static final int KEYS = 5;

  @TempDir Path lake;

  /** What the records come to. */
  private static final class Model {
    final boolean keep;
    final boolean ignoreNulls;
    final boolean unavailableOrNull;
    final Map<Long, Map<String, Object>> rows = new TreeMap<>();
    final Set<SinkRecord> bad = new HashSet<>();

    Model(Random random) {
      keep = random.nextBoolean();
      ignoreNulls = random.nextBoolean();
      unavailableOrNull = random.nextInt(3) == 0;
    }

    Map<String, String> config() {
      return Map.of(
          "missing.columns",
          keep ? "keep" : "null",
          "ignore.null.updates",
          String.valueOf(ignoreNulls),
          "unavailable.value.on.missing.row",
          unavailableOrNull ? "null" : "fail");
    }

    void apply(SinkRecord record) {
      Long id = (Long) ((Map<?, ?>) record.key()).get("id");
      if (record.value() == null) {
        rows.remove(id);
        return;
      }
      Map<?, ?> value = (Map<?, ?>) record.value();
      Map<String, Object> before = rows.get(id);
      if (before == null && !unavailableOrNull && value.containsValue(UNAVAILABLE)) {
        bad.add(record);
        return;
      }
      Map<String, Object> after = map("id", id);
      for (String column : COLUMNS) {
        Object given = value.get(column);
        boolean kept =
            !value.containsKey(column)
                ? keep
                : given == null ? ignoreNulls : given.equals(UNAVAILABLE);
        Object now = !kept ? given : before == null ? null : before.get(column);
        if (now != null) {
          after.put(column, now);
        }
      }
      rows.put(id, after);
    }
  }

  /** The first one makes the table. */
  private static List<SinkRecord> records(Random random, int count) {
    List<SinkRecord> records = new ArrayList<>();
    records.add(json(TOPIC, 0, 0, map("id", 99L), map("a", "x", "b", "x", "c", "x")));
    for (int offset = 1; offset < count; offset++) {
      Map<String, Object> value = new HashMap<>();
      for (String column : COLUMNS) {
        switch (random.nextInt(5)) {
          case 0 -> value.put(column, null);
          case 1 -> value.put(column, UNAVAILABLE);
          case 2 -> value.remove(column);
          default -> value.put(column, "v" + random.nextInt(3));
        }
      }
      boolean delete = random.nextInt(4) == 0;
      Map<String, Object> key = map("id", (long) random.nextInt(KEYS));
      records.add(json(TOPIC, 0, offset, key, delete ? null : value));
    }
    return records;
  }

  @Property(tries = 1000)
  void rowsAndBadRecordsAreThoseOfTheModelWhateverTheBatches(@ForAll long seed) {
    Random random = new Random(seed);
    Model model = new Model(random);
    List<SinkRecord> records = records(random, 2 + random.nextInt(40));
    records.forEach(model::apply);
    TaskFixture task = TaskFixture.with();
    task.worker.reporting = true;
    task.config.putAll(model.config());
    task.start();
    Set<SinkRecord> reported = new HashSet<>();

    int from = 0;
    while (from < records.size()) {
      int to = Math.min(records.size(), from + 1 + random.nextInt(12));
      task.put(records.subList(from, to).toArray(new SinkRecord[0]));
      from = to;
      if (random.nextInt(3) > 0) {
        task.commit();
      } else if (random.nextInt(3) == 0 && task.table() != null) {
        reported.addAll(task.worker.reported.keySet());
        from = (int) task.preCommit(TOPIC, 0, to);
        task = task.restarted();
        task.worker.reporting = true;
        task.start();
      }
    }
    task.commit();

    reported.addAll(task.worker.reported.keySet());
    model.bad.forEach(record -> assertThat(reported).contains(record));
    assertThat(reported).hasSameSizeAs(model.bad);
    assertThat(task.rows()).containsExactlyInAnyOrderElementsOf(model.rows.values());
  }

  @ParameterizedTest
  @CsvSource({"deletion_vectors,", "copy_on_write,", "deletion_vectors, a", "copy_on_write, a"})
  void soItIsInTablesOnDisk(String strategy, String partitionBy) throws IOException {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 3; round++) {
      Model model = new Model(random);
      List<SinkRecord> records = records(random, 40);
      Path folder = Files.createDirectory(lake.resolve("round" + round));
      RealTaskFixture task = RealTaskFixture.in(folder, "merge.strategy", strategy);
      task.worker.reporting = true;
      if (partitionBy != null) {
        task.config.put("partition.by", partitionBy);
      }
      task.config.putAll(model.config());
      task.start();

      int from = 0;
      while (from < records.size()) {
        int to = Math.min(records.size(), from + 1 + random.nextInt(8));
        List<SinkRecord> batch = records.subList(from, to);
        task.put(batch.toArray(new SinkRecord[0]));
        batch.forEach(model::apply);
        assertThat(task.table().rows())
            .as("seed %d, round %d, offset %d", seed, round, to)
            .containsExactlyInAnyOrderElementsOf(model.rows.values());
        from = to;
      }
      assertThat(task.worker.reported.keySet()).isEqualTo(model.bad);
      assertThat(replayed(task)).isEqualTo(texts(model.rows.values()));
    }
  }

  private static Map<String, Integer> replayed(RealTaskFixture task) throws IOException {
    Map<String, Integer> bag = new HashMap<>();
    for (long version = 1; version <= task.table().version(); version++) {
      List<String> changes = new ArrayList<>(task.table().changes(version));
      for (String change : changes) {
        int space = change.indexOf(' ');
        boolean gone = change.startsWith("delete") || change.startsWith("update_preimage");
        bag.merge(change.substring(space + 1), gone ? -1 : 1, Integer::sum);
      }
    }
    bag.values().removeIf(count -> count == 0);
    return bag;
  }

  private static Map<String, Integer> texts(Collection<Map<String, Object>> rows) {
    Map<String, Integer> bag = new HashMap<>();
    for (Map<String, Object> row : rows) {
      Map<String, Object> inOrder = new LinkedHashMap<>();
      inOrder.put("id", row.get("id"));
      COLUMNS.forEach(column -> inOrder.computeIfAbsent(column, row::get));
      bag.merge(inOrder.toString(), 1, Integer::sum);
    }
    return bag;
  }
}
