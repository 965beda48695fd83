package io.deltaconnect.quickstart;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code bin/quickstart} runs once the project is built. */
public final class Quickstart {
  /** The connector's configuration, and the part of its table path that is ours to set. */
  private static final String EXAMPLE = "sink-upsert-json.json";

  /** The same for tables on S3, in this bucket. */
  private static final String S3_EXAMPLE = "sink-s3-keys.json";

  private static final String S3_BUCKET = "lake";

  private static final String SOURCE_EXAMPLE = "source-flat.json";

  /** Of {@link #SOURCE_EXAMPLE}, for the table of the scenario. */
  private static final String SOURCE_TOPIC = "delta." + OrderScenario.TOPIC;

  private static final String EXAMPLE_LAKE = "/data/lake";

  /** A record to try by hand; the fields that it lacks become NULL. */
  private static final String SAMPLE_KEY = "ORDER009999-01";

  private static final String SAMPLE_VALUE =
      "{\"schema\": {\"type\": \"struct\", \"fields\": ["
          + "{\"field\": \"order_id\", \"type\": \"string\"}, "
          + "{\"field\": \"status\", \"type\": \"string\"}]}, "
          + "\"payload\": {\"order_id\": \""
          + SAMPLE_KEY
          + "\", \"status\": \"PLACED\"}}";

  private static final int SETUP_STEPS = 2;
  private static final int REPORT_STEPS = 2;

  private final ProjectLayout project;
  private final RunDirectory directory;
  private final boolean keep;
  private final boolean onS3;
  private final PrintStream out;

  private Quickstart(
      ProjectLayout project, RunDirectory directory, boolean keep, boolean onS3, PrintStream out) {
    this.project = project;
    this.directory = directory;
    this.keep = keep;
    this.onS3 = onS3;
    this.out = out;
  }

  /**
   * Plays the order scenario.
   *
   * @param args {@code [--keep] [--s3] PROJECT WORK_DIRECTORY}; {@code bin/quickstart} checks what
   *     people write
   */
  public static void main(String[] args) {
    List<String> arguments = new ArrayList<>(List.of(args));
    boolean keep = arguments.remove("--keep");
    boolean onS3 = arguments.remove("--s3");
    if (arguments.size() != 2) {
      throw new IllegalArgumentException("Expected [--keep] [--s3] PROJECT WORK_DIRECTORY");
    }
    System.exit(run(Path.of(arguments.get(0)), Path.of(arguments.get(1)), keep, onS3));
  }

  private static int run(Path project, Path work, boolean keep, boolean onS3) {
    try {
      RunDirectory directory = RunDirectory.prepare(work);
      logTo(directory.log());
      boolean expected =
          new Quickstart(new ProjectLayout(project), directory, keep, onS3, System.out).play();
      return expected ? 0 : 1;
    } catch (ComponentException e) {
      if (JavaProcess.isStopping()) {
        return 1;
      }
      System.err.println("\n" + e.getMessage());
    } catch (RuntimeException e) {
      e.printStackTrace(System.err);
    }
    System.err.println("\nThe quickstart failed. Logs and data are in " + work);
    return 1;
  }

  /** Before any logger is made: what libraries log here is not for the console. */
  private static void logTo(Path log) {
    System.setProperty("org.slf4j.simpleLogger.logFile", log.toString());
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
    System.setProperty("org.slf4j.simpleLogger.showDateTime", "true");
    System.setProperty("org.slf4j.simpleLogger.dateTimeFormat", "yyyy-MM-dd HH:mm:ss.SSS");
    // It warns each time it looks whether the broker is up already.
    System.setProperty(
        "org.slf4j.simpleLogger.log.org.apache.kafka.clients.NetworkClient", "error");
  }

