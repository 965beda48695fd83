package io.deltaconnect.quickstart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.URLEncoder;
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

  /** For what a worker does within moments, or within a rebalance. */
  private static final Duration STATE_TIMEOUT = Duration.ofSeconds(60);

  private final RestCalls http;
  private final Path log;

  /**
   * Talks to one worker.
   *
   * @param base e.g. {@code http://127.0.0.1:8083}
   * @param log the worker's, for error messages
   */
  public ConnectRest(URI base, Path log) {
    this.http = new RestCalls(base, log);
    this.log = log;
  }

  /** Whether the worker takes connectors already. */
  public boolean isReady() {
    return http.answers("/connectors");
  }

  /** Creates a connector, or gives it a new configuration. */
  public void deploy(String connector, Map<String, String> config) {
    http.call("PUT", path(connector, "/config"), json(config));
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
        http.call(
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
    http.call("GET", "/connector-plugins", null)
        .forEach(p -> classes.add(p.path("class").asText()));
    return classes;
  }

  /**
   * A class that the worker can make use of.
   *
   * @param className of it
   * @param type {@code sink}, {@code source}, {@code transformation}, ...
   * @param version its own, or {@code undefined}
   */
  public record Plugin(String className, String type, String version) {}

  /** All that the worker has found, connectors and others. */
  public List<Plugin> allPlugins() {
    List<Plugin> plugins = new ArrayList<>();
    http.call("GET", "/connector-plugins?connectorsOnly=false", null)
        .forEach(
            p ->
                plugins.add(
                    new Plugin(
                        p.path("class").asText(),
                        p.path("type").asText(),
                        p.path("version").asText())));
    return plugins;
  }

  /** The names of the connectors. */
  public List<String> connectors() {
    List<String> names = new ArrayList<>();
    http.call("GET", "/connectors", null).forEach(name -> names.add(name.asText()));
    return names;
  }

  /** {@code GET /connectors/NAME/status}, as the worker gives it. */
  public JsonNode status(String connector) {
    return http.call("GET", path(connector, "/status"), null);
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

  /**
   * Fails with the stack trace if the connector or one of its tasks has failed. One that was just
   * deployed has no status yet.
   */
  public void throwIfFailed(String connector) {
    throwIfFailed(connector, statusIfAny(connector).orElse(JSON.missingNode()));
  }

  /** Stops the tasks and keeps them assigned. */
  public void pause(String connector) {
    http.call("PUT", path(connector, "/pause"), null);
    awaitState(connector, "PAUSED");
  }

  /** Shuts the tasks down; offsets can be changed now. */
  public void stop(String connector) {
    http.call("PUT", path(connector, "/stop"), null);
    awaitState(connector, "STOPPED");
  }

  /** Undoes {@link #pause} and {@link #stop}; {@link #awaitRunning} tells when it is done. */
  public void resume(String connector) {
    http.call("PUT", path(connector, "/resume"), null);
  }

  /** Restarts the connector and all its tasks. */
  public void restart(String connector) {
    http.call("POST", path(connector, "/restart?includeTasks=true"), null);
  }

  /** Deletes the connector, and waits until the worker no longer knows it. */
  public void delete(String connector) {
    http.call("DELETE", path(connector, ""), null);
    Await.until(connector + " to be gone", STATE_TIMEOUT, () -> !connectors().contains(connector));
  }

  /** {@code GET /connectors/NAME/offsets}, as the worker gives it. */
  public JsonNode offsets(String connector) {
    return http.call("GET", path(connector, "/offsets"), null);
  }

  /**
   * Changes a stopped connector's offsets.
   *
   * @param offsets the body, {@code {"offsets": [...]}}
   * @return the worker's answer
   */
  public JsonNode alterOffsets(String connector, JsonNode offsets) {
    return http.call("PATCH", path(connector, "/offsets"), offsets.toString());
  }

  /** Forgets a stopped connector's offsets. */
  public JsonNode resetOffsets(String connector) {
    return http.call("DELETE", path(connector, "/offsets"), null);
  }

  private void awaitState(String connector, String state) {
    Await.until(
        connector + " to be " + state,
        STATE_TIMEOUT,
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
    return http.getIfFound(path(connector, "/status"));
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
