package io.deltaconnect.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A server that speaks S3, conditional writes included, and keeps objects in a local folder, on a
 * free loopback port.
 */
public final class S3Server extends Server {
  /** The access key that it takes. */
  public static final String ACCESS_KEY = "quickstart";

  /** The secret of {@link #ACCESS_KEY}. */
  public static final String SECRET_KEY = "quickstart-secret";

  /** Any will do; clients want one. */
  public static final String REGION = S3Endpoint.REGION;

  private static final String LOGBACK =
      """
      <configuration>
        <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
          <encoder>
            <pattern>[%d] %p %m (%c)%n</pattern>
          </encoder>
        </appender>
        <root level="info">
          <appender-ref ref="out"/>
        </root>
      </configuration>
      """;

  private final int port = Ports.free();

  private S3Server(Path libs, Path directory) {
    super("the S3 server", libs, directory, "s3.log");
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param libs folder of its jars, see {@link ProjectLayout#s3Libs}
   * @param directory for its objects, configuration and log; made if absent
   * @param buckets that it is to have
   * @throws ComponentException with the end of its log if it does not come up
   */
  public static S3Server start(Path libs, Path directory, String... buckets) {
    S3Server server = new S3Server(libs, directory);
    server.configure();
    for (String bucket : buckets) {
      server.createBucket(bucket);
    }
    server.restart();
    return server;
  }

  /** Makes a bucket; nothing happens if it is there. */
  public void createBucket(String name) {
    try {
      Files.createDirectories(data().resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make the bucket " + name, e);
    }
  }

  /** Where it listens, e.g. {@code http://127.0.0.1:20001}. */
  public URI endpoint() {
    return URI.create("http://" + Ports.HOST + ":" + port);
  }

  /** What a storage needs to reach it, by Hadoop's names. */
  public Map<String, String> hadoopProperties() {
    return asClientsReachIt().hadoopProperties();
  }

  /** What a connector needs to reach it. */
  public Map<String, String> connectorProperties() {
    return asClientsReachIt().connectorProperties();
  }

  S3Endpoint asClientsReachIt() {
    return new S3Endpoint(endpoint(), ACCESS_KEY, SECRET_KEY);
  }

  private Path data() {
    return directory().resolve("data");
  }

  private Path config() {
    return directory().resolve("s3proxy.properties");
  }

  private Path logback() {
    return directory().resolve("logback.xml");
  }

  private void configure() {
    Properties properties = new Properties();
    properties.putAll(
        Map.of(
            "s3proxy.endpoint",
            endpoint().toString(),
            "s3proxy.authorization",
            "aws-v2-or-v4",
            "s3proxy.identity",
            ACCESS_KEY,
            "s3proxy.credential",
            SECRET_KEY,
            // It has no sessions, but the token of one is no reason to refuse its key.
            "s3proxy.ignore-unknown-headers",
            "true",
            "jclouds.provider",
            "filesystem-nio2",
            "jclouds.filesystem.basedir",
            data().toString()));
    store(properties, config());
    try {
      Files.createDirectories(data());
      Files.writeString(logback(), LOGBACK);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot prepare " + directory(), e);
    }
  }

  @Override
  List<String> jvmOptions() {
    return List.of("-Xmx256m", "-Dlogback.configurationFile=" + logback().toUri());
  }

  @Override
  List<String> command() {
    return List.of("org.gaul.s3proxy.Main", "--properties", config().toString());
  }

  @Override
  void awaitReady() {
    awaitAnswer(this::isListening);
  }

  private boolean isListening() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
