package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ComponentException;
import io.deltaconnect.quickstart.ConnectRest;
import io.deltaconnect.quickstart.ConnectorExample;
import io.deltaconnect.table.TableOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.kafka.common.IsolationLevel;

/**
 * Table to topic to table, by the examples {@code mirror-source.json} and {@code mirror-sink.json}
 * on one worker, which is killed.
 *
 * <p>Each version of the table is in the mirror before the next one is made: so the mirror has a
 * version that ends with it, whatever the sink puts together, and they can be compared. The
 * mirror's versions in between, of which a large version makes many, must be what the topic says up
 * to there.
 */
final class TableMirror {
  private static final int ROWS = 8_000;
  private static final int CHANGES = 500;
  private static final int ROUNDS = Profile.isLong() ? 40 : 4;
  private static final String APP_ID = "orders-mirror-sink:mirror.orders:0";

  private final SourceCluster cluster;
  private final ConnectRest rest;
  private final Path sourcePath;
  private final Path mirrorPath;
  private final Path keyless;
  private final ConnectorExample source;
  private final ConnectorExample sink;
  private final Random random;
  private final List<PublishedChange> published = new ArrayList<>();

  /**
   * @param directory in which the tables are made
   */
  TableMirror(SourceCluster cluster, Path directory, Random random) {
    this.cluster = cluster;
    this.rest = cluster.rest();
    this.random = random;
    sourcePath = directory.resolve("retail/orders");
    mirrorPath = directory.resolve("mirror/orders");
    keyless = directory.resolve("retail/keyless");
    source = cluster.source("mirror-source.json", sourcePath);
    sink =
        cluster
            .example("mirror-sink.json")
            .with("table.path", directory.resolve("mirror") + "/${topic}")
            .with("commit.max.records", "1000")
            .with("commit.interval.ms", "100");
  }

  void isEqualAtEveryVersion() throws Exception {
    EngineTable table = EngineTable.createWithKey(sourcePath);
    table.append(0, ROWS);
    try (ChangeTopic topic = cluster.topic("mirror.orders", IsolationLevel.READ_COMMITTED)) {
      rest.deploy(source.name(), source.config());
      rest.deploy(sink.name(), sink.config());
      awaitMirrored(topic, 1);
      for (int round = 0; round < ROUNDS; round++) {
        if (round % 2 == 0) {
          awaitMirrored(topic, table.upsert("small " + round, some()).version());
          awaitMirrored(topic, table.delete(some()).version());
          // Some of them come anew.
          awaitMirrored(topic, table.upsert(null, some()).version());
        } else {
          long begin = topic.end();
          long version = everyRow(table, round);
          killInTheMiddle(topic, begin);
          awaitMirrored(topic, version);
        }
      }
      rest.delete(source.name());
      rest.delete(sink.name());
    }
    judge(table);
  }

  /** Ids of rows that are there, and of some that are not. */
  private long[] some() {
    return random.longs(0, ROWS + ROWS / 10).distinct().limit(CHANGES).toArray();
  }

  private long everyRow(EngineTable table, int round) throws Exception {
    long[] all = LongStream.range(0, ROWS).toArray();
    return table.upsert("all, in round " + round, all).version();
  }

  /**
   * Kills the worker when a part of the newest version is in the topic, or in the mirror.
   *
   * @param begin offset of its first record
   */
  private void killInTheMiddle(ChangeTopic topic, long begin) {
    int record = random.nextInt(ROWS);
    boolean inMirror = random.nextBoolean();
    Await.until(
        "record " + record + " in " + (inMirror ? "the mirror" : "the topic") + logs(),
        SourceCluster.TIMEOUT,
        () -> {
          rest.throwIfFailed(source.name());
          rest.throwIfFailed(sink.name());
          return (inMirror ? mirrored() : topic.end() - 1) >= begin + record;
        });
    cluster.worker().kill();
    System.out.printf(
        "TableMirror: killed with %d records of a version in the topic%s, %d in the mirror%n",
        topic.end() - begin,
        topic.isInTransaction() ? " (not committed)" : "",
        Math.max(0, mirrored() + 1 - begin));
    cluster.worker().restart();
  }

  /** The offset that the mirror has; -1: none. */
  private long mirrored() {
    return CommitLog.read(mirrorPath).txns().getOrDefault(APP_ID, -1L);
  }

