package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.at;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.tombstone;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Which offsets the group may have, and which records a table has already. */
class OffsetsTest {
  private static final TopicPartition P0 = new TopicPartition(TOPIC, 0);
  private static final String APP = "sink:orders:0";

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
}
