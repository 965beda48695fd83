package io.deltaconnect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.transforms.DebeziumRow;
import io.deltaconnect.transforms.DeltaTombstone;
import io.deltaconnect.transforms.OpCodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;

class TransformExamplesTest {
  private static final Path ROOT = ProjectLayout.find().root();

  private static List<Transformation<SinkRecord>> transforms() {
    return List.of(new DebeziumRow<>(), new OpCodes<>(), new DeltaTombstone<>());
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
    assertThat(found).isGreaterThanOrEqualTo(2);
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
