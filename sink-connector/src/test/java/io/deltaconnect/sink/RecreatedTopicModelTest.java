package io.deltaconnect.sink;

import static io.deltaconnect.sink.OffsetRegressionTest.timed;
import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A topic that is deleted and made again, several times, with crashes and rebalances in between,
 * against the plainest of models: what each of its lives must add to the table.
 */
class RecreatedTopicModelTest {
  private static final int PARTITIONS = 2;
  private static final int LIVES = 3;
  private static final long LONGER_THAN_THE_TOLERANCE = 3_600_001;

  private final List<Map<String, Object>> appended = new ArrayList<>();
  private final Map<Object, Map<String, Object>> upserted = new HashMap<>();
  private final long[] highest = new long[PARTITIONS];

  @Property(tries = 200)
  void replayAppendsEveryRecordOfEveryLifeOnce(@ForAll long seed) {
    TaskFixture last =
        run(seed, TaskFixture.with("insert.mode", "append", "on.offset.regression", "replay"));

    assertThat(last.rows()).containsExactlyInAnyOrderElementsOf(appended);
  }

  @Property(tries = 200)
  void replayLeavesTheLastRecordOfEachKey(@ForAll long seed) {
    TaskFixture last = run(seed, TaskFixture.with("on.offset.regression", "replay"));

    assertThat(last.rows()).containsExactlyInAnyOrderElementsOf(upserted.values());
  }

  @Property(tries = 200)
  void skipAppendsOnlyOffsetsAboveAllThatWereThere(@ForAll long seed) {
    TaskFixture last =
        run(seed, TaskFixture.with("insert.mode", "append", "on.offset.regression", "skip"));

    assertThat(last.rows()).containsExactlyInAnyOrderElementsOf(appended);
  }

  private TaskFixture run(long seed, TaskFixture first) {
    appended.clear();
    upserted.clear();
    Arrays.fill(highest, -1);
    boolean skip = first.config.get("on.offset.regression").equals("skip");
    Random random = new Random(seed);
    TaskFixture fixture = first;
    for (int life = 0; life < LIVES; life++) {
      fixture.now += LONGER_THAN_THE_TOLERANCE;
      Map<TopicPartition, List<SinkRecord>> log = life(random, life, fixture.now, skip);
      // The group's offsets go with the topic, and a new worker begins at the topic's beginning.
      fixture = consume(random, log, fixture.restarted());
    }
    return fixture;
  }

  /** The records of one life of the topic, and what they come to. */
  private Map<TopicPartition, List<SinkRecord>> life(
      Random random, int life, long timestamp, boolean skip) {
    Map<TopicPartition, List<SinkRecord>> log = new LinkedHashMap<>();
    for (int p = 0; p < PARTITIONS; p++) {
      List<SinkRecord> records = new ArrayList<>();
      int size = random.nextInt(25);
      long end = highest[p];
      for (long offset = 0; offset < size; offset++) {
        if (random.nextInt(8) == 0) {
          records.add(null);
          continue;
        }
        long id = p * 100L + random.nextInt(5);
        Map<String, Object> row = map("id", id, "life", (long) life, "o", offset);
        records.add(
            timed(
                json(TOPIC, p, offset, map("id", id), row), timestamp + random.nextInt(1_000_000)));
        if (!skip || offset > highest[p]) {
          appended.add(row);
          upserted.put(id, row);
        }
        end = skip ? Math.max(end, offset) : offset;
      }
      highest[p] = end;
      log.put(new TopicPartition(TOPIC, p), records);
    }
    return log;
  }

  private static TaskFixture consume(
      Random random, Map<TopicPartition, List<SinkRecord>> log, TaskFixture first) {
    Map<TopicPartition, Long> group = new HashMap<>();
    SimulatedWorker worker = new SimulatedWorker(random, log, group, first);
    List<SimulatedWorker> zombies = new ArrayList<>();
    List<TopicPartition> partitions = List.copyOf(log.keySet());
    for (int turn = 0; turn < 1_000; turn++) {
      boolean trouble = turn < 30;
      switch (trouble ? random.nextInt(10) : 9) {
        case 0 -> {
          zombies.add(worker);
          worker = new SimulatedWorker(random, log, group, worker.fixture.restarted());
        }
        case 1 -> worker.rebalance(partitions.get(random.nextInt(PARTITIONS)));
        case 2 -> {
          if (!zombies.isEmpty()) {
            ExactlyOnceTest.wake(zombies.get(random.nextInt(zombies.size())));
          }
        }
        default -> worker.turn();
      }
      if (!trouble && worker.isIdle()) {
        worker.fixture.now += 600_000;
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
}
