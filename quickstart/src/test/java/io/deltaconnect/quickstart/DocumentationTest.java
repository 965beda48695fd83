package io.deltaconnect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltaconnect.connector.config.OtherConnector;
import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.sink.DeltaSinkConnector;
import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.sink.config.UnknownKeys;
import io.deltaconnect.source.DeltaSourceConnector;
import io.deltaconnect.source.config.DeltaSourceConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Connector;
import org.junit.jupiter.api.Test;

class DocumentationTest {
  private static final Path ROOT = ProjectLayout.find().root();
  private static final Path INTEGRATION_TESTS =
      ROOT.resolve("integration-tests/src/test/java/io/deltaconnect/integration");

  /** What is between the quotes of a curl command. */
  private static final Pattern BODY =
      Pattern.compile("/connectors --data '(\\{.*?\n\\})'", Pattern.DOTALL);

  @Test
  void theReadmesConnectorsAreThoseOfTheExamples() throws Exception {
    List<JsonNode> shown = new ArrayList<>();
    Matcher bodies = BODY.matcher(Files.readString(ROOT.resolve("README.md")));
    while (bodies.find()) {
      shown.add(new ObjectMapper().readTree(bodies.group(1)));
    }

    assertThat(shown).containsExactly(json("sink-upsert-json.json"), json("source-flat.json"));
  }

  @Test
  void theConnectorsForContainersAreTaken() throws Exception {
    Matcher bodies = BODY.matcher(Files.readString(ROOT.resolve("docker/README.md")));
    List<String> names = new ArrayList<>();
    while (bodies.find()) {
      ConnectorExample example = ConnectorExample.of(new ObjectMapper().readTree(bodies.group(1)));
      names.add(example.name());
      assertTaken(example);
    }

    assertThat(names).containsExactly("orders-to-delta", "orders-from-delta");
  }

  private static JsonNode json(String example) throws IOException {
    return new ObjectMapper().readTree(ROOT.resolve("config-examples/" + example).toFile());
  }

  /** What is said of file systems whose jars users add. */
  private static final Pattern NOT_IN_THE_PLUGIN =
      Pattern.compile("table.path: (abfss|gs)://.* cannot be written: there is no file system.*");

  @Test
  void everyExampleIsExercisedByWhatTheListSays() throws Exception {
    Pattern line = Pattern.compile("\\| `([^`]+)` \\|.*\\|([^|]+)\\|");
    List<String> tests = new ArrayList<>();
    for (String row : Files.readAllLines(ROOT.resolve("config-examples/README.md"))) {
      Matcher cells = line.matcher(row);
      if (cells.matches()) {
        Matcher names = Pattern.compile("`(\\w+IT)`").matcher(cells.group(2));
        while (names.find()) {
          tests.add(names.group(1));
          Path test = INTEGRATION_TESTS.resolve(names.group(1) + ".java");
          assertThat(test).content().as(row).contains(cells.group(1));
        }
      }
    }
    assertThat(tests).contains("ConfigExamplesIT", "DebeziumPostgresIT", "AvroIT");
  }

  @Test
  void everyExampleIsListedAndTakenByItsConnector() throws Exception {
    Path folder = ROOT.resolve("config-examples");
    String list = Files.readString(folder.resolve("README.md"));
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".json")).toList();
    }

    assertThat(files).isNotEmpty();
    for (Path file : files) {
      ConnectorExample example = ConnectorExample.read(file);
      assertThat(example.name()).as("name in %s", file).isNotEmpty();
      assertThat(list).contains("`" + file.getFileName() + "`");
      if (example.config().get("connector.class").startsWith("io.debezium.")) {
        continue;
      }
      assertTaken(example);
    }
  }

  private static void assertTaken(ConnectorExample example) {
    boolean source =
        example.config().get("connector.class").equals(DeltaSourceConnector.class.getName());
    Connector connector = source ? new DeltaSourceConnector() : new DeltaSinkConnector();
    assertThat(example.config())
        .as("config of %s", example.name())
        .containsEntry("connector.class", connector.getClass().getName());
    Map<String, String> config = example.with("name", example.name()).config();
    // Not validate: it would look for the tables of the examples.
    assertThat(connector.config().validate(config))
        .as("what the connector says to %s", example.name())
        .flatExtracting(ConfigValue::errorMessages)
        .isEmpty();
    assertThat(source ? DeltaSourceConfig.problems(config) : DeltaSinkConfig.problems(config))
        .as("of %s", example.name())
        .extracting(Problem::message)
        .allMatch(NOT_IN_THE_PLUGIN.asMatchPredicate());
    assertThat(source ? DeltaSourceConfig.misspelt(config) : UnknownKeys.warnings(config))
        .as("of %s", example.name())
        .isEmpty();
  }

  @Test
  void keysOfTheOtherConnectorAreToldByEach() {
    Set<String> sink = DeltaSinkConfig.DEFINITION.names();
    Set<String> source = DeltaSourceConfig.DEFINITION.names();

    assertThat(OtherConnector.SINK.keys()).isEqualTo(without(sink, source));
    // That key is Connect's own.
    assertThat(OtherConnector.SOURCE.keys())
        .isEqualTo(without(without(source, sink), Set.of("transaction.boundary")));
    OtherConnector.SINK
        .keys()
        .forEach(key -> checkOther(key, DeltaSourceConfig.misspelt(Map.of(key, "x")), source));
    OtherConnector.SOURCE
        .keys()
        .forEach(key -> checkOther(key, UnknownKeys.warnings(Map.of(key, "x")), sink));
    for (String key : List.of("table.orders.pk.fields", "table.properties.delta.appendOnly")) {
      checkOther(key, DeltaSourceConfig.misspelt(Map.of(key, "x")), source);
    }
  }

  private static void checkOther(String key, Map<String, String> warnings, Set<String> known) {
    assertThat(warnings).containsOnlyKeys(key);
    String warning = warnings.get(key);
    assertThat(warning).startsWith("The key " + key + " is one of the ");
    Matcher meant = Pattern.compile("did you mean (.*)\\?").matcher(warning);
    if (meant.find()) {
      assertThat(known).contains(meant.group(1));
    }
  }

  private static Set<String> without(Set<String> keys, Set<String> others) {
    Set<String> rest = new HashSet<>(keys);
    rest.removeAll(others);
    return rest;
  }
}
