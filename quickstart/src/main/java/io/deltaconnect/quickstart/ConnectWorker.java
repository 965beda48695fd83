package io.deltaconnect.quickstart;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A distributed Kafka Connect worker with its REST interface on a free loopback port. Workers with
 * the same group share the connectors.
 */
public final class ConnectWorker extends Server {
  private final Settings settings;
  private final int port = Ports.free();

  private ConnectWorker(Settings settings, Path directory) {
    super("the Connect worker", settings.libs(), directory, "connect.log");
    this.settings = settings;
  }

  /**
   * What a worker is started with.
   *
   * @param libs folder of Kafka's jars, see {@link ProjectLayout#kafkaLibs}
   * @param bootstrapServers of its Kafka cluster
   * @param groupId of the workers that belong together
   * @param pluginPath folders of plugins
   * @param heap maximum, as the JVM writes it: {@code 512m}
   * @param jvmOptions further ones
   * @param properties further worker properties; they win over our own
   */
  public record Settings(
      Path libs,
      String bootstrapServers,
      String groupId,
      List<Path> pluginPath,
      String heap,
      List<String> jvmOptions,
      Map<String, String> properties) {

    public Settings {
      pluginPath = List.copyOf(pluginPath);
      jvmOptions = List.copyOf(jvmOptions);
      properties = Map.copyOf(properties);
    }

    /** A worker with 512 MB of heap and no further options. */
    public static Settings of(
        Path libs, String bootstrapServers, String groupId, Path... pluginPath) {
      return new Settings(
          libs, bootstrapServers, groupId, List.of(pluginPath), "512m", List.of(), Map.of());
    }

    public Settings withHeap(String newHeap) {
      return new Settings(
          libs, bootstrapServers, groupId, pluginPath, newHeap, jvmOptions, properties);
    }

    public Settings withJvmOptions(String... options) {
      return new Settings(
          libs, bootstrapServers, groupId, pluginPath, heap, List.of(options), properties);
    }

    public Settings with(String property, String value) {
      Map<String, String> all = new LinkedHashMap<>(properties);
      all.put(property, value);
      return new Settings(libs, bootstrapServers, groupId, pluginPath, heap, jvmOptions, all);
    }
  }

  /**
   * Starts a worker and waits until it takes connectors.
   *
   * @param directory for its configuration and log, its own; made if absent
   * @throws ComponentException with the end of its log if it does not come up
   */
  public static ConnectWorker start(Settings settings, Path directory) {
    ConnectWorker worker = new ConnectWorker(settings, directory);
    worker.restart();
    return worker;
  }

  /** Its REST interface; any worker of the group serves all connectors. */
  public ConnectRest rest() {
    return new ConnectRest(url(), log());
  }

  public URI url() {
    return URI.create("http://" + Ports.HOST + ":" + port);
  }

  @Override
  List<String> jvmOptions() {
    List<String> options = new ArrayList<>(LogConfig.write(libs(), directory()));
    options.add("-Xmx" + settings.heap());
    options.addAll(settings.jvmOptions());
    return options;
  }

  @Override
  List<String> command() {
    Path config = directory().resolve("worker.properties");
    store(properties(), config);
    return List.of("org.apache.kafka.connect.cli.ConnectDistributed", config.toString());
  }

  @Override
  void awaitReady() {
    awaitAnswer(rest()::isReady);
  }

  private Properties properties() {
    String group = settings.groupId();
    Properties p = new Properties();
    p.put("bootstrap.servers", settings.bootstrapServers());
    p.put("group.id", group);
    p.put("listeners", url().toString());
    p.put(
        "plugin.path",
        String.join(",", settings.pluginPath().stream().map(Path::toString).toList()));
    p.put("plugin.discovery", "service_load");
    p.put("key.converter", "org.apache.kafka.connect.json.JsonConverter");
    p.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
    p.put("config.storage.topic", group + "-configs");
    p.put("config.storage.replication.factor", "1");
    p.put("offset.storage.topic", group + "-offsets");
    p.put("offset.storage.replication.factor", "1");
    p.put("offset.storage.partitions", "1");
    p.put("status.storage.topic", group + "-status");
    p.put("status.storage.replication.factor", "1");
    p.put("status.storage.partitions", "1");
    p.put("offset.flush.interval.ms", "1000");
    p.put("scheduled.rebalance.max.delay.ms", "0");
    p.put("exactly.once.source.support", "enabled");
    p.putAll(settings.properties());
    return p;
  }
}
