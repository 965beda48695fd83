package io.deltaconnect.sink;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A server that answers whatever S3 is asked for with one error. */
final class RefusingStore implements AutoCloseable {
  private final HttpServer server;

  /**
   * @param status of HTTP
   * @param code as S3 calls the error
   */
  RefusingStore(int status, String code) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] body =
        ("<?xml version=\"1.0\"?><Error><Code>" + code + "</Code><Message>no</Message></Error>")
            .getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "application/xml");
          if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, -1);
          } else {
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** What a connector needs to reach a store at a port. */
  static Map<String, String> settings(int port) {
    return Map.of(
        "storage.endpoint", "http://127.0.0.1:" + port,
        "storage.region", "us-east-1",
        "storage.path.style.access", "true",
        "storage.access.key", "a",
        "storage.secret.key", "s");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
