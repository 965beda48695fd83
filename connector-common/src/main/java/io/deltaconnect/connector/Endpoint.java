package io.deltaconnect.connector;

import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.connector.config.StorageKeys;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether anything listens at {@code storage.endpoint}. S3A would find out too, but never in less
 * than 15 s where nothing answers.
 */
public final class Endpoint {
  private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);
  private static final int CONNECT_TIMEOUT_MS = 3_000;

  private Endpoint() {}

  /** Empty if it listens, or if that cannot be told: through a proxy, or of a default endpoint. */
  public static Optional<Problem> problem(Map<String, String> hadoopProperties) {
    String endpoint = hadoopProperties.get("fs.s3a.endpoint");
    if (endpoint == null || hadoopProperties.containsKey("fs.s3a.proxy.host")) {
      return Optional.empty();
    }
    URI uri;
    try {
      uri = URI.create(endpoint.contains("://") ? endpoint : "https://" + endpoint);
    } catch (IllegalArgumentException e) {
      return Optional.of(unreachable(endpoint, e));
    }
    int port = uri.getPort() >= 0 ? uri.getPort() : "http".equals(uri.getScheme()) ? 80 : 443;
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(uri.getHost(), port), CONNECT_TIMEOUT_MS);
      return Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      LOG.debug("{} does not answer", endpoint, e);
      return Optional.of(unreachable(endpoint, e));
    }
  }

  private static Problem unreachable(String endpoint, Exception e) {
    return new Problem(
        "The store at " + endpoint + " does not answer: " + e, List.of(StorageKeys.ENDPOINT));
  }
}