  private boolean play() {
    out.printf("Working in %s%n", directory.path());
    int setupSteps = onS3 ? SETUP_STEPS + 1 : SETUP_STEPS;
    try (Steps steps = new Steps(out, setupSteps + OrderScenario.STEPS + REPORT_STEPS);
        S3Server s3 = onS3 ? startS3(steps) : null;
        KafkaBroker broker = startBroker(steps);
        ConnectWorker worker = startWorker(steps, broker)) {
      ConnectorExample connector = connector(s3);
      OrdersTable table =
          new OrdersTable(
              connector.config().get("table.path").replace("${topic}", OrderScenario.TOPIC),
              onS3 ? s3.hadoopProperties() : Map.of());
      new OrderScenario(broker, worker.rest(), connector, table, steps).play();
      PublishedFeed feed =
          new PublishedFeed(broker, worker.rest(), source(connector, table), SOURCE_TOPIC);
      List<FeedCounts> published =
          steps.run(
              "Deploy the source, receive the committed changes from the topic " + SOURCE_TOPIC,
              () -> feed.receive(OrderScenario.EXPECTED_CHANGES),
              versions -> "versions 0 to " + (versions.size() - 1));
      Report report =
          steps.run("Read the table and its change feed", () -> Report.read(table, published));
      report.print(out);
      if (keep) {
        stay(s3, broker, worker, table);
      } else {
        out.printf("%nThe table stays in %s%n", table.path());
      }
      report.printSums(out);
      if (!report.isAsExpected()) {
        report.printDifferences(System.err);
        return false;
      }
      return true;
    }
  }

  private S3Server startS3(Steps steps) {
    return steps.run(
        "Start an S3 server",
        () -> S3Server.start(project.s3Libs(), directory.s3(), S3_BUCKET),
        server -> server.endpoint().toString());
  }

  private KafkaBroker startBroker(Steps steps) {
    return steps.run(
        "Start a Kafka broker",
        () -> KafkaBroker.start(project.kafkaLibs(), directory.broker()),
        KafkaBroker::bootstrapServers);
  }

  private ConnectWorker startWorker(Steps steps, KafkaBroker broker) {
    return steps.run(
        "Start a Kafka Connect worker with the plugin",
        () ->
            ConnectWorker.start(
                ConnectWorker.Settings.of(
                    project.kafkaLibs(),
                    broker.bootstrapServers(),
                    "quickstart",
                    project.pluginPath()),
                directory.worker()),
        worker -> worker.url().toString());
  }

  private ConnectorExample connector(S3Server s3) {
    if (onS3) {
      ConnectorExample example = ConnectorExample.read(project.configExample(S3_EXAMPLE));
      for (Map.Entry<String, String> entry : s3.connectorProperties().entrySet()) {
        example = example.with(entry.getKey(), entry.getValue());
      }
      return example;
    }
    ConnectorExample example = ConnectorExample.read(project.configExample(EXAMPLE));
    String path =
        example.config().get("table.path").replace(EXAMPLE_LAKE, directory.lake().toString());
    return example.with("table.path", path);
  }

  /** All changes of the table, from the same store. */
  private ConnectorExample source(ConnectorExample sink, OrdersTable table) {
    ConnectorExample source =
        ConnectorExample.read(project.configExample(SOURCE_EXAMPLE))
            .with("tables", table.path())
            .with("startup.mode", "version")
            .with("starting.version", "0");
    for (Map.Entry<String, String> entry : sink.config().entrySet()) {
      if (entry.getKey().startsWith("storage.")) {
        source = source.with(entry.getKey(), entry.getValue());
      }
    }
    return source;
  }

  private void stay(S3Server s3, KafkaBroker broker, ConnectWorker worker, OrdersTable table) {
    Map<String, Server> servers = new LinkedHashMap<>();
    servers.put("worker", worker);
    servers.put("broker", broker);
    if (onS3) {
      servers.put("S3 server", s3);
    }
    directory.writeProcesses(servers);
    servers.values().forEach(Server::detach);
    out.printf(
        """

        An order of your own (delete it with: echo '%1$s|NULL' | java ...):

        echo '%1$s|%2$s' |
          java -cp '%3$s/*' org.apache.kafka.tools.ConsoleProducer \\
            --bootstrap-server %4$s --topic %5$s --reader-property parse.key=true \\
            --reader-property key.separator='|' --reader-property null.marker=NULL

        Broker and worker go on running:
          bootstrap servers  %4$s
          Connect REST       %6$s/connectors
          table              %7$s
          logs               %8$s
                             %9$s
          stop them with     bin/quickstart --stop --dir '%10$s'
        """,
        SAMPLE_KEY,
        SAMPLE_VALUE,
        project.kafkaLibs(),
        broker.bootstrapServers(),
        OrderScenario.TOPIC,
        worker.url(),
        table.path(),
        broker.log(),
        worker.log(),
        directory.path());
    if (onS3) {
      out.printf(
          "  S3 server          %s, access key %s, secret key %s%n",
          s3.endpoint(), S3Server.ACCESS_KEY, S3Server.SECRET_KEY);
    }
  }
}
