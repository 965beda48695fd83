package io.deltaconnect.quickstart;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code bin/quickstart} runs once the project is built. */
public final class Quickstart {
  /** The connector's configuration, and the part of its table path that is ours to set. */
  private static final String EXAMPLE = "sink-upsert-json.json";

  private static final String EXAMPLE_LAKE = "/data/lake";

  private static final int SETUP_STEPS = 2;
  private static final int REPORT_STEPS = 1;

  private final ProjectLayout project;
  private final RunDirectory directory;
  private final boolean keep;
  private final PrintStream out;

  private Quickstart(ProjectLayout project, RunDirectory directory, boolean keep, PrintStream out) {
    this.project = project;
    this.directory = directory;
    this.keep = keep;
    this.out = out;
  }

  /**
   * Plays the order scenario.
   *
   * @param args {@code [--keep] PROJECT WORK_DIRECTORY}; {@code bin/quickstart} checks what people
   *     write
   */
  public static void main(String[] args) {
    List<String> arguments = new ArrayList<>(List.of(args));
    boolean keep = arguments.remove("--keep");
    if (arguments.size() != 2) {
      throw new IllegalArgumentException("Expected [--keep] PROJECT WORK_DIRECTORY");
    }
    System.exit(run(Path.of(arguments.get(0)), Path.of(arguments.get(1)), keep));
  }

  private static int run(Path project, Path work, boolean keep) {
    try {
      RunDirectory directory = RunDirectory.prepare(work);
      logTo(directory.log());
      boolean expected =
          new Quickstart(new ProjectLayout(project), directory, keep, System.out).play();
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
    try (Steps steps = new Steps(out, SETUP_STEPS + OrderScenario.STEPS + REPORT_STEPS);
        KafkaBroker broker = startBroker(steps);
        ConnectWorker worker = startWorker(steps, broker)) {
      OrdersTable table = new OrdersTable(directory.lake().resolve("retail").resolve("orders"));
      new OrderScenario(broker, worker.rest(), connector(), table, steps).play();
      Report report = steps.run("Read the table and its change feed", () -> Report.read(table));
      report.printRows(out);
      if (keep) {
        stay(broker, worker, table);
      } else {
        out.printf("%nThe table stays in %s%n", table.path());
      }
      report.printCounts(out);
      if (!report.isAsExpected()) {
        report.printDifferences(System.err);
        return false;
      }
      return true;
    }
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

  private ConnectorExample connector() {
    ConnectorExample example = ConnectorExample.read(project.configExample(EXAMPLE));
    String path =
        example.config().get("table.path").replace(EXAMPLE_LAKE, directory.lake().toString());
    return example.with("table.path", path);
  }

  private void stay(KafkaBroker broker, ConnectWorker worker, OrdersTable table) {
    directory.writeProcesses(broker, worker);
    broker.detach();
    worker.detach();
    out.printf(
        """

        Broker and worker go on running:
          bootstrap servers  %s
          Connect REST       %s/connectors
          table              %s
          logs               %s
                             %s
          stop them with     bin/quickstart --stop --dir '%s'
        """,
        broker.bootstrapServers(),
        worker.url(),
        table.path(),
        broker.log(),
        worker.log(),
        directory.path());
  }
}
