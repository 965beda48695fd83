package io.deltaconnect.quickstart;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Orders come in, change and go away, each time as one Delta commit: a version 0 that creates the
 * table, the first orders, two new ones, three commits with updates, two with a delete.
 */
final class OrderScenario {
  static final String TOPIC = "orders";
  static final int STEPS = 9;

  /** The types that the table must have got from the records' schema. */
  static final List<String> EXPECTED_TYPES =
      List.of(
          "string",
          "string",
          "date",
          "string",
          "int",
          "decimal(10,2)",
          "decimal(12,2)",
          "string",
          "timestamp");

  /** What the change feed must show, by version. */
  static final List<FeedCounts> EXPECTED =
      List.of(
          FeedCounts.NONE,
          new FeedCounts(Order.FIRST_ORDERS, 0, 0, 0),
          new FeedCounts(2, 0, 0, 0),
          new FeedCounts(0, 1, 1, 0),
          new FeedCounts(0, 1, 1, 0),
          new FeedCounts(0, 2, 2, 0),
          new FeedCounts(0, 0, 0, 1),
          new FeedCounts(0, 0, 0, 1));

  /** All of them. */
  static final long EXPECTED_CHANGES =
      EXPECTED.stream()
          .mapToLong(v -> v.inserts() + v.preimages() + v.postimages() + v.deletes())
          .sum();

  static final long EXPECTED_ROWS = Order.FIRST_ORDERS;

  /** The orders that are in the table at the end and were added or changed after the first load. */
  static final Set<String> CHANGED =
      Set.of(
          "ORDER000001-01",
          "ORDER000002-01",
          "ORDER000003-01",
          "ORDER000004-01",
          "ORDER000031-04",
          "ORDER000032-04");

  private static final Duration COMMIT_TIMEOUT = Duration.ofMinutes(2);
  private static final Instant CHANGES_BEGIN = Instant.parse("2025-07-01T08:00:00Z");

  private final KafkaCluster kafka;
  private final ConnectRest rest;
  private final ConnectorExample connector;
  private final OrdersTable table;
  private final Steps steps;
  private final Map<String, Order> orders =
      Order.firstOrders().stream()
          .collect(
              Collectors.toMap(
                  Order::orderId, Function.identity(), (a, b) -> a, LinkedHashMap::new));

  OrderScenario(
      KafkaCluster kafka,
      ConnectRest rest,
      ConnectorExample connector,
      OrdersTable table,
      Steps steps) {
    this.kafka = kafka;
    this.rest = rest;
    this.connector = connector;
    this.table = table;
    this.steps = steps;
  }

  /** Plays it; returns when the last commit is there. */
  void play() {
    try (KafkaProducer<String, String> producer = producer()) {
      steps.run(
          "Produce %,d orders of %,d customers to the topic %s"
              .formatted(Order.FIRST_ORDERS, Order.CUSTOMERS, TOPIC),
          () -> {
            kafka.createTopic(TOPIC);
            send(producer, orders.values().stream().map(OrderScenario::upsert).toList());
            return "done";
          });
      steps.run("Deploy the sink over REST, wait for the first orders", this::deploy);
      steps.run("Have it commit every second from now on", this::commitEverySecond);

      Order added = newOrder("ORDER000031-04", "ORDER000031-03");
      Order alsoAdded = newOrder("ORDER000032-04", "ORDER000032-03");
      change(producer, "Two new orders", 2, List.of(upsert(added), upsert(alsoAdded)));
      change(producer, "Update ORDER000001-01", 3, List.of(update("ORDER000001-01")));
      change(producer, "Update ORDER000002-01", 4, List.of(update("ORDER000002-01")));
      change(
          producer,
          "Update ORDER000003-01 and ORDER000004-01",
          5,
          List.of(update("ORDER000003-01"), update("ORDER000004-01")));
      change(producer, "Delete ORDER000005-01", 6, List.of(delete("ORDER000005-01")));
      change(producer, "Delete ORDER000006-01", 7, List.of(delete("ORDER000006-01")));
    }
  }

  /** Exactly the first orders make a commit, however slowly they come. */
  private String deploy() {
    ConnectorExample first =
        connector.with("commit.max.records", Integer.toString(Order.FIRST_ORDERS));
    rest.deploy(first.name(), first.config());
    rest.awaitRunning(first.name(), 1, COMMIT_TIMEOUT);
    await(1);
    return "table versions 0 and 1";
  }

  private String commitEverySecond() {
    ConnectorExample fast = connector.with("commit.interval.ms", "1000");
    rest.deploy(fast.name(), fast.config());
    rest.awaitRunning(fast.name(), 1, COMMIT_TIMEOUT);
    return "done";
  }

  private void change(
      KafkaProducer<String, String> producer,
      String title,
      long version,
      List<ProducerRecord<String, String>> records) {
    steps.run(
        title,
        () -> {
          send(producer, records);
          await(version);
          return "table version " + version;
        });
  }

  private void await(long version) {
    table.awaitVersion(version, COMMIT_TIMEOUT, () -> rest.throwIfFailed(connector.name()));
  }

  private Order newOrder(String id, String like) {
    Order model = orders.get(like);
    return new Order(
        id,
        model.customerId(),
        model.orderDate().plusMonths(1),
        model.productId(),
        model.quantity() + 1,
        model.unitPrice(),
        "PLACED",
        CHANGES_BEGIN);
  }

  private ProducerRecord<String, String> update(String id) {
    return upsert(orders.get(id).withStatus("RETURNED", CHANGES_BEGIN.plusSeconds(3600)));
  }

  private static ProducerRecord<String, String> upsert(Order order) {
    return new ProducerRecord<>(TOPIC, order.orderId(), order.toJson());
  }

  private static ProducerRecord<String, String> delete(String id) {
    return new ProducerRecord<>(TOPIC, id, null);
  }

  private KafkaProducer<String, String> producer() {
    // Records sent together arrive in one batch, so that one commit takes them all.
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka.bootstrapServers(),
            ProducerConfig.LINGER_MS_CONFIG,
            100),
        new StringSerializer(),
        new StringSerializer());
  }

  private static void send(
      KafkaProducer<String, String> producer, List<ProducerRecord<String, String>> records) {
    List<Future<RecordMetadata>> sent = records.stream().map(producer::send).toList();
    try {
      for (Future<RecordMetadata> record : sent) {
        record.get();
      }
    } catch (ExecutionException e) {
      throw new ComponentException("Cannot produce to " + TOPIC + ": " + e.getCause(), e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static ComponentException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ComponentException("Interrupted", e);
  }
}
