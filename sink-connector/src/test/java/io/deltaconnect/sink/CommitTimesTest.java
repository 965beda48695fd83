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
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;

/** When the tables of a task commit. */
class CommitTimesTest {
  private static final String APP = "sink:orders:0";

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
}
