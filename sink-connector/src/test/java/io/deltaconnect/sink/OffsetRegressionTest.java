package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Topics whose offsets begin anew. The clock of {@link TaskFixture} begins at 1,000,000 ms. */
class OffsetRegressionTest {
  private static final String APP = "sink:orders:0";
  private static final long HOUR = 3_600_000;
  private static final long COMMITTED_AT = 1_060_000;

  /** The table has offsets 0 to 9, committed at {@link #COMMITTED_AT}. */
  private static TaskFixture upToNine(String... settings) {
    TaskFixture task = TaskFixture.with(settings);
    for (long offset = 0; offset < 10; offset++) {
      task.put(at(offset, offset, 1, 1_000L));
    }
    task.commit();
    assertThat(task.now).isEqualTo(COMMITTED_AT);
    assertThat(task.table().txn(APP).version()).isEqualTo(9);
    return task;
  }

  private static SinkRecord at(long offset, long id, long n, Long timestamp) {
    return timed(json(TOPIC, 0, offset, map("id", id), map("n", n)), timestamp);
  }

  static SinkRecord timed(SinkRecord record, Long timestamp) {
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        record.valueSchema(),
        record.value(),
        timestamp);
  }

  @Test
  void recordYoungerThanTheCommitThatHasItsOffsetFailsTheTaskAndSaysWhatToDo() {
    TaskFixture task = upToNine();
    long timestamp = COMMITTED_AT + HOUR + 1;

    assertThatThrownBy(() -> task.put(at(3, 99, 1, timestamp)))
        .isInstanceOf(ConnectException.class)
        .isNotInstanceOf(RetriableException.class)
        .isNotInstanceOf(DataException.class)
        .hasMessageContaining("orders-0")
        .hasMessageContaining("offset 3")
        .hasMessageContaining("up to 9")
        .hasMessageContaining("table orders (/lake/orders)")
        .hasMessageContaining("timestamp " + timestamp)
        .hasMessageContaining("lastUpdated " + COMMITTED_AT)
        .hasMessageContaining("on.offset.regression=replay");
    assertThat(task.preCommit(TOPIC, 0, 3)).isEqualTo(3);
    assertThat(task.table().txn(APP).version()).isEqualTo(9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "replay", "skip"})
  void recordsThatMayBeOldAreDroppedAsDeliveredAgain(String behavior) {
    TaskFixture task = upToNine("on.offset.regression", behavior);

    task.put(at(3, 99, 1, COMMITTED_AT + HOUR), at(4, 99, 1, null)).commit();

    assertThat(task.rows()).hasSize(10);
    assertThat(task.table().version()).isEqualTo(1);
    assertThat(task.preCommit(TOPIC, 0, 5)).isEqualTo(5);
  }

  /** Producers' clocks are wrong, and some timestamps are dates of business. */
  @ParameterizedTest
  @ValueSource(
      longs = {
        HOUR + 1,
        20 * HOUR,
        24 * HOUR,
        24 * HOUR + 1,
        8 * 24 * HOUR,
        8 * 24 * HOUR + 1,
        1_000_000 * HOUR,
        Long.MAX_VALUE / 2
      })
  void recordsFromTheFutureAreDroppedWhenTheyAreDeliveredAgain(long ahead) {
    TaskFixture task = TaskFixture.with("on.offset.regression", "replay", "insert.mode", "append");
    SinkRecord first = at(0, 1, 1, task.now + ahead);
    task.put(first, at(1, 2, 1, task.now)).commit();

    task.put(first);
    TaskFixture restarted = task.restarted();
    restarted.put(first);
    restarted.now = 1_000_000 + 7 * 24 * HOUR;
    restarted.put(first, at(1, 2, 1, task.now)).commit();

    assertThat(task.rows()).hasSize(2);
    assertThat(task.table().version()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {8 * 24 * HOUR + 1, 24 * 365 * HOUR, 24 * 365 * 24 * HOUR})
  void oneRecordOfAClockThatIsWrongByYearsDoesNotHideThatOffsetsWentBack(long ahead) {
    TaskFixture task = TaskFixture.with();
    task.put(at(0, 1, 1, task.now + ahead), at(1, 2, 1, task.now)).commit();
    task.now += 3 * HOUR;

    assertThatThrownBy(() -> task.put(at(1, 3, 1, task.now))).hasMessageContaining("went back");
  }

  @Test
  void truncateFromTheFutureIsDroppedWhenItIsDeliveredAgain() {
    TaskFixture task = TaskFixture.with("on.offset.regression", "replay", "op.field", "op");
    SinkRecord truncate = timed(json(TOPIC, 0, 1, null, map("op", "t")), task.now + 5 * HOUR);
    task.put(timed(json(TOPIC, 0, 0, map("id", 1L), map("op", "c")), 1_000L)).commit();
    task.put(truncate);
    task.put(timed(json(TOPIC, 0, 2, map("id", 2L), map("op", "c")), 1_000L)).commit();

    task.put(truncate);
    task.restarted().put(truncate).commit();

    assertThat(task.rows()).hasSize(1);
  }

  @Test
  void recordsFromTheFutureDoNotHideThatOffsetsWentBack() {
    TaskFixture task = TaskFixture.with();
    task.put(at(0, 1, 1, Long.MAX_VALUE / 2), at(1, 2, 1, task.now + 3 * HOUR)).commit();

    assertThat(task.table().txn(APP).lastUpdated()).isEqualTo(1_000_000 + 2 * HOUR);
    assertThatThrownBy(() -> task.put(at(1, 2, 1, 1_000_001 + 3 * HOUR)))
        .hasMessageContaining("went back");
  }

  @Test
  void clockIsReadForABatchAndNotForEachOfItsRecords() {
    TaskFixture task = upToNine();
    int before = task.clockReads;

    task.put(at(10, 10, 1, 1_000L), at(11, 11, 1, 1_000L), at(12, 12, 1, 1_000L));

    assertThat(task.clockReads - before).isEqualTo(1);
  }

  @Test
  void toleranceCanBeSetForOneTable() {
    TaskFixture task = upToNine("table.orders.offset.regression.tolerance.ms", "5");

    task.put(at(3, 3, 1, COMMITTED_AT + 5));
    assertThatThrownBy(() -> task.put(at(3, 3, 1, COMMITTED_AT + 6)))
        .hasMessageContaining("offset.regression.tolerance.ms=5");
  }

  @Test
  void replayAppliesTheRecordAndAllThatFollowUnderKnownOffsets() {
    TaskFixture task = upToNine("on.offset.regression", "replay");
    long later = COMMITTED_AT + HOUR + 1;

    // The others follow it in the same partition, whatever their timestamps say.
    task.put(at(3, 50, 2, later), at(5, 51, 2, later - HOUR), at(9, 52, 2, null));
    assertThat(task.table().txn(APP).version()).as("set back at once").isEqualTo(2);
    assertThat(task.preCommit(TOPIC, 0, 10)).isEqualTo(3);
    task.commit();

    assertThat(task.rows()).hasSize(13).contains(map("id", 52L, "n", 2L));
    assertThat(task.table().txn(APP).version()).isEqualTo(9);
    assertThat(task.preCommit(TOPIC, 0, 10)).isEqualTo(10);
    task.put(at(9, 52, 7, null), at(10, 53, 2, later)).commit();
    assertThat(task.rows()).hasSize(14).contains(map("id", 52L, "n", 2L));
  }

  @Test
  void replayFirstCommitsWhatIsBufferedFromBefore() {
    TaskFixture task = upToNine("on.offset.regression", "replay");
    task.put(at(10, 10, 1, 1_000L));

    task.put(at(0, 10, 2, COMMITTED_AT + 2 * HOUR));
    assertThat(task.rows()).contains(map("id", 10L, "n", 1L));
    assertThat(task.table().txn(APP).version()).isEqualTo(-1);

    task.commit();
    assertThat(task.rows()).contains(map("id", 10L, "n", 2L));
    assertThat(task.table().txn(APP).version()).isZero();
  }

  @Test
  void replayGoesOnAfterARestartInItsMiddle() {
    TaskFixture task = upToNine("on.offset.regression", "replay", "insert.mode", "append");
    task.now += 2 * HOUR;
    long written = task.now;
    task.put(at(0, 50, 2, written), at(1, 51, 2, written)).commit();
    assertThat(task.table().txn(APP).version()).isEqualTo(1);
    task.put(at(2, 52, 2, written));

    // The group's offset is older than the table's, and what was buffered is gone.
    TaskFixture restarted = task.restarted();
    restarted.put(at(0, 50, 2, written), at(1, 51, 2, written), at(2, 52, 2, written)).commit();

    assertThat(restarted.rows()).hasSize(13);
    assertThat(restarted.table().txn(APP).version()).isEqualTo(2);
  }

  @Test
  void replayWhoseSettingBackHadNoResponseIsNotSkipped() {
    TaskFixture task = upToNine("on.offset.regression", "replay");
    SinkRecord record = at(0, 50, 2, COMMITTED_AT + 2 * HOUR);
    task.table().loseResponse = true;
    assertThatThrownBy(() -> task.put(record)).isInstanceOf(RetriableException.class);
    assertThat(task.table().txn(APP).version()).isEqualTo(-1);

    task.put(record);
    assertThat(task.worker.seeks).isEqualTo(Map.of(new TopicPartition(TOPIC, 0), 0L));
    task.put(record).commit();

    assertThat(task.rows()).contains(map("id", 50L, "n", 2L));
  }

  @Test
  void replayIsTriedAgainWhenTheTableCannotBeReached() {
    TaskFixture task = upToNine("on.offset.regression", "replay");
    SinkRecord record = at(0, 50, 2, COMMITTED_AT + 2 * HOUR);
    task.table().error = new IOException("gone");
    assertThatThrownBy(() -> task.put(record))
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining("setting the offset of orders-0 back");

    task.table().error = null;
    task.put(record).commit();

    assertThat(task.rows()).contains(map("id", 50L, "n", 2L));
    assertThat(task.table().txn(APP).version()).isZero();
  }

  @Test
  void eachTableOfAPartitionFindsItsOwnOffsetsGoneBack() {
    TaskFixture task = upToNine("on.offset.regression", "replay");
    SinkRecord other =
        new SinkRecord(
            "other",
            0,
            null,
            map("id", 1L),
            null,
            map("n", 1L),
            4,
            COMMITTED_AT + 2 * HOUR,
            TimestampType.CREATE_TIME,
            null,
            TOPIC,
            0,
            4);

    task.put(other, at(5, 50, 2, COMMITTED_AT + 2 * HOUR)).commit();

    assertThat(task.tables.at("/lake/other").txn(APP).version()).isEqualTo(4);
    assertThat(task.tables.at("/lake/other").version()).as("no setting back").isEqualTo(1);
    assertThat(task.table().txn(APP).version()).isEqualTo(5);
    assertThat(task.rows()).hasSize(11);
  }

  @Test
  void taskThatLostThePartitionDoesNotUndoTheReplayOfTheOther() {
    TaskFixture zombie = upToNine("on.offset.regression", "replay");
    zombie.put(at(10, 10, 1, 1_000L));
    TaskFixture task = zombie.restarted();
    task.now += 2 * HOUR;
    task.put(at(0, 50, 2, task.now)).commit();

    zombie.commit();

    assertThat(task.rows()).hasSize(11).contains(map("id", 50L, "n", 2L));
    assertThat(task.table().txn(APP).version()).isZero();
  }

  @Test
  void skipDropsRecordsUntilTheyPassTheOffsetOfTheTable() {
    TaskFixture task = upToNine("on.offset.regression", "skip");
    long later = COMMITTED_AT + 2 * HOUR;

    task.put(at(0, 50, 2, later), at(9, 51, 2, later), at(10, 52, 2, later)).commit();

    assertThat(task.rows()).hasSize(11).contains(map("id", 52L, "n", 2L));
    assertThat(task.table().txn(APP).version()).isEqualTo(10);
    assertThat(task.preCommit(TOPIC, 0, 11)).isEqualTo(11);
  }
}
