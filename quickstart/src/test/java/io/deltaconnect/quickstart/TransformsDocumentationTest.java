package io.deltaconnect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.transforms.DebeziumRow;
import io.deltaconnect.transforms.DeltaTombstone;
import io.deltaconnect.transforms.OpCodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TransformsDocumentationTest {
  private static final Path ROOT = ProjectLayout.find().root();

  static List<Transformation<SinkRecord>> transforms() {
    return List.of(new DebeziumRow<>(), new OpCodes<>(), new DeltaTombstone<>());
  }

  @ParameterizedTest
  @MethodSource("transforms")
  void theReadmeExplainsExactlyTheKeysWithTheirDefaults(Transformation<SinkRecord> transform)
      throws Exception {
    Map<String, String> explained = new LinkedHashMap<>();
    boolean keys = false;
    for (String line : section(transform.getClass().getSimpleName())) {
      if (line.startsWith("| key |")) {
        keys = true;
      } else if (!line.startsWith("|")) {
        keys = false;
      } else if (keys && line.startsWith("| `")) {
        String[] cells = line.split("\\|", -1);
        for (String key : cells[1].split(",", -1)) {
          explained.put(key.replace("`", "").trim(), cells[2].replace("`", "").trim());
        }
      }
    }
    Map<String, String> defined = new LinkedHashMap<>();
    for (ConfigDef.ConfigKey key : transform.config().configKeys().values()) {
      String byDefault =
          key.defaultValue instanceof List<?> list
              ? String.join(",", list.stream().map(String::valueOf).toList())
              : key.defaultValue == null ? "" : key.defaultValue.toString();
      defined.put(key.name, byDefault);
    }

    assertThat(explained).containsExactlyInAnyOrderEntriesOf(defined);
  }

  private static List<String> section(String transform) throws Exception {
    List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
    int from = lines.indexOf("### " + transform) + 1;
    assertThat(from).as("heading %s", transform).isPositive();
    int to = from;
    while (!lines.get(to).startsWith("##")) {
      to++;
    }
    return lines.subList(from, to);
  }

  @Test
  void transformsInExamplesAreTaken() throws Exception {
    int found = 0;
    try (Stream<Path> files = Files.list(ROOT.resolve("config-examples"))) {
      for (Path file : files.filter(file -> file.toString().endsWith(".json")).toList()) {
        Map<String, String> config = ConnectorExample.read(file).config();
        for (Transformation<SinkRecord> transform : transforms()) {
          for (String alias : config.getOrDefault("transforms", "").split(",", -1)) {
            String prefix = "transforms." + alias + ".";
            if (transform.getClass().getName().equals(config.get(prefix + "type"))) {
              found++;
              check(transform, prefix, config);
            }
          }
        }
      }
    }
    assertThat(found).isEqualTo(2);
  }

  private static void check(
      Transformation<SinkRecord> transform, String prefix, Map<String, String> config) {
    Map<String, String> own = new HashMap<>();
    config.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            own.put(key.substring(prefix.length()), value);
          }
        });
    own.remove("type");
    assertThat(transform.config().names()).containsAll(own.keySet());
    assertThat(transform.config().validate(own))
        .flatExtracting(ConfigValue::errorMessages)
        .isEmpty();
  }
}
