package io.deltaconnect.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;

/**
 * One Kafka broker, its own KRaft controller, as a process of its own on free loopback ports. It
 * ends with this JVM unless it is detached.
 */
public final class KafkaBroker implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

  private final Path libs;
  private final Path directory;
  private final Path log;
  private final int port = Ports.free();
  private JavaProcess process;
  private boolean detached;

  private KafkaBroker(Path libs, Path directory) {
    this.libs = libs;
    this.directory = directory;
    this.log = directory.resolve("broker.log");
  }

  /**
   * Formats a new broker's storage, starts the broker and waits until it answers.
   *
   * @param libs folder of Kafka's jars, see {@link ProjectLayout#kafkaLibs}
   * @param directory for its data, configuration and log; made if absent
   * @throws ComponentException with the end of its log if it does not come up
   */
  public static KafkaBroker start(Path libs, Path directory) {
    KafkaBroker broker = new KafkaBroker(libs, directory.toAbsolutePath());
    broker.format();
    broker.restart();
    return broker;
  }

  /** Starts it again, on the same port and data, after {@link #stop} or {@link #kill}. */
  public void restart() {
    process = run("the broker", List.of("kafka.Kafka", config().toString()));
    try {
      awaitAnswer();
    } catch (RuntimeException e) {
      process.kill();
      throw e;
    }
  }

  public String bootstrapServers() {
    return Ports.HOST + ":" + port;
  }

  /** An admin client of this broker; the caller closes it. */
  public Admin admin() {
    return Admin.create(
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers(),
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) START_TIMEOUT.toMillis()));
  }

  public Path log() {
    return log;
  }

  public long pid() {
    return process.pid();
  }

  /** Asks it to end, and waits until it has. */
  public void stop() {
    process.stop();
  }

  /** Kills it, as {@code kill -9} does. */
  public void kill() {
    process.kill();
  }

  /** Lets it outlive this object and this JVM. */
  public void detach() {
    process.detach();
    detached = true;
  }

  /** As {@link #stop}, unless it was detached. */
  @Override
  public void close() {
    if (!detached) {
      stop();
    }
  }

  private Path config() {
    return directory.resolve("server.properties");
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
            "log.dirs", directory.resolve("data").toString()));
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
            "group.initial.rebalance.delay.ms", "0"));
    store(properties, directory, config());
    JavaProcess format =
        run(
            "the formatting of the broker's storage",
            List.of(
                "kafka.tools.StorageTool",
                "format",
                "-t",
                Uuid.randomUuid().toString(),
                "-c",
                config().toString()));
    if (format.awaitExit(START_TIMEOUT) != 0) {
      throw format.died();
    }
  }

  private JavaProcess run(String name, List<String> command) {
    List<String> options = new ArrayList<>(LogConfig.write(libs, directory));
    options.add("-Xmx512m");
    return JavaProcess.start(name, libs, directory, log, options, command);
  }

  private void awaitAnswer() {
    Admin admin = admin();
    try {
      CompletableFuture<?> answer =
          admin.describeCluster().nodes().toCompletionStage().toCompletableFuture();
      CompletableFuture.anyOf(answer, process.onExit())
          .get(START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      if (!process.isAlive()) {
        throw process.died();
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new ComponentException("The broker does not answer" + process.logExcerpt(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ComponentException("Interrupted while the broker starts", e);
    } finally {
      // Not the plain close: that waits for the answer of a broker that may have died.
      admin.close(Duration.ZERO);
    }
  }

  /** Writes a component's configuration file. */
  static void store(Properties properties, Path directory, Path file) {
    try {
      Files.createDirectories(directory);
      try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
        properties.store(writer, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }
}
