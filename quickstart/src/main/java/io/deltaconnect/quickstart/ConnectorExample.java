package io.deltaconnect.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A file of {@code config-examples}: the body of {@code POST /connectors}.
 *
 * @param name of the connector
 * @param config in the order of the file
 */
public record ConnectorExample(String name, Map<String, String> config) {

  /** The connector that a file has. */
  public static ConnectorExample read(Path file) {
    try {
      return of(new ObjectMapper().readTree(file.toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  /** The connector that the body of a request has. */
  static ConnectorExample of(JsonNode json) {
    Map<String, String> config = new LinkedHashMap<>();
    json.path("config")
        .fields()
        .forEachRemaining(e -> config.put(e.getKey(), e.getValue().asText()));
    return new ConnectorExample(json.path("name").asText(), config);
  }

  /** This connector with one setting changed or added. */
  public ConnectorExample with(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(config);
    changed.put(key, value);
    return new ConnectorExample(name, changed);
  }
}
