package io.deltaconnect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.sink.DeltaSinkConnector;
import io.deltaconnect.source.DeltaSourceConnector;
import io.deltaconnect.transforms.DebeziumRow;
import io.deltaconnect.transforms.DeltaTombstone;
import io.deltaconnect.transforms.OpCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** The reference of all keys is what the connectors and transforms themselves say. */
class KeyReferenceTest {
  private static final String REGENERATE =
      "mvn -q test -pl quickstart -am -Dtest=KeyReferenceTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dreference.write=true";

  @Test
  void theSinksPageHasItsKeys() throws Exception {
    check("sink.md", Map.of("sink", new DeltaSinkConnector().config()));
  }

  @Test
  void theSourcesPageHasItsKeys() throws Exception {
    check("source.md", Map.of("source", new DeltaSourceConnector().config()));
  }

  @Test
  void theTransformsPageHasTheirKeys() throws Exception {
    check(
        "transforms.md",
        Map.of(
            "DebeziumRow", new DebeziumRow<>().config(),
            "OpCodes", new OpCodes<>().config(),
            "DeltaTombstone", new DeltaTombstone<>().config()));
  }

  private static void check(String file, Map<String, ConfigDef> definitions) throws IOException {
    Path path = ProjectLayout.find().root().resolve("docs").resolve(file);
    String page = Files.readString(path);
    String updated = KeyReference.update(page, definitions);
    if (Boolean.getBoolean("reference.write")) {
      Files.writeString(path, updated);
    } else {
      assertThat(page)
          .as("docs/%s, which this makes anew:%n%s%n", file, REGENERATE)
          .isEqualTo(updated);
    }
  }
}
