package io.deltaconnect.quickstart;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;

/** One Kafka broker, its own KRaft controller, on free loopback ports. */
public final class KafkaBroker extends Server {
  private final int port = Ports.free();

  private KafkaBroker(Path libs, Path directory) {
    super("the broker", libs, directory, "broker.log");
  }

  /**
   * Formats a new broker's storage, starts the broker and waits until it answers.
   *
   * @param libs folder of Kafka's jars, see {@link ProjectLayout#kafkaLibs}
   * @param directory for its data, configuration and log; made if absent
   * @throws ComponentException with the end of its log if it does not come up
   */
  public static KafkaBroker start(Path libs, Path directory) {
    KafkaBroker broker = new KafkaBroker(libs, directory);
    broker.format();
    broker.restart();
    return broker;
  }

  /** How clients reach it. */
  public KafkaCluster cluster() {
    return new KafkaCluster(bootstrapServers());
  }

  public String bootstrapServers() {
    return Ports.HOST + ":" + port;
  }

  /** An admin client of this broker; the caller closes it. */
  public Admin admin() {
    return cluster().admin();
  }

  private Path config() {
    return directory().resolve("server.properties");
  }

  private void format() {
    int controllerPort = Ports.free();
    Properties properties = new Properties();
    properties.putAll(
        Map.of(
            "process.roles", "broker,controller",
            "node.id", "1",
            "controller.quorum.voters", "1@" + Ports.HOST + ":" + controllerPort,
            "controller.listener.names", "CONTROLLER",
            "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "listeners",
                "PLAINTEXT://"
                    + bootstrapServers()
                    + ",CONTROLLER://"
                    + Ports.HOST
                    + ":"
                    + controllerPort,
            "log.dirs", directory().resolve("data").toString()));
    // One node: nothing can be replicated, and nobody else will join a consumer group.
    properties.putAll(
        Map.of(
            "offsets.topic.num.partitions", "1",
            "offsets.topic.replication.factor", "1",
            "transaction.state.log.num.partitions", "1",
            "transaction.state.log.replication.factor", "1",
            "transaction.state.log.min.isr", "1",
            "share.coordinator.state.topic.num.partitions", "1",
            "share.coordinator.state.topic.replication.factor", "1",
            "share.coordinator.state.topic.min.isr", "1",
            "group.initial.rebalance.delay.ms", "0",
            // So that members may ask to be missed soon after they are gone.
            "group.min.session.timeout.ms", "1000"));
    store(properties, config());
    runOnce(
        "the formatting of the broker's storage",
        List.of(
            "kafka.tools.StorageTool",
            "format",
            "-t",
            Uuid.randomUuid().toString(),
            "-c",
            config().toString()));
  }

  @Override
  List<String> jvmOptions() {
    List<String> options = new ArrayList<>(LogConfig.write(libs(), directory()));
    options.add("-Xmx512m");
    return options;
  }

  @Override
  List<String> command() {
    return List.of("kafka.Kafka", config().toString());
  }

  @Override
  void awaitReady() {
    Admin admin = admin();
    try {
      AtomicReference<KafkaFuture<?>> nodes =
          new AtomicReference<>(admin.describeCluster().nodes());
      awaitAnswer(
          () -> {
            if (nodes.get().isCompletedExceptionally()) {
              // It takes longer to come up than a request waits: another one.
              nodes.set(admin.describeCluster().nodes());
            }
            return nodes.get().isDone() && !nodes.get().isCompletedExceptionally();
          });
    } finally {
      // Not the plain close: that waits for the answer of a broker that may have died.
      admin.close(Duration.ZERO);
    }
  }
}
