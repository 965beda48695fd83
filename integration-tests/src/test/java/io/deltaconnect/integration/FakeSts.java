package io.deltaconnect.integration;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands for AWS's Security Token Service: whoever asks to assume a role gets one key, with a
 * token.
 */
final class FakeSts implements AutoCloseable {
  private static final String ANSWER =
      """
      <AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
        <AssumeRoleResult>
          <Credentials>
            <AccessKeyId>%s</AccessKeyId>
            <SecretAccessKey>%s</SecretAccessKey>
            <SessionToken>of-the-role</SessionToken>
            <Expiration>2999-12-31T00:00:00Z</Expiration>
          </Credentials>
          <AssumedRoleUser>
            <AssumedRoleId>AROA:session</AssumedRoleId>
            <Arn>arn:aws:sts::123456789012:assumed-role/role/session</Arn>
          </AssumedRoleUser>
        </AssumeRoleResult>
      </AssumeRoleResponse>
      """;

  private final HttpServer server;
  private final String answer;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  FakeSts(String accessKey, String secretKey) {
    answer = ANSWER.formatted(accessKey, secretKey);
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::assumeRole);
    server.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** The bodies of what was asked for. */
  List<String> requests() {
    return requests;
  }

  private void assumeRole(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    requests.add(URLDecoder.decode(body, StandardCharsets.UTF_8));
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/xml");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
