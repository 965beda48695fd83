package io.deltaconnect.quickstart;

import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What {@code docker/e2e} runs: the order scenario on the servers of {@code
 * docker/docker-compose.yml}. Ports and S3's keys are those of {@code docker/.env}, as environment
 * variables.
 */
public final class ComposeScenario {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(4);

  /** S3 as the worker's container reaches it; the keys stay in its environment. */
  private static final S3Endpoint S3_OF_WORKER =
      new S3Endpoint(URI.create("http://s3:80"), "${env:S3_ACCESS_KEY}", "${env:S3_SECRET_KEY}");

  /** The schema registry, likewise. */
  private static final URI REGISTRY_OF_WORKER = URI.create("http://registry:8080");

  private static final String AVRO_TOPIC = "avro." + OrderScenario.TOPIC;

  private ComposeScenario() {}

  /**
   * Plays the order scenario.
   *
   * @param args the project, and a folder for logs, where the worker's is left when all is over
   */
  public static void main(String[] args) {
    if (args.length != 2) {
      throw new IllegalArgumentException("Expected PROJECT LOG_DIRECTORY, not " + List.of(args));
    }
    Path logs = Path.of(args[1]);
    ConsoleLog.divertTo(logs.resolve("scenario.log"));
    System.exit(run(new ProjectLayout(Path.of(args[0])), logs));
  }

  private static int run(ProjectLayout project, Path logs) {
    try {
      return play(project, logs, System.out) ? 0 : 1;
    } catch (ComponentException e) {
      System.err.println("\n" + e.getMessage());
    } catch (RuntimeException e) {
      e.printStackTrace(System.err);
    }
    return 1;
  }

  private static boolean play(ProjectLayout project, Path logs, PrintStream out) {
    KafkaCluster kafka = new KafkaCluster(Ports.HOST + ":" + variable("KAFKA_PORT"));
    ConnectRest worker = new ConnectRest(url("CONNECT_PORT"), logs.resolve("connect.log"));
    S3Endpoint s3 =
        new S3Endpoint(url("S3_PORT"), variable("S3_ACCESS_KEY"), variable("S3_SECRET_KEY"));
    try (Steps steps = new Steps(out, 1 + RoundTrip.STEPS + 1)) {
      steps.run("Wait for the Connect worker", () -> plugins(worker));
      ConnectorExample sink = RoundTrip.s3Sink(project, S3_OF_WORKER);
      OrdersTable table = new OrdersTable(RoundTrip.tablePath(sink), s3.hadoopProperties());
      RoundTrip roundTrip = new RoundTrip(project, kafka, worker, steps);
      Report report = roundTrip.play(sink, table);
      AvroFeed avro = new AvroFeed(kafka, worker, registry(), logs.resolve("containers.log"));
      steps.run(
          "Deploy a source that writes Avro to the topic " + AVRO_TOPIC,
          () -> published(avro, roundTrip.source(sink), table));
      report.print(out);
      report.printSums(out);
      if (!report.isAsExpected()) {
        report.printDifferences(System.err);
        return false;
      }
      return true;
    }
  }

  private static String plugins(ConnectRest worker) {
    Await.until("the Connect worker to answer", START_TIMEOUT, worker::isReady);
    List<String> ours =
        worker.plugins().stream().filter(name -> name.startsWith("io.deltaconnect.")).toList();
    return ours.size() + " connectors of ours";
  }

  /** All columns, and what the source adds, are in the schema that the registry has. */
  private static String published(AvroFeed avro, ConnectorExample source, OrdersTable table) {
    ConnectorExample asAvro =
        new ConnectorExample("orders-as-avro", source.config())
            .with("topic.format", "avro.${table}")
            .with("offsets.storage.topic", "orders-as-avro-offsets");
    for (Map.Entry<String, String> entry : AvroFeed.converter(REGISTRY_OF_WORKER).entrySet()) {
      asAvro = asAvro.with(entry.getKey(), entry.getValue());
    }
    List<String> fields = avro.fields(asAvro, AVRO_TOPIC);
    if (!fields.containsAll(table.columns()) || !fields.contains("_change_type")) {
      throw new ComponentException("Not the table's columns in the registry: " + fields);
    }
    return "schema with " + fields.size() + " fields";
  }

  private static URI registry() {
    return url("REGISTRY_PORT").resolve("/apis/ccompat/v7");
  }

  private static URI url(String port) {
    return URI.create("http://" + Ports.HOST + ":" + variable(port));
  }

  private static String variable(String name) {
    String value = System.getenv(name);
    if (value == null || value.isEmpty()) {
      throw new ComponentException("The environment variable " + name + " is not set");
    }
    return value;
  }
}
