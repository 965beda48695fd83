package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ConnectWorker;
import io.deltaconnect.quickstart.ConnectorExample;
import io.deltaconnect.table.TableOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.common.IsolationLevel;

/**
 * A source whose worker has no exactly-once support and is killed in the middle of a snapshot and
 * of a version: nothing is lost, and it goes on from where its offsets were written last.
 */
final class AtLeastOnceSource {
  private static final int ROWS = 30_000;

  private final SourceCluster cluster;
  private final Path path;
  private final EngineTable table;
  private final ConnectorExample connector;

  /** In the order of the topic. */
  private final List<PublishedChange> records = new ArrayList<>();

  private final SeenChanges seen = new SeenChanges();
  private final Map<String, Integer> expected = new TreeMap<>();
  private ConnectWorker worker;
  private ChangeTopic topic;

  AtLeastOnceSource(SourceCluster cluster, Path path) throws Exception {
    this.cluster = cluster;
    this.path = path;
    this.table = EngineTable.create(path, TableOptions.defaults());
    this.connector =
        cluster
            .source("source-flat.json", path)
            .with("topic.format", "plain.${table}")
            .with("exactly.once.support", "requested");
  }

  void killInASnapshotAndInAVersion() throws Exception {
    table.append(0, ROWS);
    try (Throttle throttle = new Throttle(cluster.admin());
        ChangeTopic published =
            cluster.topic("plain." + path.getFileName(), IsolationLevel.READ_UNCOMMITTED);
        ConnectWorker started = cluster.startPlainWorker()) {
      topic = published;
      worker = started;
      throttle.slow();
      expected.put("v1 insert", ROWS);
      worker.rest().deploy(connector.name(), connector.config());
      killInTheMiddle(throttle, 1, true, ROWS);

      throttle.slow();
      long[] ids = LongStream.range(0, ROWS / 2).toArray();
      table.upsert("again", ids);
      expected.put("v2 update_preimage", ids.length);
      expected.put("v2 update_postimage", ids.length);
      killInTheMiddle(throttle, 2, false, 2 * ids.length);
    }
  }

  private void killInTheMiddle(Throttle throttle, long version, boolean snapshot, int all) {
    int begin = records.size();
    long position = awaitPosition(version, snapshot);
    worker.kill();
    read();
    int before = records.size() - begin;
    assertThat(before).as("records of version %d before the kill", version).isLessThan(all);
    throttle.stop();
    worker.restart();
    Await.until(
        "all changes in the topic: " + expected + " (log: " + worker.log() + ")",
        SourceCluster.TIMEOUT,
        () -> {
          worker.rest().throwIfFailed(connector.name());
          read();
          return seen.haveAll(expected);
        });

    List<String> first = names(records.subList(begin, begin + before));
    List<String> rest = names(records.subList(begin + before, records.size()));
    int resumed = all - rest.size();
    System.out.printf(
        "AtLeastOnceSource: %s %d killed at record %d, offset was %d, went on with %d%n",
        snapshot ? "snapshot" : "version", version, before, position, resumed);
    assertThat((long) resumed)
        .as("the first record after the kill, of version %d", version)
        .isBetween(position, (long) before);
    assertThat(rest.subList(0, before - resumed))
        .as("what is published again")
        .isEqualTo(first.subList(resumed, before));
  }

  /** Waits until Connect has an offset in the middle, and returns its index. */
  private long awaitPosition(long version, boolean snapshot) {
    return Await.value(
        "an offset in the middle of version " + version + " (log: " + worker.log() + ")",
        SourceCluster.TIMEOUT,
        () -> {
          worker.rest().throwIfFailed(connector.name());
          JsonNode offset =
              worker.rest().offsets(connector.name()).path("offsets").path(0).path("offset");
          boolean there =
              offset.path("version").asLong() == version
                  && offset.path("snapshot").asBoolean() == snapshot
                  && offset.path("index").asLong() > 0;
          return there ? Optional.of(offset.path("index").asLong()) : Optional.empty();
        });
  }

  private void read() {
    topic.read(
        change -> {
          records.add(change);
          seen.add(change);
        });
  }

  private static List<String> names(List<PublishedChange> changes) {
    return changes.stream().map(PublishedChange::toString).toList();
  }
}
