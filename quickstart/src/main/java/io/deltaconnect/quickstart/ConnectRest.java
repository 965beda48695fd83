package io.deltaconnect.quickstart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A Connect worker's REST interface. Thread-safe. */
public final class ConnectRest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  /** How long a worker may answer "rebalancing, come again". */
  private static final Duration REBALANCE_TIMEOUT = Duration.ofSeconds(60);

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(100);
  private static final int CONFLICT = 409;

  private final URI base;
  private final Path log;

  /**
   * Talks to one worker.
   *
   * @param base e.g. {@code http://127.0.0.1:8083}
   * @param log the worker's, for error messages
   */
  public ConnectRest(URI base, Path log) {
    this.base = base;
    this.log = log;
  }

  /** Whether the worker takes connectors already. */
  public boolean isReady() {
    try {
      return send("GET", "/connectors", null, Duration.ofSeconds(5)).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** Creates a connector, or gives it a new configuration. */
  public void deploy(String connector, Map<String, String> config) {
    call("PUT", path(connector, "/config"), json(config));
  }

  /**
   * What {@code PUT /connector-plugins/.../config/validate} finds wrong.
   *
   * @return the errors by configuration key; keys without errors are left out
   */
  public Map<String, List<String>> validate(String connector, Map<String, String> config) {
    Map<String, String> named = new LinkedHashMap<>(config);
    named.put("name", connector);
    JsonNode result =
        call(
            "PUT",
            "/connector-plugins/" + encode(config.get("connector.class")) + "/config/validate",
            json(named));
    Map<String, List<String>> errors = new LinkedHashMap<>();
    for (JsonNode entry : result.path("configs")) {
      JsonNode value = entry.path("value");
      List<String> messages = new ArrayList<>();
      value.path("errors").forEach(error -> messages.add(error.asText()));
      if (!messages.isEmpty()) {
        errors.put(value.path("name").asText(), messages);
      }
    }
    return errors;
  }

  /** The classes of the connectors that the worker has found. */
  public List<String> plugins() {
    List<String> classes = new ArrayList<>();
    call("GET", "/connector-plugins", null).forEach(p -> classes.add(p.path("class").asText()));
    return classes;
  }

  /** The names of the connectors. */
  public List<String> connectors() {
    List<String> names = new ArrayList<>();
    call("GET", "/connectors", null).forEach(name -> names.add(name.asText()));
    return names;
  }

  /** {@code GET /connectors/NAME/status}, as the worker gives it. */
  public JsonNode status(String connector) {
    return call("GET", path(connector, "/status"), null);
  }

  /**
   * Waits until the connector and this many tasks run.
   *
   * @throws ComponentException with the stack trace of the one that failed, as soon as one has
   */
  public void awaitRunning(String connector, int tasks, Duration timeout) {
    Await.until(
        connector + " to run " + tasks + " task(s) (worker's log: " + log + ")",
        timeout,
        () -> {
          JsonNode status = statusIfAny(connector).orElse(JSON.missingNode());
          throwIfFailed(connector, status);
          JsonNode running = status.path("tasks");
          boolean all = isIn(status.path("connector"), "RUNNING") && running.size() == tasks;
          for (JsonNode task : running) {
            all &= isIn(task, "RUNNING");
          }
          return all;
        });
  }

  /**
   * Waits until a task has failed.
   *
   * @return its stack trace
   */
  public String awaitFailure(String connector, Duration timeout) {
    return Await.value(
        "a failure of " + connector,
        timeout,
        () -> statusIfAny(connector).flatMap(ConnectRest::failure));
  }

  /** Fails with the stack trace if the connector or one of its tasks has failed. */
  public void throwIfFailed(String connector) {
    throwIfFailed(connector, status(connector));
  }

  /** Stops the tasks and keeps them assigned. */
  public void pause(String connector) {
    call("PUT", path(connector, "/pause"), null);
    awaitState(connector, "PAUSED");
  }

  /** Shuts the tasks down; offsets can be changed now. */
  public void stop(String connector) {
    call("PUT", path(connector, "/stop"), null);
    awaitState(connector, "STOPPED");
  }

  /** Undoes {@link #pause} and {@link #stop}; {@link #awaitRunning} tells when it is done. */
  public void resume(String connector) {
    call("PUT", path(connector, "/resume"), null);
  }

  /** Restarts the connector and all its tasks. */
  public void restart(String connector) {
    call("POST", path(connector, "/restart?includeTasks=true"), null);
  }

  /** Deletes the connector, and waits until the worker no longer knows it. */
  public void delete(String connector) {
    call("DELETE", path(connector, ""), null);
    Await.until(
        connector + " to be gone", REBALANCE_TIMEOUT, () -> !connectors().contains(connector));
  }

  /** {@code GET /connectors/NAME/offsets}, as the worker gives it. */
  public JsonNode offsets(String connector) {
    return call("GET", path(connector, "/offsets"), null);
  }

  /**
   * Changes a stopped connector's offsets.
   *
   * @param offsets the body, {@code {"offsets": [...]}}
   * @return the worker's answer
   */
  public JsonNode alterOffsets(String connector, JsonNode offsets) {
    return call("PATCH", path(connector, "/offsets"), offsets.toString());
  }

  /** Forgets a stopped connector's offsets. */
  public JsonNode resetOffsets(String connector) {
    return call("DELETE", path(connector, "/offsets"), null);
  }

  private void awaitState(String connector, String state) {
    Await.until(
        connector + " to be " + state,
        REBALANCE_TIMEOUT,
        () -> {
          JsonNode status = status(connector);
          boolean all = isIn(status.path("connector"), state);
          for (JsonNode task : status.path("tasks")) {
            all &= isIn(task, state);
          }
          return all;
        });
  }

  private Optional<JsonNode> statusIfAny(String connector) {
    try {
      HttpResponse<String> response =
          send("GET", path(connector, "/status"), null, REQUEST_TIMEOUT);
      return response.statusCode() == 200 ? Optional.of(parse(response)) : Optional.empty();
    } catch (IOException e) {
      throw unreachable("GET", path(connector, "/status"), e);
    }
  }

  private void throwIfFailed(String connector, JsonNode status) {
    Optional<String> trace = failure(status);
    if (trace.isPresent()) {
      throw new ComponentException(
          connector + " failed (worker's log: " + log + "):\n" + trace.get());
    }
  }

  private static Optional<String> failure(JsonNode status) {
    if (isIn(status.path("connector"), "FAILED")) {
      return Optional.of(status.path("connector").path("trace").asText());
    }
    for (JsonNode task : status.path("tasks")) {
      if (isIn(task, "FAILED")) {
        return Optional.of(task.path("trace").asText());
      }
    }
    return Optional.empty();
  }

  private static boolean isIn(JsonNode part, String state) {
    return part.path("state").asText().equals(state);
  }

  /** Calls, again while the workers rebalance, and fails with the worker's words. */
  private JsonNode call(String method, String path, String body) {
    HttpResponse<String> response =
        Await.value(
            "the end of the workers' rebalance (worker's log: " + log + ")",
            REBALANCE_TIMEOUT,
            () -> {
              try {
                HttpResponse<String> r = send(method, path, body, REQUEST_TIMEOUT);
                return r.statusCode() == CONFLICT ? Optional.empty() : Optional.of(r);
              } catch (IOException e) {
                throw unreachable(method, path, e);
              }
            });
    if (response.statusCode() >= 300) {
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

  private static String json(Map<String, String> map) {
    try {
      return JSON.writeValueAsString(map);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String path(String connector, String rest) {
    return "/connectors/" + encode(connector) + rest;
  }

  private static String encode(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
