package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.record;
import static io.deltaconnect.sink.Records.struct;
import static io.deltaconnect.sink.Records.structOf;
import static io.deltaconnect.sink.Records.tombstone;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.RegexRouter;
import org.apache.kafka.connect.transforms.ReplaceField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What public reports say went wrong in other sinks, on tables on disk. */
class ReportedFailuresTest {
  private static final String APP = "sink:orders:0";

  @TempDir Path lake;

  private static SinkRecord at(int partition, long offset, long id, long n) {
    return json(TOPIC, partition, offset, map("id", id), map("n", n));
  }

  private RealTaskFixture withOp() {
    return RealTaskFixture.in(lake, "op.field", "op", "columns.exclude", "op");
  }

  // https://github.com/databricks/iceberg-kafka-connect/issues/318
  @Test
  void snapshotReadsAreUpsertsInOneBatch() throws IOException {
    RealTaskFixture task = withOp();

    task.put(
        upsert(0, 1L, "op", "r", "n", 1L),
        upsert(1, 1L, "op", "c", "n", 2L),
        upsert(2, 1L, "op", "u", "n", 3L));

    assertThat(task.table().rows()).containsExactly(map("id", 1L, "n", 3L));
    assertThat(task.table().changesSince(1)).containsExactly("insert {id=1, n=3}");
  }

  // https://github.com/databricks/iceberg-kafka-connect/issues/318
  @Test
  void snapshotReadsAreUpsertsOverSeveralCommits() throws IOException {
    RealTaskFixture task = withOp();

    task.put(upsert(0, 1L, "op", "r", "n", 1L));
    task.put(upsert(1, 1L, "op", "c", "n", 2L));
    task.put(upsert(2, 1L, "op", "u", "n", 3L));

    assertThat(task.table().rows()).containsExactly(map("id", 1L, "n", 3L));
  }

