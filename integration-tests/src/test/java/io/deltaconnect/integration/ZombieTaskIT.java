package io.deltaconnect.integration;

import static io.deltaconnect.integration.SinkScript.PARTITIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.integration.Faults.Effect;
import io.deltaconnect.integration.Faults.Fault;
import io.deltaconnect.integration.Faults.Moment;
import io.deltaconnect.integration.Faults.Point;
import io.deltaconnect.quickstart.ProjectLayout;
import io.deltaconnect.quickstart.S3Server;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A task that has not heard that its partitions are another's now, and commits: before the other or
 * after it, at exactly the wrong moment. What others do while a task sleeps is done on its thread:
 * in one process tasks would else wait for each other.
 */
class ZombieTaskIT {
  private static final TopicPartition FIRST = PARTITIONS.get(0);
  private static final TopicPartition SECOND = PARTITIONS.get(1);

  /** The commit of the first batch that is not the one of inserts: planned, with all its files. */
  private static final Point COMMIT = new Point(StepKind.MERGE_COMMIT, 1);

  @TempDir static Path directory;
  private static S3Server server;

  private final SinkScript script = SinkScript.ofMerges(Profile.seed("ZombieTaskIT"), 3);
  private final String name = UUID.randomUUID().toString();
  private FaultStore store;

  private enum Place {
    LOCAL,
    S3
  }

  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @CsvSource({
    "LOCAL, DELETION_VECTORS",
    "LOCAL, COPY_ON_WRITE",
    "S3, DELETION_VECTORS",
    "S3, COPY_ON_WRITE"
  })
  private @interface OnEveryStore {}

