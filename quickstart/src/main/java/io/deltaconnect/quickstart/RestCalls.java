package io.deltaconnect.quickstart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Calls of a worker's REST interface, with its words and its log in the errors. Thread-safe. */
final class RestCalls {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  /** How long a worker may answer "rebalancing, come again". */
  private static final Duration REBALANCE_TIMEOUT = Duration.ofSeconds(60);

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(100);
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);
  private static final int OK = 200;
  private static final int ERRORS = 300;
  private static final int CONFLICT = 409;

  private final URI base;
  private final Path log;

  RestCalls(URI base, Path log) {
    this.base = base;
    this.log = log;
  }

  /** Whether there is an answer other than an error. */
  boolean answers(String path) {
    try {
      return send("GET", path, null, PROBE_TIMEOUT).statusCode() == OK;
    } catch (IOException e) {
      return false;
    }
  }

  /** Empty if the worker has nothing there, or no answer for the moment. */
  Optional<JsonNode> getIfFound(String path) {
    try {
      HttpResponse<String> response = send("GET", path, null, REQUEST_TIMEOUT);
      return response.statusCode() == OK ? Optional.of(parse(response)) : Optional.empty();
    } catch (IOException e) {
      throw unreachable("GET", path, e);
    }
  }

  /**
   * Calls, again while the workers rebalance or one that leads anew asks for that, and fails with
   * the worker's words.
   */
  JsonNode call(String method, String path, String body) {
    HttpResponse<String> response =
        Await.value(
            "the end of the workers' rebalance (worker's log: " + log + ")",
            REBALANCE_TIMEOUT,
            () -> {
              try {
                HttpResponse<String> r = send(method, path, body, REQUEST_TIMEOUT);
                return isToBeRetried(r) ? Optional.empty() : Optional.of(r);
              } catch (IOException e) {
                throw unreachable(method, path, e);
              }
            });
    if (response.statusCode() >= ERRORS) {
      throw new ComponentException(
          method
              + " "
              + base
              + path
              + " was answered with "
              + response.statusCode()
              + ": "
              + response.body()
              + " (worker's log: "
              + log
              + ")");
    }
    return response.body().isEmpty() ? JSON.missingNode() : parse(response);
  }

  private static boolean isToBeRetried(HttpResponse<String> response) {
    return response.statusCode() == CONFLICT
        || (response.statusCode() >= ERRORS && response.body().contains("can be safely retried"));
  }

  private HttpResponse<String> send(String method, String path, String body, Duration timeout)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(timeout)
            .header("Content-Type", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    try {
      return CLIENT.send(request.build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ComponentException("Interrupted in " + method + " " + path, e);
    }
  }

  private ComponentException unreachable(String method, String path, IOException e) {
    return new ComponentException(
        method + " " + base + path + " failed: " + e + " (worker's log: " + log + ")", e);
  }

  private static JsonNode parse(HttpResponse<String> response) {
    try {
      return JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new ComponentException("Not JSON from the worker: " + response.body(), e);
    }
  }
}
