package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.tombstone;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.table.commit.RetriesExhaustedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class OffsetsTest {
  private static final TopicPartition P0 = new TopicPartition(TOPIC, 0);
  private static final String APP = "sink:orders:0";

  private static SinkRecord at(int partition, long offset, long id, long n) {
    return json(TOPIC, partition, offset, map("id", id), map("n", n));
  }

  @Test
  void bufferedOffsetsAreNotPassedUntilTheyAreCommitted() {
    TaskFixture task = TaskFixture.with();

    task.put(at(0, 5, 1, 1), at(0, 6, 2, 1), at(1, 3, 3, 1));
    assertThat(task.preCommit(TOPIC, 0, 7)).isEqualTo(5);
    assertThat(task.preCommit(TOPIC, 1, 4)).isEqualTo(3);
    assertThat(task.preCommit(TOPIC, 2, 9)).isEqualTo(9);
    assertThat(task.worker.timeout).isEqualTo(60_000);
    assertThat(task.worker.commitRequested).isFalse();

    task.commit();
    assertThat(task.preCommit(TOPIC, 0, 7)).isEqualTo(7);
    assertThat(task.preCommit(TOPIC, 1, 4)).isEqualTo(4);
    assertThat(task.worker.commitRequested).isTrue();
    assertThat(task.table().txn(APP).version()).isEqualTo(6);
    assertThat(task.table().txn(APP).lastUpdated()).isEqualTo(task.now);
    assertThat(task.table().txn("sink:orders:1").version()).isEqualTo(3);
  }

  @Test
  void commitsRunAtTheIntervalAfterTheFirstBufferedRecord() {
    TaskFixture task = TaskFixture.with("commit.interval.ms", "1000");
    task.put(at(0, 0, 1, 1));
    task.now += 999;
    task.put(at(0, 1, 2, 1));
    assertThat(task.rows()).isEmpty();
    assertThat(task.worker.timeout).isEqualTo(1);

    task.now += 1;
    task.put();
    assertThat(task.rows()).hasSize(2);
  }

  @Test
  void aClockThatIsSetBackHoldsNoCommitUp() {
    TaskFixture task = TaskFixture.with("commit.interval.ms", "1000");
    task.put(at(0, 0, 1, 1));
    task.setBack = 3_600_000;
    task.now += 1_000;
    task.put();
    assertThat(task.rows()).hasSize(1);
    assertThat(task.table().txn(APP).lastUpdated()).isEqualTo(task.now - task.setBack);
  }

  /** Else they would take the partitions away, again and again. */
  @Test
  void slowCommitsOfManyTablesLeaveTheGroupTimeToHearOfTheTask() {
    TaskFixture task = TaskFixture.with("topic.to.table.map", "a:/t/a,b:/t/b,c:/t/c,d:/t/d");
    List<String> slow = List.of("a", "b", "c", "d");
    slow.forEach(topic -> task.put(json(topic, 0, 0, map("id", 1L), map("n", 1L))));
    slow.forEach(topic -> task.tables.at("/t/" + topic).whileMerging = () -> task.now += 100_000);

    task.commit();
    assertThat(slow.stream().filter(topic -> !task.tables.at("/t/" + topic).rows().isEmpty()))
        .containsExactly("a", "b");
    assertThat(task.worker.timeout).isEqualTo(1);
    task.put(json("a", 0, 1, map("id", 1L), map("n", 2L)));
    assertThat(slow).allMatch(topic -> !task.tables.at("/t/" + topic).rows().isEmpty());
    assertThat(task.preCommit("d", 0, 1)).isEqualTo(1);
  }

  @Test
  void aTableThatCannotBeWrittenHoldsNoOtherUp() {
    TaskFixture task = TaskFixture.with("topic.to.table.map", "a:/t/a,b:/t/b,c:/t/c");
    task.put(
        json("a", 0, 0, map("id", 1L), map("n", 1L)),
        json("b", 0, 0, map("id", 1L), map("n", 1L)),
        json("c", 0, 0, map("id", 1L), map("n", 1L)));
    task.tables.at("/t/a").error = new IOException("gone");
    task.tables.at("/t/b").error = new IOException("gone too");

    assertThatThrownBy(task::commit)
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining("gone")
        .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessageContaining("gone too"));

    assertThat(task.tables.at("/t/c").rows()).hasSize(1);
    assertThat(task.preCommit("a", 0, 1)).isZero();
    assertThat(task.preCommit("c", 0, 1)).isEqualTo(1);
  }

  @Test
  void commitsRunAtTheMaximumOfRecordsOfATable() {
    TaskFixture task = TaskFixture.with("commit.max.records", "3");

    task.put(at(0, 0, 1, 1), at(0, 1, 1, 2), at(0, 2, 1, 3), at(0, 3, 1, 4));

    assertThat(task.table().version()).isEqualTo(1);
    assertThat(task.table().txn(APP).version()).isEqualTo(2);
    assertThat(task.preCommit(TOPIC, 0, 4)).isEqualTo(3);
  }

  @Test
  void largestBufferIsCommittedWhenAllTogetherTakeTooMuchHeap() {
    TaskFixture task = TaskFixture.with("commit.max.bytes", "1048576");
    String large = "x".repeat(200_000);

    task.put(
        json("small", 0, 0, map("id", 1L), map("s", "x")),
        upsert(0, 1L, "s", large),
        upsert(1, 2L, "s", large),
        upsert(2, 3L, "s", large));

    assertThat(task.tables.at("/lake/small").version()).isZero();
    assertThat(task.table().txn(APP).version()).isEqualTo(2);
  }

  @Test
  void redeliveredRecordsAreIgnored() {
    TaskFixture task = TaskFixture.with();
    task.put(at(0, 0, 1, 1), at(0, 1, 1, 2));
    task.put(at(0, 0, 1, 1), at(0, 1, 1, 2), at(0, 2, 2, 1)).commit();
    assertThat(task.table().merges().get(0).changes()).hasSize(2);
    assertThat(task.rows()).containsExactly(map("id", 1L, "n", 2L), map("id", 2L, "n", 1L));

    task.put(at(0, 0, 1, 1), at(0, 1, 1, 2)).commit();
    assertThat(task.table().version()).isEqualTo(1);
    assertThat(task.rows()).contains(map("id", 1L, "n", 2L));
  }

  @Test
  void recordsThatTheTableCoversAreDroppedAfterARestart() {
    TaskFixture first = TaskFixture.with();
    first.put(at(0, 0, 1, 1), at(0, 1, 1, 2)).commit();

    TaskFixture second = first.restarted();
    second.put(at(0, 0, 1, 1));
    second.put(at(0, 1, 1, 2), at(0, 4, 1, 3)).commit();

    assertThat(second.rows()).containsExactly(map("id", 1L, "n", 3L));
    assertThat(second.table().merges()).hasSize(2);
    assertThat(second.table().txn(APP).version()).isEqualTo(4);
  }

  @Test
  void batchWithoutEffectHoldsItsOffsetsUntilTheNextCommit() {
    TaskFixture task = TaskFixture.with();
    task.put(at(0, 0, 1, 1)).commit();

    task.put(at(0, 1, 1, 1), tombstone(2, 9L)).commit();
    assertThat(task.table().version()).isEqualTo(1);
    assertThat(task.preCommit(TOPIC, 0, 3)).isEqualTo(1);

    // Redelivered, they are known.
    task.put(at(0, 1, 1, 1), tombstone(2, 9L));
    assertThat(task.table().merges()).hasSize(2);

    task.put(at(0, 3, 2, 1)).commit();
    assertThat(task.table().txn(APP).version()).isEqualTo(3);
    assertThat(task.preCommit(TOPIC, 0, 4)).isEqualTo(4);
  }

  @Test
  void heldOffsetsAreCommittedAloneAfterTheLongestDelay() {
    TaskFixture task = TaskFixture.with("offsets.commit.max.delay.ms", "600000");
    task.put(at(0, 0, 1, 1)).commit();
    task.put(at(0, 1, 1, 1)).commit();
    assertThat(task.worker.timeout).isEqualTo(540_000);

    task.now += 539_999;
    task.put();
    assertThat(task.table().version()).isEqualTo(1);
    task.now += 1;
    task.put();

    assertThat(task.table().version()).isEqualTo(2);
    assertThat(task.table().txn(APP).version()).isEqualTo(1);
    assertThat(task.preCommit(TOPIC, 0, 2)).isEqualTo(2);
  }

  @Test
  void deletesBeforeThereIsATableHaveNoEffectAndHoldNothing() {
    TaskFixture task = TaskFixture.with();

    task.put(tombstone(0, 1L), tombstone(1, 2L)).commit();
    assertThat(task.table()).isNull();
    assertThat(task.preCommit(TOPIC, 0, 2)).isEqualTo(2);

    task.put(at(0, 2, 1, 1)).commit();
    assertThat(task.rows()).hasSize(1);
    assertThat(task.table().txn(APP).version()).isEqualTo(2);
  }

  @Test
  void closedPartitionsLoseTheirBuffersAndTheOthersKeepThem() {
    TaskFixture task = TaskFixture.with();
    task.put(at(0, 0, 1, 1), at(1, 0, 2, 1));

    task.close(List.of(P0));
    task.commit();
    assertThat(task.rows()).containsExactly(map("id", 2L, "n", 1L));
    assertThat(task.table().txn(APP)).isNull();

    task.put(at(0, 0, 1, 1)).commit();
    assertThat(task.rows()).hasSize(2);
  }

  @Test
  void unreachableTableIsTriedAgainWithTheSameRecords() {
    TaskFixture task = TaskFixture.with("commit.interval.ms", "0");
    task.put(at(0, 0, 1, 1));
    task.table().error = new IOException("gone");

    SinkRecord[] batch = {at(0, 1, 1, 2), at(0, 2, 2, 1)};
    assertThatThrownBy(() -> task.put(batch))
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining("orders-0@1..2")
        .hasMessageContaining("gone");
    assertThat(task.preCommit(TOPIC, 0, 1)).isEqualTo(1);
    assertThat(task.worker.timeout).isEqualTo(3_000);

    task.table().error = null;
    task.put(batch);
    assertThat(task.rows()).containsExactly(map("id", 1L, "n", 2L), map("id", 2L, "n", 1L));
    assertThat(task.table().merges()).hasSize(2);
  }

  @Test
  void commitWhoseResponseWasLostIsNotMadeAgainAndWhatCameAfterItIs() {
    TaskFixture task = TaskFixture.with("commit.interval.ms", "1000");
    task.put(at(0, 0, 1, 1), at(1, 0, 7, 1));
    task.commit();
    task.put(at(0, 1, 1, 2), at(0, 2, 2, 1), at(1, 1, 7, 2));
    task.table().loseResponse = true;
    task.now += 1_000;
    assertThatThrownBy(task::put).isInstanceOf(RetriableException.class);

    // More came before the next try: these records were not in the commit that was lost.
    task.put(at(0, 3, 2, 9));

    assertThat(task.table().merges()).hasSize(2);
    assertThat(task.table().txn(APP).version()).isEqualTo(2);
    assertThat(task.worker.seeks).isEqualTo(Map.of(P0, 3L));
    assertThat(task.preCommit(TOPIC, 0, 4)).isEqualTo(3);
    task.put(at(0, 3, 2, 9));
    task.commit();
    assertThat(task.rows())
        .containsExactly(map("id", 1L, "n", 2L), map("id", 7L, "n", 2L), map("id", 2L, "n", 9L));
    assertThat(task.table().txn(APP).version()).isEqualTo(3);
    assertThat(task.table().txn("sink:orders:1").version()).isEqualTo(1);
  }

  @Test
  void errorsAreRetriableOnlyIfARetryCanHelp() {
    TaskFixture task = TaskFixture.with("commit.interval.ms", "0");
    task.put(at(0, 0, 1, 1));

    task.table().error = new RetriesExhaustedException("too many writers", 5, 5, null);
    assertThatThrownBy(() -> task.put(at(0, 1, 1, 2))).isInstanceOf(RetriableException.class);
    task.table().error = new FileNotFoundException("part-1.parquet");
    assertThatThrownBy(() -> task.put(at(0, 1, 1, 2)))
        .isInstanceOf(ConnectException.class)
        .isNotInstanceOf(RetriableException.class)
        .hasMessageContaining("part-1.parquet");
    task.table().error = new IllegalStateException("column n is an int now");
    assertThatThrownBy(() -> task.put(at(0, 1, 1, 2)))
        .isInstanceOf(ConnectException.class)
        .isNotInstanceOf(RetriableException.class)
        .hasMessageContaining("column n is an int now")
        .hasMessageContaining("table orders (/lake/orders), offsets orders-0@1..1");
  }

  @Test
  void whatIsMissingOrForbiddenIsNotTriedAgain() {
    List<IOException> permanent =
        List.of(
            new NoSuchFileException("part-1.parquet"),
            new AccessDeniedException("part-1.parquet"),
            new IOException("part-1.parquet", new FileNotFoundException("part-1.parquet")));
    for (IOException error : permanent) {
      TaskFixture task = TaskFixture.with("commit.interval.ms", "0");
      task.put(at(0, 0, 1, 1));
      task.table().error = error;

      assertThatThrownBy(() -> task.put(at(0, 1, 1, 2)))
          .isInstanceOf(ConnectException.class)
          .isNotInstanceOf(RetriableException.class)
          .hasMessageContaining("table orders")
          .hasMessageContaining("part-1.parquet");
      assertThat(task.preCommit(TOPIC, 0, 2)).isEqualTo(1);
    }
  }

  @Test
  void retriesEndWhenTheyHaveGoneOnForTooLong() {
    TaskFixture task = TaskFixture.with("commit.interval.ms", "0", "retry.max.ms", "10000");
    task.put(at(0, 0, 1, 1));
    for (int outage = 1; outage < 3; outage++) {
      SinkRecord record = at(0, outage, 1, outage);
      task.table().error = new IOException("gone");
      assertThatThrownBy(() -> task.put(record)).isInstanceOf(RetriableException.class);
      task.now += 9_999;
      assertThatThrownBy(() -> task.put(record)).isInstanceOf(RetriableException.class);
      task.table().error = null;
      task.put(record);
    }
    task.table().refreshError = new IOException("gone");
    assertThatThrownBy(() -> task.put(at(0, 3, 1, 9))).isInstanceOf(RetriableException.class);
    task.now += 10_000;

    assertThatThrownBy(() -> task.put(at(0, 3, 1, 9)))
        .isInstanceOf(ConnectException.class)
        .isNotInstanceOf(RetriableException.class)
        .hasMessageContaining("table orders (/lake/orders)")
        .hasMessageContaining("gone")
        .hasMessageContaining("retry.max.ms=10000");
  }

  @Test
  void tableThatFailsDoesNotLoseWhatOthersOfTheTaskHave() {
    TaskFixture task = TaskFixture.with("commit.interval.ms", "0");
    SinkRecord other = json("other", 0, 0, map("id", 1L), map("n", 1L));
    task.put(at(0, 0, 1, 1), other);
    task.table().error = new IOException("gone");
    SinkRecord[] batch = {
      at(0, 1, 2, 1), json("other", 0, 1, map("id", 2L), map("n", 1L)), at(0, 2, 3, 1)
    };
    assertThatThrownBy(() -> task.put(batch)).isInstanceOf(RetriableException.class);
    assertThat(task.preCommit(TOPIC, 0, 3)).isEqualTo(1);

    task.table().error = null;
    task.put(batch);
    assertThat(task.rows()).hasSize(3);
    assertThat(task.tables.at("/lake/other").rows()).hasSize(2);
    assertThat(task.tables.at("/lake/other").txn("sink:other:0").version()).isEqualTo(1);
  }

  @Test
  void commitMadeBeforeTheBatchFailedIsToldToTheWorkerWhenItHasComeThrough() {
    TaskFixture task = TaskFixture.with("commit.max.records", "2");
    task.put(at(0, 0, 1, 1));
    task.table().error = new IOException("gone");
    task.table().callsBeforeError = 1;
    SinkRecord[] batch = {at(0, 1, 2, 1), at(0, 2, 3, 1), at(0, 3, 4, 1)};
    assertThatThrownBy(() -> task.put(batch)).isInstanceOf(RetriableException.class);
    assertThat(task.table().version()).isEqualTo(1);

    task.table().error = null;
    task.worker.commitRequested = false;
    task.put(batch);
    assertThat(task.worker.commitRequested).isTrue();
    task.worker.commitRequested = false;
    task.put();
    assertThat(task.worker.commitRequested).isFalse();
  }

  @Test
  void partitionThatComesBackIsReadAgainFromTheOffsetOfTheGroup() {
    TaskFixture task = TaskFixture.with();
    task.put(at(0, 0, 1, 1), at(0, 1, 2, 1)).commit();
    task.put(at(0, 2, 1, 2), at(0, 3, 2, 2));
    assertThat(task.preCommit(TOPIC, 0, 4)).isEqualTo(2);
    task.close(List.of(P0));

    // The group's offset may be older than the table's commit.
    task.put(at(0, 1, 2, 1), at(0, 2, 1, 2), at(0, 3, 2, 2)).commit();

    assertThat(task.rows())
        .containsExactlyInAnyOrder(map("id", 1L, "n", 2L), map("id", 2L, "n", 2L));
    assertThat(task.table().merges().get(1).changes()).hasSize(2);
  }

  @Test
  void taskWithoutPartitionsHasNothingToDo() {
    TaskFixture task = TaskFixture.with("tasks.max", "9");

    task.put().commit();

    assertThat(task.worker.timeout).isEqualTo(-1);
    assertThat(task.task.preCommit(Map.of())).isEmpty();
    task.close(List.of(P0));
  }

  @Test
  void partitionThatAnotherTaskHasCommittedIsDroppedAndReadAgainAfterIt() {
    TaskFixture task = TaskFixture.with();
    task.put(at(0, 0, 1, 1), at(1, 0, 5, 1)).commit();
    task.put(at(0, 1, 1, 2), at(0, 2, 1, 3), at(1, 1, 6, 1));
    task.table().setTxn(APP, 1L);

    task.now += 60_000;
    task.put(at(0, 3, 1, 4));

    assertThat(task.rows()).extracting(row -> row.get("id")).containsExactly(1L, 5L, 6L);
    assertThat(task.table().txn(APP).version()).isEqualTo(1);
    assertThat(task.table().txn("sink:orders:1").version()).isEqualTo(1);
    assertThat(task.worker.seeks).isEqualTo(Map.of(P0, 2L));
    assertThat(task.preCommit(TOPIC, 0, 4)).as("the seek is still to come").isEqualTo(2);

    task.put(at(0, 2, 1, 3), at(0, 3, 1, 4)).commit();
    assertThat(task.rows()).contains(map("id", 1L, "n", 4L));
  }

  @Test
  void restOfABatchInHandIsLeftAloneWhenItsPartitionWillBeReadAgain() {
    TaskFixture task = TaskFixture.with("commit.max.records", "2");
    task.put(at(0, 0, 1, 1), at(0, 1, 1, 2));
    task.table().setTxn(APP, 0L);

    task.put(at(0, 2, 1, 3), at(0, 3, 1, 4), at(0, 4, 1, 5), at(0, 5, 1, 6));

    assertThat(task.worker.seeks).isEqualTo(Map.of(P0, 1L));
    assertThat(task.preCommit(TOPIC, 0, 6)).isEqualTo(1);
    OffsetAndMetadata sought = new OffsetAndMetadata(1);
    assertThat(task.task.preCommit(Map.of(P0, sought)).get(P0))
        .as("the worker would not commit what it has sought")
        .isNotEqualTo(sought)
        .extracting(OffsetAndMetadata::offset)
        .isEqualTo(1L);
    task.put(at(0, 1, 1, 2), at(0, 2, 1, 3)).put(at(0, 3, 1, 4), at(0, 4, 1, 5)).commit();
    assertThat(task.rows()).containsExactly(map("id", 1L, "n", 5L));
  }

  @Test
  void seekIsAskedForAgainWhenTheBatchInHandIsPutAgain() {
    TaskFixture task = TaskFixture.with();
    task.put(at(0, 0, 1, 1), at(0, 1, 1, 2), at(1, 0, 5, 1)).commit();
    task.put(at(0, 2, 1, 3), at(1, 1, 6, 1));
    task.table().setTxn(APP, 0L);
    task.table().error = new IOException("gone");
    task.table().callsBeforeError = 1;
    task.now += 60_000;
    assertThatThrownBy(() -> task.put(at(0, 3, 1, 4))).isInstanceOf(RetriableException.class);
    assertThat(task.worker.seeks).isEqualTo(Map.of(P0, 1L));

    // The worker seeks, puts the batch again, and takes the end of the batch for where it is.
    task.worker.seeks.clear();
    task.table().error = null;
    task.put(at(0, 3, 1, 4));
    assertThat(task.preCommit(TOPIC, 0, 4)).isEqualTo(1);
    assertThat(task.worker.seeks).isEqualTo(Map.of(P0, 1L));

    task.put(at(0, 1, 1, 2), at(0, 2, 1, 3), at(0, 3, 1, 4)).commit();
    assertThat(task.preCommit(TOPIC, 0, 4)).isEqualTo(4);
    assertThat(task.rows()).contains(map("id", 1L, "n", 4L));
  }

  @Test
  void offsetOfAPartitionRevokedWithABatchInHandStaysUntilItsRecordsArriveAgain() {
    TaskFixture task = TaskFixture.with("commit.interval.ms", "0");
    task.put(at(0, 0, 1, 1), at(1, 0, 5, 1));
    task.table().error = new IOException("gone");
    assertThatThrownBy(() -> task.put(at(0, 1, 1, 2), at(1, 1, 6, 1)))
        .isInstanceOf(RetriableException.class);

    task.close(List.of(P0));
    task.table().error = null;
    task.put(at(1, 1, 6, 1));
    OffsetAndMetadata endOfBatch = new OffsetAndMetadata(2);
    assertThat(task.task.preCommit(Map.of(P0, endOfBatch))).isEmpty();
    assertThat(task.preCommit(TOPIC, 1, 2)).isEqualTo(2);

    task.put(at(0, 1, 1, 2));
    assertThat(task.preCommit(TOPIC, 0, 2)).isEqualTo(2);
    assertThat(task.rows()).contains(map("id", 1L, "n", 2L));
  }

  /** The worker leaves them in the batch if a transform has renamed their topic. */
  @Test
  void recordsOfAPartitionRevokedWithABatchInHandAreNotTakenFromThatBatch() {
    TaskFixture task = TaskFixture.with();
    task.put(at(1, 0, 5, 1), at(0, 0, 1, 1)).commit();
    task.put(at(0, 1, 2, 1));
    task.table().error = new IOException("gone");
    task.now += 60_000;
    SinkRecord stale = at(0, 2, 3, 1);
    SinkRecord rest = at(1, 1, 6, 1);
    assertThatThrownBy(() -> task.put(stale, rest)).isInstanceOf(RetriableException.class);
    task.close(List.of(P0));
    task.table().error = null;

    task.put(stale, rest).commit();
    assertThat(task.table().txn(APP).version()).isZero();
    assertThat(task.rows()).extracting(row -> row.get("id")).containsExactly(5L, 1L, 6L);
    assertThat(task.task.preCommit(Map.of(P0, new OffsetAndMetadata(3)))).isEmpty();

    // It came back to this task, which reads what was not committed again.
    task.put(at(0, 1, 2, 1), at(0, 2, 3, 1)).commit();
    assertThat(task.rows()).extracting(row -> row.get("id")).containsExactly(5L, 1L, 6L, 2L, 3L);
    assertThat(task.preCommit(TOPIC, 0, 3)).isEqualTo(3);
  }

  @Test
  void offsetOfSuchAPartitionStaysAlsoIfItsRecordsArriveAndCannotBeTakenYet() {
    TaskFixture task = TaskFixture.with("commit.interval.ms", "0");
    task.put(at(0, 0, 1, 1), at(1, 0, 5, 1));
    task.table().error = new IOException("gone");
    assertThatThrownBy(() -> task.put(at(0, 1, 1, 2), at(1, 1, 6, 1)))
        .isInstanceOf(RetriableException.class);
    task.close(List.of(P0));
    task.table().error = null;
    task.put(at(1, 1, 6, 1));

    task.table().refreshError = new IOException("gone");
    assertThatThrownBy(() -> task.put(at(0, 1, 1, 2))).isInstanceOf(RetriableException.class);
    assertThat(task.task.preCommit(Map.of(P0, new OffsetAndMetadata(2)))).isEmpty();

    task.table().refreshError = null;
    task.put(at(0, 1, 1, 2));
    assertThat(task.preCommit(TOPIC, 0, 2)).isEqualTo(2);
    assertThat(task.rows()).contains(map("id", 1L, "n", 2L));
  }

  @Test
  void offsetOfSuchAPartitionIsNotPassedIfItsRecordsAreBuffered() {
    TaskFixture task = TaskFixture.with("commit.interval.ms", "0");
    task.put(at(0, 0, 1, 1), at(1, 0, 5, 1));
    task.table().error = new IOException("gone");
    SinkRecord[] batch = {at(0, 1, 1, 2), at(1, 1, 6, 1)};
    assertThatThrownBy(() -> task.put(batch)).isInstanceOf(RetriableException.class);
    task.close(List.of(P0));
    task.table().error = null;
    task.put(batch[1]);

    task.table().error = new IOException("gone");
    assertThatThrownBy(() -> task.put(at(0, 1, 1, 2))).isInstanceOf(RetriableException.class);

    // Left out, it would be what the worker has sought last, which is past it for another table.
    assertThat(task.preCommit(TOPIC, 0, 2)).isEqualTo(1);
  }

  @Test
  void offsetsThatWereResetAreReadAgainFromTheBeginning() {
    TaskFixture task = TaskFixture.with();
    task.put(at(0, 0, 1, 1)).commit();
    task.put(at(0, 1, 1, 2));
    task.table().setTxn(APP, null);

    task.commit();

    assertThat(task.worker.seeks).isEqualTo(Map.of(P0, 0L));
    assertThat(task.preCommit(TOPIC, 0, 2)).isZero();
  }

  @Test
  void partitionThatIsFurtherInTheTableIsNotReadAgain() {
    TaskFixture task = TaskFixture.with();
    task.put(at(0, 0, 1, 1)).commit();
    task.put(at(0, 1, 1, 2));
    task.table().setTxn(APP, 3L);

    task.commit();
    assertThat(task.worker.seeks).isEmpty();
    task.put(at(0, 2, 1, 3), at(0, 3, 1, 4), at(0, 4, 1, 5)).commit();

    assertThat(task.table().merges()).hasSize(2);
    assertThat(task.rows()).containsExactly(map("id", 1L, "n", 5L));
  }

  @Test
  void fencedTruncateLeavesTheTableToTheOtherTask() {
    TaskFixture task = TaskFixture.with("op.field", "op");
    task.put(upsert(0, 1L, "op", "c")).commit();
    task.table().setTxn(APP, 5L);

    task.put(json(TOPIC, 0, 1, null, map("op", "t")));

    assertThat(task.rows()).hasSize(1);
    assertThat(task.table().txn(APP).version()).isEqualTo(5);
  }

  @Test
  void truncateThatCouldNotBeCommittedComesAgain() {
    TaskFixture task = TaskFixture.with("op.field", "op");
    task.put(upsert(0, 1L, "op", "c"), upsert(1, 2L, "op", "c")).commit();
    SinkRecord[] batch = {upsert(2, 3L, "op", "c"), json(TOPIC, 0, 3, null, map("op", "t"))};
    task.table().error = new IOException("gone");
    assertThatThrownBy(() -> task.put(batch)).isInstanceOf(RetriableException.class);

    task.table().error = null;
    task.put(batch);

    assertThat(task.rows()).isEmpty();
    assertThat(task.table().txn(APP).version()).isEqualTo(3);
  }

  @Test
  void recreatedTableFailsUnlessConfigured() {
    TaskFixture task = TaskFixture.with();
    task.put(at(0, 0, 1, 1)).commit();
    task.put(at(0, 1, 1, 2));
    task.table().recreate();

    assertThatThrownBy(task::commit)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("on.table.recreated");

    TaskFixture continuing = TaskFixture.with("on.table.recreated", "continue");
    continuing.put(at(0, 0, 1, 1)).commit();
    continuing.put(at(0, 1, 1, 2));
    continuing.table().recreate();
    continuing.commit();
    assertThat(continuing.worker.seeks).isEqualTo(Map.of(P0, 1L));
    continuing.put(at(0, 1, 1, 2)).commit();
    assertThat(continuing.rows()).containsExactly(map("id", 1L, "n", 2L));
  }
}
