package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.RegexRouter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Offsets set from outside, on tables on disk. */
class AlterOffsetsTest {
  private static final TopicPartition P0 = new TopicPartition("orders", 0);
  private static final TopicPartition P1 = new TopicPartition("orders", 1);

  @TempDir Path lake;
  private RealTaskFixture task;

  /** Offsets 0 to 4 of two partitions, one of which a transform routes to another table. */
  @BeforeEach
  void fill() {
    task = RealTaskFixture.in(lake, "topics", "orders,items");
    try (RegexRouter<SinkRecord> router = new RegexRouter<>()) {
      router.configure(Map.of("regex", "orders", "replacement", "renamed"));
      for (long offset = 0; offset < 5; offset++) {
        task.put(record("orders", 0, offset), router.apply(record("orders", 1, offset)));
      }
    }
  }

  private static SinkRecord record(String topic, int partition, long offset) {
    return json(topic, partition, offset, map("id", partition * 10L + offset), map("n", offset));
  }

  private boolean alter(Map<TopicPartition, Long> offsets) {
    return new DeltaSinkConnector().alterOffsets(task.config, offsets);
  }

  private Long txn(String table, String topicPartition) throws IOException {
    return task.table(table).txn("sink:" + topicPartition);
  }

  @Test
  void txnBecomesTheOffsetBeforeTheOneToBeReadNextInAllTablesOfThePartition() throws IOException {
    assertThat(alter(Map.of(P0, 2L, P1, 90L))).isTrue();

    assertThat(txn("orders", "orders:0")).isEqualTo(1);
    assertThat(txn("renamed", "orders:1")).isEqualTo(89);
    assertThat(task.table().version()).as("one commit").isEqualTo(6);
    assertThat(task.table().changes(6)).isEmpty();
    assertThat(task.table().snapshot().txn("sink:orders:0").lastUpdated()).isPositive();
  }

  @Test
  void replayIsAppliedAndWhatIsSkippedIsNot() throws IOException {
    alter(Map.of(P0, 3L));
    task = task.restarted();

    task.put(record("orders", 0, 3), json("orders", 0, 4, map("id", 4L), map("n", 44L)));
    assertThat(task.table().rows()).hasSize(5).contains(map("id", 4L, "n", 44L));
    assertThat(task.table().changes(task.table().version()))
        .containsExactlyInAnyOrder("update_preimage {id=4, n=4}", "update_postimage {id=4, n=44}");

    alter(Map.of(P0, 7L));
    task = task.restarted();
    task.put(record("orders", 0, 6), record("orders", 0, 7));
    assertThat(task.table().rows()).hasSize(6).contains(map("id", 7L, "n", 7L));
  }

  @Test
  void nullMeansFromTheBeginningForThatPartitionOnly() throws IOException {
    alter(Collections.singletonMap(P1, null));

    assertThat(txn("renamed", "orders:1")).isEqualTo(-1);
    assertThat(txn("orders", "orders:0")).isEqualTo(4);
    task.restarted().put(record("orders", 0, 4));
    assertThat(task.table().version()).isEqualTo(5);
  }

  @Test
  void noOffsetsMeanAllPartitionsOfThisConnectorInAllTables() throws IOException {
    Path elsewhere = lake.resolve("else/where");
    RealTaskFixture mapped =
        task.restarted("topic.to.table.map", "items:" + elsewhere, "topics", "orders");
    mapped.put(record("items", 0, 5));
    task.restarted("name", "another").put(record("orders", 0, 8));
    task = mapped;

    alter(Map.of());

    assertThat(txn("orders", "orders:0")).isEqualTo(-1);
    assertThat(txn("renamed", "orders:1")).isEqualTo(-1);
    assertThat(new RealTable(elsewhere.toString()).txn("sink:items:0")).isEqualTo(-1);
    assertThat(task.table().txn("another:orders:0")).isEqualTo(8);
  }

  @Test
  void whatIsAlreadySetMakesNoCommit() throws IOException {
    alter(Map.of(P0, 2L));
    long version = task.table().version();

    assertThat(alter(Map.of(P0, 2L, new TopicPartition("items", 3), 7L))).isTrue();

    assertThat(task.table().version()).isEqualTo(version);
  }

  @Test
  void taskThatStillHadRecordsBufferedIsFenced() throws IOException {
    RealTaskFixture zombie =
        task.restarted("commit.interval.ms", "3600000", "commit.max.records", "2");
    zombie.put(record("orders", 0, 5));
    alter(Map.of(P0, 2L));

    zombie.put(record("orders", 0, 6));

    assertThat(txn("orders", "orders:0")).isEqualTo(1);
    assertThat(task.table().rows()).hasSize(5);
    assertThat(zombie.worker.seeks).isEqualTo(Map.of(P0, 2L));
  }

  @Test
  void wrongOffsetsAreNamedAndNothingIsChanged() throws IOException {
    for (Map<TopicPartition, Long> wrong :
        List.of(
            Map.of(P0, 2L, new TopicPartition("unknown", 5), 1L),
            Map.of(P0, 2L, new TopicPartition("items", 5), -1L),
            notANumber())) {
      assertThatThrownBy(() -> alter(wrong))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("-5");
      assertThat(txn("orders", "orders:0")).isEqualTo(4);
    }
    task.config.remove("topics");
    task.config.put("topics.regex", "ord.*");
    assertThatThrownBy(() -> alter(Map.of(new TopicPartition("items", 5), 1L)))
        .hasMessageContaining("items-5");
    assertThat(alter(Map.of(P0, 2L))).isTrue();
    assertThat(alter(Collections.singletonMap(new TopicPartition("gone", 5), null))).isTrue();
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Map<TopicPartition, Long> notANumber() {
    Map offsets = new HashMap<>(Map.of(P0, 2L));
    offsets.put(new TopicPartition("orders", 5), "x");
    return offsets;
  }

  @Test
  void wrongConfigurationIsRefused() {
    task.config.put("commit.interval.ms", "-1");

    assertThatThrownBy(() -> alter(Map.of(P0, 2L)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("commit.interval.ms");
  }

  @Test
  void tableThatCannotBeReadIsNamedAndTheSameCallAgainGoesOn() throws IOException {
    Path commit = lake.resolve("renamed/_delta_log/00000000000000000003.json");
    String text = Files.readString(commit);
    Files.writeString(commit, "{\"damaged\"");
    assertThatThrownBy(() -> alter(Map.of(P0, 2L, P1, 2L)))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("renamed")
        .hasMessageContaining("again");

    Files.writeString(commit, text);
    assertThat(alter(Map.of(P0, 2L, P1, 2L))).isTrue();
    assertThat(txn("orders", "orders:0")).isEqualTo(1);
    assertThat(txn("renamed", "orders:1")).isEqualTo(1);
  }

  @Test
  void everyPlaceOfTheTopicInThePathIsFound() throws IOException {
    task = task.restarted("table.path", lake + "/deep/x_${topic}/v1/${topic}");
    try (RegexRouter<SinkRecord> router = new RegexRouter<>()) {
      router.configure(Map.of("regex", "orders", "replacement", "renamed"));
      task.put(router.apply(record("orders", 0, 7)));
    }
    Files.createDirectories(lake.resolve("deep/y_other/v1/other"));
    Files.createFile(lake.resolve("deep/x_file"));

    alter(Map.of());

    assertThat(new RealTable(lake + "/deep/x_renamed/v1/renamed").txn("sink:orders:0"))
        .isEqualTo(-1);
    assertThat(txn("orders", "orders:0")).as("not under this path").isEqualTo(4);
  }
}
