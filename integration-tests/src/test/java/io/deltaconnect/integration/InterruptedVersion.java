package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectRest;
import io.deltaconnect.quickstart.ConnectorExample;
import io.deltaconnect.table.TableOptions;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.kafka.common.IsolationLevel;

/** A source with exactly-once support that is paused, or stopped, in the middle of versions. */
final class InterruptedVersion {
  private static final String NAME = "interrupted";
  private static final int ROWS = 20_000;

  private final SourceCluster cluster;
  private final ConnectRest rest;
  private final EngineTable table;
  private final ConnectorExample connector;
  private final SeenChanges seen = new SeenChanges();
  private final Map<String, Integer> expected = new TreeMap<>();

  /**
   * @param directory in which the table is made
   */
  InterruptedVersion(SourceCluster cluster, Path directory) throws Exception {
    this.cluster = cluster;
    this.rest = cluster.rest();
    this.table = EngineTable.create(directory.resolve(NAME), TableOptions.defaults());
    ConnectorExample example =
        cluster
            .source("source-flat.json", directory.resolve(NAME))
            .with("startup.mode", "latest")
            // So that the task waits for the broker, rather than have it all in memory.
            .with("producer.override.buffer.memory", "200000");
    this.connector = new ConnectorExample(NAME, example.config());
  }

  void nothingOfItIsSeenUntilItGoesOn() throws Exception {
    try (Throttle throttle = new Throttle(cluster.admin());
        ChangeTopic topic = cluster.topic("delta." + NAME, IsolationLevel.READ_COMMITTED)) {
      rest.deploy(NAME, connector.config());
      rest.awaitRunning(NAME, 1, SourceCluster.TIMEOUT);
      Await.until(
          "a position", SourceCluster.TIMEOUT, () -> !rest.offsets(NAME).path("offsets").isEmpty());
      interrupt(throttle, topic, rest::pause);
      interrupt(throttle, topic, rest::stop);
      seen.assertNoneTwice();
      rest.delete(NAME);
    }
  }

  private void interrupt(Throttle throttle, ChangeTopic topic, Consumer<String> interruption)
      throws Exception {
    throttle.slow();
    long begin = topic.end();
    long[] ids = LongStream.range(0, ROWS).toArray();
    long version = table.upsert("because of " + begin, ids).version();
    Await.until(
        "records of a transaction (log: " + cluster.worker().log() + ")",
        SourceCluster.TIMEOUT,
        () -> topic.end() > begin + ROWS / 10);
    interruption.accept(NAME);
    assertThat(topic.end()).as("records are missing").isLessThan(begin + ROWS);
    topic.read(seen::add);
    assertThat(seen.counts()).as("nothing of version %d", version).isEqualTo(expected);
    if (version == 1) {
      expected.put("v1 insert", ROWS);
    } else {
      expected.put("v" + version + " update_preimage", ROWS);
      expected.put("v" + version + " update_postimage", ROWS);
    }
    throttle.stop();
    rest.resume(NAME);
    Await.until(
        expected + " (log: " + cluster.worker().log() + ")",
        SourceCluster.TIMEOUT,
        () -> {
          rest.throwIfFailed(NAME);
          topic.read(seen::add);
          return seen.counts().equals(expected);
        });
  }
}