  @BeforeAll
  static void start() {
    server = S3Server.start(ProjectLayout.find().s3Libs(), directory.resolve("s3"), "lake");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @OnEveryStore
  void whoIsSecondIsFencedAndHasCommittedNothing(Place place, MergeStrategy strategy)
      throws IOException {
    FaultyTask first = task(place, strategy);
    FaultyTask second = task(place, strategy, asleepAt(COMMIT, () -> put(first, 1)));
    put(second, 0);

    put(second, 1);
    assertThat(judge().version()).isEqualTo(2);

    // Whichever of them has the partitions: it goes on, and then the other is the second.
    put(second, 2);
    assertThat(judge().version()).isEqualTo(3);
    put(first, 2);
    assertThat(judge().version()).isEqualTo(3);
    put(first, 3);
    assertRight();
  }

  @OnEveryStore
  void whatTheOtherHasNotCommittedIsReadAgain(Place place, MergeStrategy strategy)
      throws IOException {
    FaultyTask other = task(place, strategy);
    List<SinkRecord> part = script.batches().get(1).subList(0, 6);
    FaultyTask zombie = task(place, strategy, asleepAt(COMMIT, () -> other.put(part)));
    put(zombie, 0);

    put(zombie, 1);

    assertThat(judge().version()).isEqualTo(2);
    Map<TopicPartition, Long> seeks = zombie.takeSeeks();
    assertThat(seeks).isNotEmpty();
    for (Map.Entry<TopicPartition, Long> seek : seeks.entrySet()) {
      assertThat(judge().covered(seek.getKey())).isEqualTo(seek.getValue());
    }
    assertThat(zombie.preCommit(after(1))).containsAllEntriesOf(seeks);
    put(zombie, 1);
    put(zombie, 2);
    put(zombie, 3);
    assertRight();
  }

  @OnEveryStore
  void whoWakesAfterSeveralCommitsOfTheOtherDropsWhatTheyCover(Place place, MergeStrategy strategy)
      throws IOException {
    FaultyTask other = task(place, strategy);
    FaultyTask zombie =
        task(
            place,
            strategy,
            asleepAt(
                COMMIT,
                () -> {
                  put(other, 1);
                  put(other, 2);
                }));
    put(zombie, 0);

    put(zombie, 1);
    put(zombie, 2);

    assertThat(zombie.takeSeeks()).isEmpty();
    assertThat(judge().version()).isEqualTo(3);
    put(zombie, 3);
    assertRight();
  }

  @OnEveryStore
  void partitionsThatCameBackGoOnWhereTheOtherTaskLeftThem(Place place, MergeStrategy strategy)
      throws IOException {
    FaultyTask other = task(place, strategy);
    List<SinkRecord> part = script.batches().get(2).subList(0, 5);
    FaultyTask zombie =
        task(
            place,
            strategy,
            asleepAt(
                COMMIT,
                () -> {
                  put(other, 1);
                  other.put(part);
                }));
    put(zombie, 0);

    put(zombie, 1);
    zombie.takeSeeks();
    zombie.close(FIRST);
    zombie.close(SECOND);
    zombie.put(uncovered(2));
    put(zombie, 3);

    assertThat(judge().version()).isEqualTo(5);
    assertRight();
  }

  @OnEveryStore
  void whatIsBufferedOfOtherPartitionsStaysWhenOneGoes(Place place, MergeStrategy strategy)
      throws IOException {
    FaultyTask left = task(place, strategy, beforeNewRows());
    put(left, 0);
    assertThatThrownBy(() -> put(left, 1)).isInstanceOf(RetriableException.class);
    left.faults().recover();

    left.close(FIRST);
    FaultyTask taker = task(place, strategy);
    taker.put(script.batch(1, FIRST));
    taker.put(script.batch(2, FIRST));
    left.put(script.batch(1, SECOND));
    assertThat(left.takeSeeks()).isEmpty();
    assertThat(left.preCommit(Map.of(SECOND, after(1).get(SECOND))))
        .isEqualTo(Map.of(SECOND, after(1).get(SECOND)));

    left.put(script.batch(2, SECOND));
    left.put(script.batch(3, SECOND));
    taker.put(script.batch(3, FIRST));
    assertRight();
  }

  @OnEveryStore
  void tasksWithDifferentPartitionsDoNotFenceEachOther(Place place, MergeStrategy strategy)
      throws IOException {
    FaultyTask taker = task(place, strategy);
    FaultyTask left =
        task(
            place,
            strategy,
            beforeNewRows(),
            asleepAt(COMMIT, () -> taker.put(script.batch(1, FIRST))));
    put(left, 0);
    assertThatThrownBy(() -> put(left, 1)).isInstanceOf(RetriableException.class);
    left.faults().recover();
    left.close(FIRST);

    left.put(script.batch(1, SECOND));

    assertThat(judge().version()).isEqualTo(3);
    for (int batch = 2; batch <= 3; batch++) {
      left.put(script.batch(batch, SECOND));
      taker.put(script.batch(batch, FIRST));
    }
    assertRight();
  }

  @OnEveryStore
  void commitWhoseResponseWasLostIsKnownToTheOtherTaskAndToTheZombie(
      Place place, MergeStrategy strategy) throws IOException {
    FaultyTask zombie = task(place, strategy, new Fault(COMMIT, Moment.AFTER, Effect.OUTAGE));
    put(zombie, 0);
    assertThatThrownBy(() -> put(zombie, 1)).isInstanceOf(RetriableException.class);
    FaultyTask other = task(place, strategy);
    put(other, 1);
    put(other, 2);
    zombie.faults().recover();

    put(zombie, 1);
    put(zombie, 2);

    assertThat(judge().version()).isEqualTo(3);
    put(other, 3);
    assertRight();
  }

  @OnEveryStore
  void commitThatDidNotArriveIsNotMadeAfterTheOtherTasks(Place place, MergeStrategy strategy)
      throws IOException {
    FaultyTask zombie = task(place, strategy, new Fault(COMMIT, Moment.BEFORE, Effect.OUTAGE));
    put(zombie, 0);
    assertThatThrownBy(() -> put(zombie, 1)).isInstanceOf(RetriableException.class);
    FaultyTask other = task(place, strategy);
    put(other, 1);
    zombie.faults().recover();

    put(zombie, 1);

    assertThat(judge().version()).isEqualTo(2);
    put(other, 2);
    put(other, 3);
    assertRight();
  }

  @OnEveryStore
  void commitThatDidNotArriveMayArriveBeforeTheOtherTasks(Place place, MergeStrategy strategy)
      throws IOException {
    FaultyTask zombie = task(place, strategy, new Fault(COMMIT, Moment.BEFORE, Effect.OUTAGE));
    put(zombie, 0);
    assertThatThrownBy(() -> put(zombie, 1)).isInstanceOf(RetriableException.class);
    zombie.faults().recover();
    FaultyTask other = task(place, strategy, asleepAt(COMMIT, () -> put(zombie, 1)));

    put(other, 1);

    assertThat(judge().version()).isEqualTo(2);
    put(other, 2);
    put(other, 3);
    assertRight();
  }

  private FaultyTask task(Place place, MergeStrategy strategy, Fault... planned) {
    if (store == null) {
      store = place == Place.S3 ? FaultStore.s3(server, "lake") : FaultStore.local(directory);
    }
    return new FaultyTask(SinkScript.config(strategy, store.folder(name)), store, planned);
  }

  private static Fault asleepAt(Point point, Runnable meanwhile) {
    return new Fault(point, Moment.BEFORE, Effect.DELAY, meanwhile);
  }

  /** Lets a merge fail when all is in the buffer and nothing written yet. */
  private static Fault beforeNewRows() {
    return new Fault(new Point(StepKind.SHARED_FILE, 1), Moment.BEFORE, Effect.OUTAGE);
  }

  private void put(FaultyTask task, int batch) {
    task.put(script.batches().get(batch));
  }

  /** The positions after a batch. */
  private Map<TopicPartition, Long> after(int batch) {
    Map<TopicPartition, Long> positions = new HashMap<>();
    for (SinkRecord record : script.batches().get(batch)) {
      positions.put(SinkScript.partition(record), record.kafkaOffset() + 1);
    }
    return positions;
  }

  /** The records of a batch from the group's offsets on, where these are what the table covers. */
  private List<SinkRecord> uncovered(int batch) throws IOException {
    List<SinkRecord> records = new ArrayList<>();
    for (SinkRecord record : script.batches().get(batch)) {
      if (record.kafkaOffset() >= judge().covered(SinkScript.partition(record))) {
        records.add(record);
      }
    }
    return records;
  }

  private TableJudge judge() {
    return new TableJudge(store, store.folder(name));
  }

  private void assertRight() throws IOException {
    judge().assertRows(script.rows());
    for (TopicPartition partition : PARTITIONS) {
      assertThat(judge().covered(partition)).isEqualTo(script.end(partition));
    }
  }
}
