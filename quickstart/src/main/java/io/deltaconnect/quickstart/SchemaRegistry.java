package io.deltaconnect.quickstart;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * A schema registry that speaks the protocol of Confluent's, keeps schemas in memory, and listens
 * on a free loopback port.
 */
public final class SchemaRegistry extends Server {
  private final int port = Ports.free();

  private SchemaRegistry(Path libs, Path directory) {
    super("the schema registry", libs, directory, "registry.log");
  }

  /**
   * Starts a registry and waits until it answers.
   *
   * @param libs folder of its jars, see {@link ProjectLayout#registryLibs}
   * @param directory for its log; made if absent
   * @throws ComponentException with the end of its log if it does not come up
   */
  public static SchemaRegistry start(Path libs, Path directory) {
    SchemaRegistry registry = new SchemaRegistry(libs, directory);
    registry.restart();
    return registry;
  }

  /** Where it listens, e.g. {@code http://127.0.0.1:20001}. */
  public URI url() {
    return URI.create("http://" + Ports.HOST + ":" + port);
  }

  /** Its interface in Confluent's protocol. */
  public URI confluentUrl() {
    return url().resolve("/apis/ccompat/v7");
  }

  @Override
  List<String> jvmOptions() {
    return List.of("-Xmx256m", "-Dquarkus.http.host=" + Ports.HOST, "-Dquarkus.http.port=" + port);
  }

  @Override
  List<String> command() {
    return List.of("io.quarkus.runner.GeneratedMain");
  }

  @Override
  void awaitReady() {
    RestCalls calls = new RestCalls(confluentUrl(), log());
    awaitAnswer(() -> calls.answers("/subjects"));
  }
}
