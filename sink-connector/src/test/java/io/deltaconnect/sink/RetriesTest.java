package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.at;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.table.commit.RetriesExhaustedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** What is tried again, for how long, and that nothing is lost or made twice by it. */
class RetriesTest {
  private static final TopicPartition P0 = new TopicPartition(TOPIC, 0);
  private static final String APP = "sink:orders:0";

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
}
