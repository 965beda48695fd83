package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectWorker;
import io.deltaconnect.quickstart.ConnectorExample;
import io.deltaconnect.quickstart.KafkaBroker;
import io.deltaconnect.quickstart.ProjectLayout;
import io.deltaconnect.table.TableOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker with exactly-once support is killed in the middle of a snapshot and in the middle of
 * large versions: a consumer of committed records sees each row and each change once, and never a
 * part of a version.
 */
class SourceWorkerKilledIT {
  private static final int ROWS = Profile.isLong() ? 300_000 : 30_000;
  private static final int CHUNK = ROWS / 6;
  private static final int KILLS = Profile.isLong() ? 20 : 2;
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private final Random random = new Random(Profile.seed("SourceWorkerKilledIT"));

  /** How many records of each kind and version there must be. */
  private final Map<String, Integer> expected = new TreeMap<>();

  private int killsInTransactions;
  private ConnectWorker worker;
  private ConnectorExample connector;

  @Test
  void everyChangeIsSeenOnceAndVersionsAreSeenWhole() throws Exception {
    EngineTable table = EngineTable.create(directory.resolve("orders"), TableOptions.defaults());
    table.append(0, ROWS);
    expected.put("v1 insert", ROWS);
    connector =
        ConnectorExample.read(ProjectLayout.find().configExample("source-flat.json"))
            .with("tables", directory.resolve("orders").toString())
            .with("snapshot.chunk.rows", String.valueOf(CHUNK))
            .with("poll.max.records", "200")
            .with("poll.interval.ms", "50");
    ProjectLayout project = ProjectLayout.find();
    try (KafkaBroker started = KafkaBroker.start(project.kafkaLibs(), directory.resolve("broker"));
        ConnectWorker first =
            ConnectWorker.start(
                ConnectWorker.Settings.of(
                        project.kafkaLibs(),
                        started.bootstrapServers(),
                        "source",
                        project.pluginPath())
                    .with("session.timeout.ms", "4000")
                    .with("heartbeat.interval.ms", "1000"),
                directory.resolve("worker"));
        CommittedTopic topic = new CommittedTopic(started.bootstrapServers(), "delta.orders")) {
      worker = first;
      worker.rest().deploy(connector.name(), connector.config());

      killInTheMiddle(topic, random.nextInt(1, ROWS));
      awaitAll(topic);
      for (int kill = 0; kill < KILLS; kill++) {
        long begin = topic.end();
        change(table, kill);
        killInTheMiddle(topic, begin + random.nextInt(1, ROWS / 2));
        awaitAll(topic);
      }

      assertThat(topic.distinct()).as("no record twice").isEqualTo(topic.records());
      assertThat(killsInTransactions).as("kills in the middle of a transaction").isPositive();
      System.out.printf(
          "SourceWorkerKilledIT: %d records, %d offsets, %s%n",
          topic.records(), topic.end(), expected);
    }
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

  /** Kills the worker as soon as the topic has come to an offset, committed or not. */
  private void killInTheMiddle(CommittedTopic topic, long offset) {
    Await.until(
        "the topic to come to " + offset + " (worker's log: " + worker.log() + ")",
        TIMEOUT,
        () -> {
          worker.rest().throwIfFailed(connector.name());
          return topic.end() >= offset;
        });
    worker.kill();
    boolean inTransaction = topic.end() > topic.committedEnd();
    topic.read();
    System.out.printf(
        "SourceWorkerKilledIT: killed at %d, %s; %d records are committed%n",
        topic.end(), inTransaction ? "in a transaction" : "between two", topic.records());
    killsInTransactions += inTransaction ? 1 : 0;
    topic.counts().forEach(this::assertWhole);
    worker.restart();
  }

  /** The snapshot comes in chunks, versions as a whole. */
  private void assertWhole(String kind, int records) {
    if (kind.equals("v1 insert")) {
      assertThat(records % CHUNK).as("chunks of the snapshot").isZero();
    } else {
      assertThat(records).as(kind).isEqualTo(expected.get(kind));
    }
  }

  private void awaitAll(CommittedTopic topic) {
    Await.until(
        "all changes in the topic: " + expected + " (worker's log: " + worker.log() + ")",
        TIMEOUT,
        () -> {
          worker.rest().throwIfFailed(connector.name());
          topic.read();
          return topic.counts().equals(expected);
        });
  }
}
