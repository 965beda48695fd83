package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectorExample;
import io.deltaconnect.table.TableOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers and the broker are killed and started again in the middle of snapshots and of large
 * versions, connectors are stopped and paused there: what consumers and a mirror see of the table.
 */
class SourceWorkerKilledIT {
  private static final int ROWS = Profile.isLong() ? 120_000 : 30_000;
  private static final int CHUNK = ROWS / 6;
  private static final int SNAPSHOT_FAULTS = Profile.isLong() ? 5 : 2;
  private static final int FAULTS = Profile.isLong() ? 40 : 5;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path directory;

  private static SourceCluster cluster;

  private final Random random = new Random(Profile.seed("SourceWorkerKilledIT"));

  /** How many records of each kind and version there must be. */
  private final Map<String, Integer> expected = new TreeMap<>();

  private final SeenChanges seen = new SeenChanges();
  private int faultsInTransactions;
  private ConnectorExample connector;

  private enum Fault {
    WORKER_KILLED,
    BROKER_KILLED,
    BROKER_STOPPED
  }

  @BeforeAll
  static void start() {
    cluster = new SourceCluster(directory);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void everyChangeIsSeenOnceAndVersionsAreSeenWhole() throws Exception {
    EngineTable table = EngineTable.create(directory.resolve("orders"), TableOptions.defaults());
    table.append(0, ROWS);
    expected.put("v1 insert", ROWS);
    connector =
        cluster
            .source("source-flat.json", directory.resolve("orders"))
            .with("snapshot.chunk.rows", String.valueOf(CHUNK));
    List<Fault> faults = faults();
    try (ChangeTopic topic = cluster.topic("delta.orders", IsolationLevel.READ_COMMITTED)) {
      cluster.rest().deploy(connector.name(), connector.config());

      for (int i = 0; i < FAULTS; i++) {
        if (i < SNAPSHOT_FAULTS) {
          long part = ROWS / SNAPSHOT_FAULTS;
          happensInTheMiddle(faults.get(i), topic, random.nextLong(i * part, (i + 1) * part) + 1);
        } else {
          awaitAll(topic);
          long begin = topic.end();
          change(table, i - SNAPSHOT_FAULTS);
          happensInTheMiddle(faults.get(i), topic, begin + random.nextInt(1, ROWS / 3));
        }
      }
      awaitAll(topic);
      seen.assertNoneTwice();

      assertThat(faultsInTransactions).as("faults in the middle of a transaction").isPositive();
      System.out.printf(
          "SourceWorkerKilledIT: %s, %d in transactions; %d records, %d offsets, %s%n",
          faults, faultsInTransactions, seen.records(), topic.end(), expected);
      cluster.rest().delete(connector.name());
    }
  }

  @Test
  void withoutExactlyOnceItGoesOnFromItsOffsetInTheMiddle() throws Exception {
    new AtLeastOnceSource(cluster, directory.resolve("wares")).killInASnapshotAndInAVersion();
  }

  @Test
  void offsetsSetThroughTheWorkerAreWhereItGoesOn() throws Exception {
    new SourceOffsets(cluster, directory).setBackAndForwardAndForgotten();
  }

  @Test
  void aVersionThatIsPausedOrStoppedIsSeenWholeLater() throws Exception {
    new InterruptedVersion(cluster, directory).nothingOfItIsSeenUntilItGoesOn();
  }

  /** By the examples {@code mirror-source.json} and {@code mirror-sink.json}. */
  @Test
  void aMirrorIsEqualAtEveryVersion() throws Exception {
    TableMirror mirror = new TableMirror(cluster, directory, random);
    mirror.aTableWithoutAKeyIsRefused();
    mirror.isEqualAtEveryVersion();
  }

  /** All kinds, in a random order. */
  private List<Fault> faults() {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < FAULTS; i++) {
      faults.add(i % 2 == 0 ? Fault.WORKER_KILLED : Fault.values()[1 + i / 2 % 2]);
    }
    Collections.shuffle(faults, random);
    return faults;
  }

  /** A large version of updates, or of inserts where the rows are gone, and one of deletes. */
  private void change(EngineTable table, int round) throws Exception {
    long[] ids = LongStream.range(0, ROWS / 3).map(i -> 3 * i + round % 3).toArray();
    long version = table.upsert("round " + round, ids).version();
    if (round < 3) {
      expected.put("v" + version + " update_preimage", ids.length);
      expected.put("v" + version + " update_postimage", ids.length);
    } else {
      expected.put("v" + version + " insert", ids.length);
    }
    version = table.delete(ids).version();
    expected.put("v" + version + " delete", ids.length);
  }

  /** Happens as soon as the topic has come to an offset, committed or not. */
  private void happensInTheMiddle(Fault fault, ChangeTopic topic, long offset) {
    Await.until(
        "the topic to come to " + offset + logs(),
        SourceCluster.TIMEOUT,
        () -> {
          cluster.restartIfGivenUp(connector.name());
          return topic.end() >= offset;
        });
    boolean inTransaction = topic.isInTransaction();
    switch (fault) {
      case WORKER_KILLED -> {
        cluster.worker().kill();
        inTransaction = topic.isInTransaction();
        read(topic);
        cluster.worker().restart();
      }
      case BROKER_KILLED -> {
        cluster.broker().kill();
        cluster.broker().restart();
      }
      case BROKER_STOPPED -> {
        cluster.broker().stop();
        cluster.broker().restart();
      }
    }
    read(topic);
    System.out.printf(
        "SourceWorkerKilledIT: %s behind %d, %s; %d records are committed%n",
        fault, offset, inTransaction ? "in a transaction" : "between two", seen.records());
    faultsInTransactions += inTransaction ? 1 : 0;
  }

  /** The snapshot comes in chunks, versions as a whole. */
  private void read(ChangeTopic topic) {
    topic.read(seen::add);
    seen.counts()
        .forEach(
            (kind, records) -> {
              if (kind.equals("v1 insert")) {
                assertThat(records % CHUNK).as("chunks of the snapshot").isZero();
              } else {
                assertThat(records).as(kind).isEqualTo(expected.get(kind));
              }
            });
  }

  private void awaitAll(ChangeTopic topic) {
    Await.until(
        "all changes in the topic: " + expected + logs(),
        SourceCluster.TIMEOUT,
        () -> {
          cluster.restartIfGivenUp(connector.name());
          read(topic);
          return seen.counts().equals(expected);
        });
  }

  private static String logs() {
    return " (logs: " + cluster.worker().log() + ", " + cluster.broker().log() + ")";
  }
}