  // https://github.com/databricks/iceberg-kafka-connect/issues/181
  // https://github.com/memiiso/debezium-server-iceberg/issues/248
  // https://github.com/apache/flink-cdc/issues/4536
  @Test
  void updateOfThePartitionValueMovesTheRow() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "partition.by", "p");

    task.put(upsert(0, 1L, "p", "A"), upsert(1, 2L, "p", "A"));
    task.put(upsert(2, 1L, "p", "B"));

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(map("id", 1L, "p", "B"), map("id", 2L, "p", "A"));
    assertThat(task.table().changes(2))
        .containsExactlyInAnyOrder("update_preimage {id=1, p=A}", "update_postimage {id=1, p=B}");
  }

  // https://github.com/apache/iceberg/issues/17455
  // https://github.com/apache/iceberg/issues/14797
  @Test
  void severalChangesOfAKeyInOneCommitLeaveOneRowAlsoWhenReplayed() throws IOException {
    SinkRecord[] batch = {at(0, 0, 1, 1), at(0, 1, 1, 2), at(0, 2, 1, 3)};
    RealTaskFixture task = RealTaskFixture.in(lake).put(batch);

    task.restarted().put(batch);

    assertThat(task.table().rows()).containsExactly(map("id", 1L, "n", 3L));
    assertThat(task.table().version()).isEqualTo(1);
  }

  // https://github.com/databricks/iceberg-kafka-connect/issues/165
  @Test
  void deleteAndInsertOfAKeyInOneBatchKeepTheirOrder() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake).put(at(0, 0, 1, 1), at(0, 1, 2, 1));

    task.put(tombstone(2, 1L), at(0, 3, 1, 9), at(0, 4, 3, 1), tombstone(5, 3L));

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(map("id", 1L, "n", 9L), map("id", 2L, "n", 1L));
    assertThat(task.table().changes(2))
        .containsExactlyInAnyOrder("update_preimage {id=1, n=1}", "update_postimage {id=1, n=9}");
  }

  // https://github.com/debezium/debezium/pull/6188
  // https://github.com/debezium/debezium-connector-jdbc/pull/32
  @Test
  void tombstoneAfterADeleteDeletesNothingASecondTime() throws IOException {
    RealTaskFixture task = withOp();
    task.put(upsert(0, 1L, "op", "c", "n", 1L), upsert(1, 2L, "op", "c", "n", 1L));

    task.put(upsert(2, 1L, "op", "d", "n", 1L), tombstone(3, 1L));
    task.put(tombstone(4, 2L));
    task.put(tombstone(5, 2L), tombstone(6, 99L));

    assertThat(task.table().changes(2)).containsExactly("delete {id=1, n=1}");
    assertThat(task.table().changes(3)).containsExactly("delete {id=2, n=1}");
    assertThat(task.table().version()).as("no commit for nothing").isEqualTo(3);
  }

  // https://github.com/confluentinc/kafka-connect-jdbc/issues/744
  @Test
  void tombstonesPassReplaceFieldAndDeleteWithOrWithoutAValueSchema() throws IOException {
    Schema value = structOf("n", Schema.INT64_SCHEMA, 0L, "x", Schema.INT64_SCHEMA, 0L).schema();
    RealTaskFixture task = RealTaskFixture.in(lake).put(at(0, 0, 1, 1), at(0, 1, 2, 1));
    try (ReplaceField.Value<SinkRecord> replace = new ReplaceField.Value<>()) {
      replace.configure(Map.of("exclude", "x"));

      task.put(
          replace.apply(record(TOPIC, 0, 2, null, map("id", 1L), value, null)),
          replace.apply(tombstone(3, 2L)));
    }

    assertThat(task.table().rows()).isEmpty();
  }

  // https://github.com/confluentinc/kafka-connect-jdbc/issues/868
  // https://github.com/confluentinc/kafka-connect-jdbc/issues/1067
  @Test
  void allButKeyColumnsAreNullableAndAbsentFieldsAreNull() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake);
    Schema n = Schema.OPTIONAL_INT64_SCHEMA;
    task.put(
        struct(
            0,
            structOf("id", Schema.INT64_SCHEMA, 1L),
            structOf("n", n, 1L, "m", Schema.INT64_SCHEMA, 2L)));

    task.put(struct(1, structOf("id", Schema.INT64_SCHEMA, 1L), structOf("n", n, 5L)));

    assertThat(task.table().rows()).containsExactly(map("id", 1L, "n", 5L));
    assertThat(task.table().snapshot().schema().fields())
        .extracting(f -> f.getName() + " " + f.isNullable())
        .containsExactly("id false", "n true", "m true");
  }

  // https://github.com/Aiven-Open/jdbc-connector-for-apache-kafka/issues/165
  // https://github.com/confluentinc/kafka-connect-jdbc/issues/955
  @Test
  void keyThatIsNoneIsAClearErrorNamingTheRecord() {
    RealTaskFixture task = RealTaskFixture.in(lake);

    assertThatThrownBy(() -> task.put(json(TOPIC, 3, 41, null, map("n", 1L))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("orders-3@41")
        .hasMessageContaining("no key");
  }

  // https://github.com/confluentinc/kafka-connect-jdbc/issues/1282
  // https://github.com/debezium/debezium-connector-jdbc/pull/37
  // https://github.com/Altinity/clickhouse-sink-connector/issues/733
  @Test
  void truncateWithoutAKeyLeavesWhatComesAfterIt() throws IOException {
    RealTaskFixture task = withOp();
    task.put(json(TOPIC, 0, 0, null, map("op", "t")));

    task.put(
        upsert(1, 1L, "op", "c", "n", 1L),
        json(TOPIC, 0, 2, null, map("op", "t")),
        upsert(3, 2L, "op", "c", "n", 2L));
    assertThat(task.table().rows()).containsExactly(map("id", 2L, "n", 2L));
    assertThat(task.table().changes(2)).containsExactly("delete {id=1, n=1}");
    assertThat(task.preCommit(TOPIC, 0, 4)).isEqualTo(4);

    task.put(upsert(4, 2L, "op", "d", "n", 2L));
    long version = task.table().version();
    task.put(json(TOPIC, 0, 5, null, map("op", "t")));
    assertThat(task.table().version()).as("truncate of an empty table").isEqualTo(version);
  }

  // https://github.com/confluentinc/kafka-connect-elasticsearch/issues/142
  // https://github.com/confluentinc/kafka-connect-elasticsearch/issues/422
  @Test
  void offsetsOfDifferentPartitionsAreNotCompared() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake);

    task.put(at(0, 5000, 1, 1), at(1, 200, 1, 2));
    assertThat(task.table().rows()).containsExactly(map("id", 1L, "n", 2L));
    task.put(at(0, 5001, 1, 3));
    task.put(at(1, 201, 1, 4));

    assertThat(task.table().rows()).containsExactly(map("id", 1L, "n", 4L));
  }

  // https://github.com/StarRocks/starrocks-connector-for-kafka/issues/34
  // https://github.com/scylladb/kafka-connect-scylladb/issues/74
  // https://github.com/ClickHouse/clickhouse-kafka-connect/issues/777
  @Test
  void renamedTopicChoosesTheTableAndTheOriginalOneItsOffsets() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "commit.interval.ms", "60000");
    try (RegexRouter<SinkRecord> router = new RegexRouter<>()) {
      router.configure(Map.of("regex", "orders", "replacement", "sales"));

      task.put(router.apply(at(0, 7, 1, 1)));
      assertThat(task.preCommit(TOPIC, 0, 8)).isEqualTo(7);
      task.task.close(List.of(new TopicPartition(TOPIC, 0)));
      assertThat(task.preCommit(TOPIC, 0, 8)).isEqualTo(8);
      task.restarted("commit.interval.ms", "0").put(router.apply(at(0, 7, 1, 1)));
    }

    assertThat(task.table("sales").rows()).containsExactly(map("id", 1L, "n", 1L));
    assertThat(task.table("sales").txn(APP)).isEqualTo(7);
  }

  // https://github.com/confluentinc/kafka-connect-bigquery/issues/68
  // https://github.com/confluentinc/kafka-connect-jdbc/issues/1597
  @Test
  void oneBadRecordOfManyIsReportedOrFailsTheTask() throws IOException {
    SinkRecord[] batch = new SinkRecord[500];
    for (int i = 0; i < batch.length; i++) {
      batch[i] = i == 487 ? upsert(i, (long) i, "n", "x") : at(0, i, i, i);
    }
    RealTaskFixture strict = RealTaskFixture.in(lake, "commit.max.records", "100");
    assertThatThrownBy(() -> strict.put(batch))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("orders-0@487");
    assertThat(strict.preCommit(TOPIC, 0, 500)).isLessThanOrEqualTo(487);

    RealTaskFixture tolerant = strict.restarted();
    tolerant.worker.reporting = true;
    tolerant.task.start(tolerant.config);
    tolerant.put(batch);
    assertThat(tolerant.worker.reported).containsOnlyKeys(batch[487]);
    assertThat(tolerant.table().rows()).hasSize(499);
    assertThat(tolerant.table().txn(APP)).isEqualTo(499);
    assertThat(tolerant.table().changesSince(1)).hasSize(499);
  }

  // https://github.com/snowflakedb/snowflake-kafka-connector/issues/101
  // https://github.com/confluentinc/kafka-connect-hdfs/issues/118
  @Test
  void recordsBufferedAtARebalanceAreThereOnceAfterIt() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake, "commit.interval.ms", "60000");
    SinkRecord[] batch = new SinkRecord[10];
    for (int i = 0; i < batch.length; i++) {
      batch[i] = at(0, i, i, i);
    }
    task.put(batch);
    task.task.close(List.of(new TopicPartition(TOPIC, 0)));

    task.restarted("commit.interval.ms", "0").put(batch);

    assertThat(task.table().rows()).hasSize(10);
    assertThat(task.table().changesSince(1)).hasSize(10);
  }

  // https://github.com/delta-io/kafka-delta-ingest/issues/27
  // https://github.com/delta-io/kafka-delta-ingest/issues/92
  // https://github.com/snowflakedb/snowflake-kafka-connector/issues/775
  @Test
  void gapsInOffsetsAreNothingSpecial() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake).put(at(0, 40, 1, 1), at(0, 41, 2, 1));
    task = task.restarted();
    task.worker.reporting = true;
    task.task.start(task.config);

    task.put(at(0, 43, 1, 2), upsert(45, 3L, "n", "bad"), tombstone(46, 2L));
    assertThat(task.table().txn(APP)).isEqualTo(46);
    task = task.restarted();
    task.put(at(0, 48, 4, 1));

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(map("id", 1L, "n", 2L), map("id", 4L, "n", 1L));
    assertThat(task.table().txn(APP)).isEqualTo(48);
  }

  // https://github.com/Qbeast-io/qbeast-spark/issues/274
  // https://github.com/delta-io/delta-rs/issues/2580
  // https://github.com/delta-io/delta-kernel-rs/issues/1819
  @Test
  void replayedPartOfABatchIsSkippedAndTheNewPartWritten() throws IOException {
    RealTaskFixture task =
        RealTaskFixture.in(lake).put(at(0, 0, 1, 1), at(0, 1, 2, 1), at(0, 2, 1, 2));

    task = task.restarted();
    task.put(at(0, 1, 2, 1), at(0, 2, 1, 2), at(0, 3, 3, 1));
    task.restarted().put(at(0, 0, 1, 1));

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(
            map("id", 1L, "n", 2L), map("id", 2L, "n", 1L), map("id", 3L, "n", 1L));
    assertThat(task.table().version()).isEqualTo(2);
    assertThat(task.table().changes(2)).containsExactly("insert {id=3, n=1}");
  }

  // https://github.com/apache/iceberg/issues/16282
  // https://github.com/apache/iceberg/issues/13763
  // https://github.com/apache/iceberg/issues/17340
  @Test
  void commitBeforeACrashIsThereOnceThoughTheGroupWasNeverToldOfIt() throws IOException {
    for (String mode : List.of("upsert", "append")) {
      SinkRecord[] batch = {at(0, 0, 1, 1), at(0, 1, 2, 1), at(1, 0, 3, 1)};
      RealTaskFixture task = RealTaskFixture.in(lake.resolve(mode), "insert.mode", mode).put(batch);

      RealTaskFixture restarted = task.restarted().put(batch);
      assertThat(restarted.preCommit(TOPIC, 0, 2)).isEqualTo(2);
      restarted.put(at(0, 2, 4, 1));

      assertThat(task.table().rows()).hasSize(4);
      assertThat(task.table().changesSince(1)).hasSize(4).allMatch(c -> c.startsWith("insert"));
      assertThat(task.table().version()).isEqualTo(2);
    }
  }

  // https://github.com/Aiven-Open/bigquery-connector-for-apache-kafka/issues/182
  // https://github.com/confluentinc/kafka-connect-bigquery/issues/369
  @Test
  void olderBatchThatComesAgainDoesNotWinOverANewerOne() throws IOException {
    SinkRecord[] older = {at(0, 0, 1, 1), at(0, 1, 2, 1), tombstone(2, 3L)};
    RealTaskFixture task = RealTaskFixture.in(lake).put(older);
    task.put(at(0, 3, 1, 9), tombstone(4, 2L), at(0, 5, 3, 9));
    long version = task.table().version();

    task.put(older);
    task.task.close(List.of(new TopicPartition(TOPIC, 0)));
    task.put(older);
    task.restarted().put(older);

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(map("id", 1L, "n", 9L), map("id", 3L, "n", 9L));
    assertThat(task.table().version()).isEqualTo(version);
  }

  // https://github.com/confluentinc/kafka-connect-jdbc/issues/859
  @Test
  void jsonWithoutSchemaIsTakenAndJsonNullDeletes() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake);
    try (JsonConverter plain = new JsonConverter();
        JsonConverter enveloped = new JsonConverter()) {
      plain.configure(Map.of("schemas.enable", "false"), false);
      enveloped.configure(Map.of("schemas.enable", "true"), false);

      task.put(
          value(0, 1, plain, "{\"n\":1,\"tags\":[\"a\"],\"o\":{\"x\":1.5}}"),
          value(1, 2, plain, "{\"n\":2}"));
      task.put(value(2, 2, enveloped, "{\"schema\":null,\"payload\":null}"));
    }

    assertThat(task.table().rows())
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("id", 1L).containsEntry("n", 1L));
  }

  private static SinkRecord value(long offset, long id, JsonConverter converter, String json) {
    SchemaAndValue value = converter.toConnectData(TOPIC, json.getBytes(StandardCharsets.UTF_8));
    return record(TOPIC, 0, offset, null, map("id", id), value.schema(), value.value());
  }
}
