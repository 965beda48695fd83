package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ComponentException;
import io.deltaconnect.quickstart.ConnectRest;
import io.deltaconnect.quickstart.ConnectWorker;
import io.deltaconnect.quickstart.ConnectorExample;
import io.deltaconnect.quickstart.KafkaBroker;
import io.deltaconnect.quickstart.ProjectLayout;
import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Change records of others come through the transforms into tables, as the examples have it, on a
 * real worker: those of a real Debezium on a PostgreSQL under load, and those of a change log.
 */
class DebeziumPostgresIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path directory;

  private static final ProjectLayout PROJECT = ProjectLayout.find();
  private static KafkaBroker broker;
  private static ConnectWorker worker;

  @BeforeAll
  static void start() {
    broker = KafkaBroker.start(PROJECT.kafkaLibs(), directory.resolve("broker"));
    worker =
        ConnectWorker.start(
            ConnectWorker.Settings.of(
                PROJECT.kafkaLibs(),
                broker.bootstrapServers(),
                "debezium",
                PROJECT.pluginPath(),
                PROJECT.transformsPath(),
                PROJECT.debeziumPath()),
            directory.resolve("worker"));
  }

  @AfterAll
  static void stop() {
    if (worker != null) {
      worker.close();
    }
    if (broker != null) {
      broker.close();
    }
  }

  private static ConnectorExample example(String name) {
    return ConnectorExample.read(PROJECT.configExample(name));
  }

  private static ConnectorExample sink(String example) {
    return example(example)
        .with("table.path", directory + "/lake/${topic}")
        .with("commit.interval.ms", "1000");
  }

  @Test
  void tableOfPostgresUnderLoadIsTheSameInDelta() throws Exception {
    long seed = Profile.seed("DebeziumPostgresIT");
    ConnectRest rest = worker.rest();
    try (PostgresOrders orders = new PostgresOrders(seed)) {
      orders.insert(200);
      ConnectorExample source =
          example("debezium-postgres-source.json")
              .with("database.hostname", "localhost")
              .with("database.port", String.valueOf(orders.port()))
              .with("database.dbname", "postgres")
              .with("provide.transaction.metadata", "true");
      rest.deploy(source.name(), source.config());
      // Transactions and heartbeats too: none of them is a row.
      ConnectorExample sink =
          sink("debezium-postgres.json").with("topics", "shop.public.orders,shop.transaction");
      assertThat(rest.validate(sink.name(), sink.config())).isEmpty();
      rest.deploy(sink.name(), sink.config());
      rest.awaitRunning(source.name(), 1, TIMEOUT);

      Path table = directory.resolve("lake/shop.public.orders");
      // A snapshot that comes to read a table after it was truncated finds it empty, however old
      // the snapshot is (PostgreSQL's documentation, "Caveats" of MVCC).
      awaitRow(table, 1, source.name(), sink.name());
      orders.change(Profile.isLong() ? 3_000 : 150);
      awaitRow(table, PostgresOrders.LAST, source.name(), sink.name());

      List<Map<String, Object>> expected = orders.rows();
      assertThat(expected).hasSizeGreaterThan(20);
      SparkTable spark = new SparkTable(table, List.of("id"));
      SparkTable.assertSame("rows", rowsWithNumbers(spark), expected);
      assertFeedAddsUp(spark, expected.size());
      assertThat(directory.resolve("lake/shop.transaction")).doesNotExist();
      assertComesBackTheSame(table, orders, expected);
      // PostgreSQL does not stop while somebody follows it.
      rest.delete(source.name());
    }
  }

  /**
   * All that has happened to a table, as Debezium would write it, makes others like it: a table in
   * the lake, and by Debezium's own sink one in a database.
   */
  private static void assertComesBackTheSame(
      Path table, PostgresOrders orders, List<Map<String, Object>> expected) throws Exception {
    ConnectorExample source =
        example("source-debezium.json")
            .with("tables", "orders=" + table)
            .with("key.fields", "id")
            .with("startup.mode", "version")
            .with("starting.version", "0");
    worker.rest().deploy(source.name(), source.config());
    ConnectorExample lake = sink("debezium-postgres.json").with("topics", "lake.retail.orders");
    worker.rest().deploy("back-to-delta", lake.config());
    ConnectorExample database =
        example("debezium-jdbc-sink.json").with("connection.url", orders.makeDatabase("copy"));
    worker.rest().deploy(database.name(), database.config());

    Path back = directory.resolve("lake/lake.retail.orders");
    awaitRow(back, PostgresOrders.LAST, source.name(), "back-to-delta");
    SparkTable.assertSame("rows", rowsWithNumbers(new SparkTable(back, List.of("id"))), expected);
    awaitCopy(orders, expected, source.name(), database.name());
    worker.rest().delete(database.name());
  }

  private static void awaitCopy(
      PostgresOrders orders, List<Map<String, Object>> expected, String... connectors)
      throws Exception {
    String copy = "the copy in PostgreSQL (log: " + worker.log() + ")";
    try (Connection connection = orders.connectTo("copy")) {
      Set<Map<String, Object>> rows = Set.copyOf(expected);
      try {
        Await.until(
            copy + " to have the same rows",
            TIMEOUT,
            () -> {
              throwIfFailed(connectors);
              return Set.copyOf(PostgresOrders.copied(connection)).equals(rows);
            });
      } catch (ComponentException late) {
        throwIfFailed(connectors);
        SparkTable.assertSame(copy, PostgresOrders.copied(connection), expected);
        throw late;
      }
    }
  }

  /** With decimals of varying scale, which are text in the table, as numbers. */
  private static List<Map<String, Object>> rowsWithNumbers(SparkTable table) {
    List<Map<String, Object>> rows = table.rows();
    for (Map<String, Object> row : rows) {
      row.computeIfPresent(
          "rate", (name, rate) -> PostgresOrders.decimal(new BigDecimal((String) rate)));
    }
    return rows;
  }

  private static void assertFeedAddsUp(SparkTable table, int rows) {
    long balance = 0;
    int updates = 0;
    for (Map<String, Object> change : table.feed(0)) {
      switch ((String) change.get("_change_type")) {
        case "insert" -> balance++;
        case "delete" -> balance--;
        default -> updates++;
      }
      assertThat(String.valueOf(change.get("body"))).doesNotContain("unavailable");
    }
    assertThat(balance).as("inserts less deletes").isEqualTo(rows);
    assertThat(updates).isPositive().isEven();
  }

  @Test
  void rowsOfAChangeLogComeInByTheirCodes() throws Exception {
    ConnectorExample sink = sink("changelog-ops.json");
    ConnectRest rest = worker.rest();
    assertThat(rest.validate(sink.name(), sink.config())).isEmpty();
    assertThat(rest.validate(sink.name(), sink.with("transforms.ops.to", "").config()).keySet())
        .as("the worker's own check tells what is wrong with a transform")
        .contains("transforms.ops.to");
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      String before =
          "\"_commit_scn\":\"18446744073709551615\",\"_txid\":\"3\",\"_seq\":1,\"_rowid\":\"AA\"";
      List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
      for (String[] record :
          new String[][] {
            {"1", "{\"_op\":\"I\"," + before + ",\"id\":1,\"name\":\"gone\"}"},
            {null, "{\"_op\":\"T\"," + before + "}"},
            {"2", "{\"_op\":\"I\"," + before + ",\"id\":2,\"name\":\"a\"}"},
            {"3", "{\"_op\":\"I\"," + before + ",\"id\":3,\"name\":\"b\"}"},
            {"2", "{\"_op\":\"U\"," + before + ",\"id\":2,\"name\":null}"},
            {"3", "{\"_op\":\"D\"," + before + ",\"id\":3,\"name\":\"b\"}"},
            {"4", "{\"_op\":\"I\"," + before + ",\"id\":4,\"name\":\"d\"}"}
          }) {
        records.add(
            new ProducerRecord<>(
                "changelog.orders",
                record[0] == null ? null : bytes("{\"id\":" + record[0] + "}"),
                bytes(record[1])));
      }
      Topics.send(producer, records);
    }
    rest.deploy(sink.name(), sink.config());

    Path table = directory.resolve("lake/changelog.orders");
    awaitRow(table, 4, sink.name());
    assertThat(rows(table)).containsExactlyInAnyOrder(List.of(2L, "null"), List.of(4L, "d"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void awaitRow(Path table, long id, String... connectors) {
    Await.until(
        "the row " + id + " in " + table + " (log: " + worker.log() + ")",
        TIMEOUT,
        () -> {
          throwIfFailed(connectors);
          return rows(table).stream().anyMatch(row -> row.get(0).equals(id));
        });
  }

  private static void throwIfFailed(String... connectors) {
    for (String connector : connectors) {
      worker.rest().throwIfFailed(connector);
    }
  }

  /** Of each row the first two columns. */
  private static List<List<Object>> rows(Path table) {
    List<List<Object>> rows = new ArrayList<>();
    Storage storage = Storage.of(Map.of());
    try {
      if (!TableLog.exists(storage, table.toString())) {
        return rows;
      }
      TableLog log = TableLog.open(storage, table.toString());
      try (SnapshotRows found = new SnapshotRows(storage, log.snapshot())) {
        while (found.next()) {
          rows.add(List.of(found.row()[0], String.valueOf(found.row()[1])));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }
}
