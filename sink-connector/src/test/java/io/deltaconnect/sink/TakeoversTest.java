package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.at;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Partitions that other tasks have had meanwhile, and tables that are not as they were. */
class TakeoversTest {
  private static final TopicPartition P0 = new TopicPartition(TOPIC, 0);
  private static final String APP = "sink:orders:0";

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
