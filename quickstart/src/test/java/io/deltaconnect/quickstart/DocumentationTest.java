package io.deltaconnect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.sink.DeltaSinkConnector;
import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.sink.config.UnknownKeys;
import io.deltaconnect.source.DeltaSourceConnector;
import io.deltaconnect.source.config.DeltaSourceConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Connector;
import org.junit.jupiter.api.Test;

class DocumentationTest {
  private static final Path ROOT = ProjectLayout.find().root();

  @Test
  void theReadmeExplainsExactlyTheKeysOfTheSink() throws Exception {
    ConfigDef definition = new DeltaSinkConnector().config();
    List<String> explained = explained("## Configuration");

    assertThat(explained).containsAll(definition.names());
    explained.removeAll(definition.names());
    assertThat(explained)
        .containsExactlyInAnyOrder("table.<name>.<key>", "table.properties.*", "hadoop.*");
  }

  @Test
  void theReadmeExplainsExactlyTheKeysOfTheSource() throws Exception {
    ConfigDef definition = new DeltaSourceConnector().config();
    List<String> explained = explained("## Source configuration");

    assertThat(explained).containsAll(definition.names());
    explained.removeAll(definition.names());
    assertThat(explained).containsExactly("hadoop.*");
  }

  /** The keys in the tables of a section. */
  private static List<String> explained(String heading) throws Exception {
    List<String> explained = new ArrayList<>();
    for (String line : section(heading)) {
      if (line.startsWith("| `")) {
        for (String key : line.split("\\|", -1)[1].split(",", -1)) {
          explained.add(key.replace("`", "").trim());
        }
      }
    }
    return explained;
  }

  @Test
  void theReadmeNamesTheDefaultsOfNumbersAndSwitches() throws Exception {
    assertDefaults("## Configuration", new DeltaSinkConnector().config());
    assertDefaults("## Source configuration", new DeltaSourceConnector().config());
  }

  private static void assertDefaults(String heading, ConfigDef definition) throws Exception {
    Map<String, ConfigDef.ConfigKey> keys = definition.configKeys();
    for (String line : section(heading)) {
      String[] cells = line.split("\\|", -1);
      ConfigDef.ConfigKey key =
          cells.length > 2 ? keys.get(cells[1].replace("`", "").trim()) : null;
      if (key != null && key.defaultValue instanceof Number number) {
        long value = number.longValue();
        String mebibytes = value % (1 << 20) == 0 ? (value >> 20) + " MiB" : Long.toString(value);
        assertThat(cells[2].trim()).as(line).isIn(Long.toString(value), mebibytes);
      } else if (key != null && key.defaultValue instanceof Boolean flag) {
        assertThat(cells[2].trim()).as(line).isEqualTo("`" + flag + "`");
      }
    }
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
      boolean source = file.getFileName().toString().startsWith("source-");
      Connector connector = source ? new DeltaSourceConnector() : new DeltaSinkConnector();
      assertThat(example.name()).as("name in %s", file).isNotEmpty();
      assertThat(list).contains("`" + file.getFileName() + "`");
      if (example.config().get("connector.class").startsWith("io.debezium.")) {
        continue;
      }
      assertThat(example.config())
          .as("config in %s", file)
          .containsEntry("connector.class", connector.getClass().getName());
      Map<String, String> config = example.with("name", example.name()).config();
      // Not validate: it would look for the tables of the examples.
      assertThat(connector.config().validate(config))
          .as("what the connector says to %s", file)
          .flatExtracting(ConfigValue::errorMessages)
          .isEmpty();
      assertThat(source ? DeltaSourceConfig.problems(config) : DeltaSinkConfig.problems(config))
          .as("of %s", file)
          .isEmpty();
      assertThat(source ? DeltaSourceConfig.misspelt(config) : UnknownKeys.warnings(config))
          .as("of %s", file)
          .isEmpty();
    }
  }

  /** The lines from a heading to the next of its level. */
  private static List<String> section(String heading) throws Exception {
    List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
    int from = lines.indexOf(heading) + 1;
    assertThat(from).as("heading %s", heading).isPositive();
    int to = from;
    while (to < lines.size() && !lines.get(to).startsWith("## ")) {
      to++;
    }
    return lines.subList(from, to);
  }
}
