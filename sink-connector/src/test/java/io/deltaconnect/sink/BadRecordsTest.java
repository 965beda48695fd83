package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.sink.table.BadRecords;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class BadRecordsTest {
  private static TaskFixture reporting() {
    TaskFixture task = TaskFixture.with("commit.interval.ms", "0");
    task.worker.reporting = true;
    return task.start();
  }

  @Test
  void badRecordFailsTheTaskWithoutAReporterAndItsOffsetIsNotPassed() {
    TaskFixture task = TaskFixture.with();
    SinkRecord bad = upsert(1, 2L, "n", "x");

    assertThatThrownBy(() -> task.put(upsert(0, 1L, "n", 1L), bad, upsert(2, 3L, "n", 1L)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("orders-0@1")
        .hasMessageContaining("table orders")
        .hasMessageContaining("column n: expected long, got String x");
    assertThat(task.preCommit(TOPIC, 0, 3)).isZero();
  }

  @Test
  void badRecordIsReportedAloneAndTheCommitCoversIt() {
    TaskFixture task = reporting();
    SinkRecord bad = upsert(1, 2L, "n", "x");

    task.put(upsert(0, 1L, "n", 1L), bad, upsert(2, 3L, "n", 1L));

    assertThat(task.worker.reported).containsOnlyKeys(bad);
    assertThat(task.rows()).containsExactly(map("id", 1L, "n", 1L), map("id", 3L, "n", 1L));
    assertThat(task.table().txn("sink:orders:0").version()).isEqualTo(2);
    task.put(bad);
    assertThat(task.worker.reports).as("known, not reported again").hasSize(1);
  }

  @Test
  void onlyBadRecordsHoldTheirOffsetsForACommitOfOffsets() {
    TaskFixture task = reporting();
    task.put(upsert(0, 1L, "n", 1L));

    task.put(upsert(1, 2L, "n", "x"));
    assertThat(task.preCommit(TOPIC, 0, 2)).isEqualTo(1);

    task.now += 600_000;
    task.put();
    assertThat(task.preCommit(TOPIC, 0, 2)).isEqualTo(2);
    assertThat(task.table().txn("sink:orders:0").version()).isEqualTo(1);
  }

  @Test
  void commitWaitsForTheReportsOfTheOffsetsItCovers() throws Exception {
    TaskFixture task = TaskFixture.with();
    task.worker.reporting = true;
    task.worker.reportsArrive = false;
    task.start();
    task.put(upsert(0, 1L, "n", 1L), upsert(1, 2L, "n", "x"));
    CompletableFuture<Void> report = task.worker.reports.get(0);
    CountDownLatch done = new CountDownLatch(1);
    Thread committer =
        new Thread(
            () -> {
              task.commit();
              done.countDown();
            });
    committer.start();

    assertThat(done.await(200, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(task.rows()).isEmpty();
    report.complete(null);
    assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(task.rows()).hasSize(1);
  }

  @Test
  void reportThatDoesNotArriveFailsTheCommit() {
    TaskFixture task = TaskFixture.with();
    task.worker.reporting = true;
    task.worker.reportsArrive = false;
    task.start();
    task.put(upsert(0, 1L, "n", 1L), upsert(1, 2L, "n", "x"));
    task.worker.reports.get(0).completeExceptionally(new IOException("no broker"));

    assertThatThrownBy(task::commit)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("dead letter queue");
    assertThat(task.rows()).isEmpty();
    assertThat(task.preCommit(TOPIC, 0, 2)).isZero();
  }

  @Test
  void reportsThatNoCommitWaitsForDoNotPileUp() {
    AtomicInteger held = new AtomicInteger();
    BadRecords badRecords =
        new BadRecords(
            (record, error) -> {
              CompletableFuture<Void> report =
                  new CompletableFuture<>() {
                    @Override
                    public Void get() {
                      held.decrementAndGet();
                      return null;
                    }
                  };
              held.incrementAndGet();
              report.complete(null);
              return report;
            });

    for (int i = 0; i < 10_000; i++) {
      badRecords.report(upsert(i, 1L), "orders", new DataException("bad"));
    }

    assertThat(held).as("reports that were not looked at yet").hasValue(1);
  }

  @Test
  void reportThatFailedFailsTheTaskAtTheNextBadRecordAtTheLatest() {
    TaskFixture task = reporting();
    task.worker.reportsArrive = false;
    SinkRecord unrouted = json("a/b", 0, 0, map("id", 1L), map("n", 1L));
    task.put(unrouted);
    task.worker.reports.get(0).completeExceptionally(new IOException("no broker"));

    assertThatThrownBy(() -> task.put(json("a/b", 0, 1, map("id", 1L), map("n", 1L))))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("dead letter queue");
  }

  @Test
  void topicsThatAreNoNameAndValuesThatAreNoRowAreBadRecords() {
    TaskFixture task = reporting();

    task.put(
        json("a/b", 0, 0, map("id", 1L), map("n", 1L)),
        json(TOPIC, 0, 0, map("id", 1L), "text"),
        Records.record(TOPIC, 0, 1, null, map("id", 1L), Schema.INT64_SCHEMA, 5L));

    assertThat(task.worker.reported.values())
        .extracting(Throwable::getMessage)
        .satisfiesExactly(
            m -> assertThat(m).contains("'a/b' cannot be part of a path"),
            m -> assertThat(m).contains("must be a struct, or a map without a schema"),
            m -> assertThat(m).contains("must be a struct, or a map without a schema"));
  }

  @Test
  void recordThatDoesNotFitItsOwnTableLeavesNoTableBehind() {
    TaskFixture task = reporting();

    task.put(upsert(0, 1L, "bad name", 1L), upsert(1, 1L, "a", 1L, "A", 2L));

    assertThat(task.worker.reported).hasSize(2);
    assertThat(task.table()).isNull();
    assertThat(task.preCommit(TOPIC, 0, 2)).isEqualTo(2);
  }
}
