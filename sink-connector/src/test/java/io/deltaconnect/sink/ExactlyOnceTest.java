package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Crashes, rebalances, lost responses and tasks that do not know that they were replaced. */
class ExactlyOnceTest {
  private static final int PARTITIONS = 3;
  private static final int RECORDS = 40;

  @Property(tries = 400)
  void everyRecordIsAppendedOnce(@ForAll long seed) {
    Map<TopicPartition, List<SinkRecord>> log = new LinkedHashMap<>();
    List<Map<String, Object>> expected = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      List<SinkRecord> records = new ArrayList<>();
      for (long offset = 0; offset < RECORDS; offset++) {
        if (isDropped(offset)) {
          records.add(null);
          continue;
        }
        Map<String, Object> row = map("p", (long) p, "o", offset);
        records.add(json(TOPIC, p, offset, null, row));
        expected.add(row);
      }
      log.put(new TopicPartition(TOPIC, p), records);
    }

    TaskFixture last = run(seed, log, TaskFixture.with("insert.mode", "append"));

    assertThat(last.rows()).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** A transform sends the records of each partition to one of two tables. */
  @Property(tries = 400)
  void everyRecordIsAppendedOnceToItsTable(@ForAll long seed) {
    Random random = new Random(seed);
    Map<TopicPartition, List<SinkRecord>> log = new LinkedHashMap<>();
    Map<String, List<Map<String, Object>>> expected =
        Map.of(TOPIC, new ArrayList<>(), "others", new ArrayList<>());
    for (int p = 0; p < PARTITIONS; p++) {
      List<SinkRecord> records = new ArrayList<>();
      for (long offset = 0; offset < RECORDS; offset++) {
        if (isDropped(offset)) {
          records.add(null);
          continue;
        }
        String topic = offset == 0 || random.nextBoolean() ? TOPIC : "others";
        Map<String, Object> row = map("p", (long) p, "o", offset);
        SinkRecord record = json(TOPIC, p, offset, null, row);
        records.add(record.newRecord(topic, p, null, null, null, row, record.timestamp()));
        expected.get(topic).add(row);
      }
      log.put(new TopicPartition(TOPIC, p), records);
    }

    TaskFixture last = run(seed, log, TaskFixture.with("insert.mode", "append"));

    expected.forEach(
        (topic, rows) ->
            assertThat(last.tables.at("/lake/" + topic).rows())
                .containsExactlyInAnyOrderElementsOf(rows));
  }

  @Property(tries = 400)
  void lastRecordOfEachKeyIsItsRow(@ForAll long seed) {
    Random random = new Random(seed);
    Map<TopicPartition, List<SinkRecord>> log = new LinkedHashMap<>();
    Map<Object, Map<String, Object>> expected = new HashMap<>();
    for (int p = 0; p < PARTITIONS; p++) {
      List<SinkRecord> records = new ArrayList<>();
      for (long offset = 0; offset < RECORDS; offset++) {
        if (isDropped(offset)) {
          records.add(null);
          continue;
        }
        long id = p * 100L + random.nextInt(6);
        boolean delete = random.nextInt(3) == 0;
        records.add(json(TOPIC, p, offset, map("id", id), delete ? null : map("n", offset % 4)));
        if (delete) {
          expected.remove(id);
        } else {
          expected.put(id, map("id", id, "n", offset % 4));
        }
      }
      log.put(new TopicPartition(TOPIC, p), records);
    }

    TaskFixture last = run(seed, log, TaskFixture.with());

    assertThat(last.rows()).containsExactlyInAnyOrderElementsOf(expected.values());
  }

  /** By a transform, so that offsets have gaps and a partition can end in one. */
  private static boolean isDropped(long offset) {
    return offset % 10 == 4 || offset >= RECORDS - 2;
  }

  /** Until all records are read and committed; the result is the task that is left. */
  private static TaskFixture run(
      long seed, Map<TopicPartition, List<SinkRecord>> log, TaskFixture first) {
    Random random = new Random(seed);
    Map<TopicPartition, Long> group = new HashMap<>();
    SimulatedWorker worker = new SimulatedWorker(random, log, group, first);
    List<SimulatedWorker> zombies = new ArrayList<>();
    List<TopicPartition> partitions = List.copyOf(log.keySet());
    for (int turn = 0; turn < 1_000; turn++) {
      boolean trouble = turn < 80;
      switch (trouble ? random.nextInt(12) : 11) {
        case 0 -> {
          zombies.add(worker);
          worker = new SimulatedWorker(random, log, group, worker.fixture.restarted());
        }
        case 1 -> worker.rebalance(partitions.get(random.nextInt(PARTITIONS)));
        case 2 -> {
          if (!zombies.isEmpty()) {
            wake(zombies.get(random.nextInt(zombies.size())));
          }
        }
        default -> worker.turn();
      }
      if (!trouble && worker.isIdle()) {
        worker.fixture.now += 60_000;
        for (FakeTable table : worker.fixture.tables.all()) {
          table.error = null;
          table.loseResponse = false;
        }
        worker.fixture.put();
        if (worker.isIdle()) {
          return worker.fixture;
        }
      }
    }
    throw new AssertionError("it never came to rest");
  }

  /** A task that was replaced tries to commit what it still has; nobody listens to it. */
  static void wake(SimulatedWorker zombie) {
    zombie.fixture.now += 60_000;
    try {
      zombie.fixture.put();
    } catch (ConnectException e) {
      assertThat(e).hasMessageMatching("(?s).*(unreachable|response was lost).*");
    }
  }
}
