package io.deltaconnect.quickstart;

import java.util.List;
import java.util.Map;

/**
 * The order scenario from end to end, on servers that run: topic, sink, table, source, topic.
 *
 * @param worker takes the connectors
 */
record RoundTrip(ProjectLayout project, KafkaCluster kafka, ConnectRest worker, Steps steps) {
  static final int STEPS = OrderScenario.STEPS + 2;

  private static final String S3_SINK = "sink-s3-keys.json";

  private static final String SOURCE = "source-flat.json";

  /** Of {@link #SOURCE}, for the table of the scenario. */
  private static final String SOURCE_TOPIC = "delta." + OrderScenario.TOPIC;

  /** The bucket of {@link #S3_SINK}. */
  static final String S3_BUCKET = "lake";

  /** The sink for tables on S3, as the worker reaches it. */
  static ConnectorExample s3Sink(ProjectLayout project, S3Endpoint s3) {
    ConnectorExample sink = ConnectorExample.read(project.configExample(S3_SINK));
    for (Map.Entry<String, String> entry : s3.connectorProperties().entrySet()) {
      sink = sink.with(entry.getKey(), entry.getValue());
    }
    return sink;
  }

  /** Where a sink keeps the table of the scenario. */
  static String tablePath(ConnectorExample sink) {
    return sink.config().get("table.path").replace("${topic}", OrderScenario.TOPIC);
  }

  /**
   * Plays it.
   *
   * @param table of {@link #tablePath}, as this process reaches it
   * @return what came of it
   */
  Report play(ConnectorExample sink, OrdersTable table) {
    new OrderScenario(kafka, worker, sink, table, steps).play();
    PublishedFeed feed = new PublishedFeed(kafka, worker, source(sink), SOURCE_TOPIC);
    List<FeedCounts> published =
        steps.run(
            "Deploy the source, receive the committed changes from the topic " + SOURCE_TOPIC,
            () -> feed.receive(OrderScenario.EXPECTED_CHANGES),
            versions -> "versions 0 to " + (versions.size() - 1));
    return steps.run("Read the table and its change feed", () -> Report.read(table, published));
  }

  /** All changes of the sink's table, from the same store. */
  ConnectorExample source(ConnectorExample sink) {
    ConnectorExample source =
        ConnectorExample.read(project.configExample(SOURCE))
            .with("tables", tablePath(sink))
            .with("startup.mode", "version")
            .with("starting.version", "0");
    for (Map.Entry<String, String> entry : sink.config().entrySet()) {
      if (entry.getKey().startsWith("storage.")) {
        source = source.with(entry.getKey(), entry.getValue());
      }
    }
    return source;
  }
}