  private void awaitMirrored(ChangeTopic topic, long version) {
    Await.until(
        "version " + version + " in the mirror" + logs(),
        SourceCluster.TIMEOUT,
        () -> {
          rest.throwIfFailed(source.name());
          rest.throwIfFailed(sink.name());
          topic.read(published::add);
          if (published.isEmpty()) {
            return false;
          }
          PublishedChange last = published.get(published.size() - 1);
          return last.version() == version && last.last() && mirrored() == last.offset();
        });
  }

  private void judge(EngineTable table) throws Exception {
    KernelTable original = new KernelTable(sourcePath.toString(), new Configuration(false));
    KernelTable mirror = new KernelTable(mirrorPath.toString(), new Configuration(false));
    Map<Long, Map<String, Object>> rows = new TreeMap<>();
    TreeSet<Long> compared = new TreeSet<>();
    int next = 0;
    int inTheMiddle = 0;
    for (CommitLog.Version commit : CommitLog.read(mirrorPath).versions()) {
      Long offset = commit.txns().get(APP_ID);
      if (offset == null) {
        continue;
      }
      while (next < published.size() && published.get(next).offset() <= offset) {
        apply(published.get(next++), rows);
      }
      Map<Long, Map<String, Object>> found = byId(mirror.rows(commit.number()));
      assertThat(found)
          .as("mirror at version %d, which has the topic up to %d", commit.number(), offset)
          .isEqualTo(rows);
      PublishedChange last = published.get(next - 1);
      if (last.last()) {
        assertThat(found)
            .as("mirror at version %d, and table at %d", commit.number(), last.version())
            .isEqualTo(byId(original.rows(last.version())));
        compared.add(last.version());
      } else {
        inTheMiddle++;
      }
    }
    long newest = table.table().refresh().version();
    assertThat(compared)
        .as("versions of the table with which the mirror was compared")
        .containsExactlyElementsOf(LongStream.rangeClosed(1, newest).boxed().toList());
    assertThat(inTheMiddle).as("commits of the mirror inside a version").isPositive();
    System.out.printf(
        "TableMirror: equal at all %d versions, and right at %d inside of them%n",
        compared.size(), inTheMiddle);
  }

  private static Map<Long, Map<String, Object>> byId(List<Map<String, Object>> rows) {
    Map<Long, Map<String, Object>> byId = new TreeMap<>();
    for (Map<String, Object> row : rows) {
      assertThat(byId.put((Long) row.get("id"), row)).as("a second row of %s", row).isNull();
    }
    return byId;
  }

  private static void apply(PublishedChange change, Map<Long, Map<String, Object>> rows) {
    if (change.value() == null) {
      rows.remove(change.id());
      return;
    }
    Map<String, Object> row = new TreeMap<>();
    row.put("id", change.id());
    for (String column : List.of("region", "note")) {
      JsonNode value = change.value().path(column);
      row.put(column, value.isNull() ? null : value.asText());
    }
    rows.put(change.id(), row);
  }

  /** A mirror needs to know which row is which. */
  void aTableWithoutAKeyIsRefused() throws Exception {
    EngineTable.create(keyless, TableOptions.defaults()).append(0, 1);
    ConnectorExample config = source.with("tables", keyless.toString());

    // A table that is not read within ten seconds is not judged: the task will.
    Map<String, List<String>> errors =
        Await.value(
            "the table to be looked at" + logs(),
            SourceCluster.TIMEOUT,
            () -> Optional.of(rest.validate("keyless", config.config())).filter(e -> !e.isEmpty()));
    assertThat(errors)
        .containsOnlyKeys("tables", "key.fields", "output.format")
        .extractingByKey("key.fields")
        .asString()
        .contains("table keyless", "needs a key", "deltaconnect.key.columns", "by key.fields");
    assertThatThrownBy(
            () -> {
              rest.deploy("keyless", config.config());
              rest.awaitRunning("keyless", 1, SourceCluster.TIMEOUT);
            })
        .isInstanceOf(ComponentException.class)
        .hasMessageContaining("name the key columns by key.fields");
    if (rest.connectors().contains("keyless")) {
      rest.delete("keyless");
    }
    assertThat(rest.validate("keyless", config.with("key.fields", "id").config())).isEmpty();
  }

  private String logs() {
    return " (logs: " + cluster.worker().log() + ", " + cluster.broker().log() + ")";
  }
}
