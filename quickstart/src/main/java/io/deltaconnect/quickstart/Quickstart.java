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
      ConsoleLog.divertTo(directory.log());
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

  private boolean play() {
    out.printf("Working in %s%n", directory.path());
    int setupSteps = onS3 ? SETUP_STEPS + 1 : SETUP_STEPS;
    try (Steps steps = new Steps(out, setupSteps + RoundTrip.STEPS);
        S3Server s3 = onS3 ? startS3(steps) : null;
        KafkaBroker broker = startBroker(steps);
        ConnectWorker worker = startWorker(steps, broker)) {
      ConnectorExample sink = sink(s3);
      OrdersTable table =
          new OrdersTable(RoundTrip.tablePath(sink), onS3 ? s3.hadoopProperties() : Map.of());
      Report report =
          new RoundTrip(project, broker.cluster(), worker.rest(), steps).play(sink, table);
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
        () -> S3Server.start(project.s3Libs(), directory.s3(), RoundTrip.S3_BUCKET),
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

  private ConnectorExample sink(S3Server s3) {
    if (onS3) {
      return RoundTrip.s3Sink(project, s3.asClientsReachIt());
    }
    ConnectorExample example = ConnectorExample.read(project.configExample(EXAMPLE));
    String path =
        example.config().get("table.path").replace(EXAMPLE_LAKE, directory.lake().toString());
    return example.with("table.path", path);
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
