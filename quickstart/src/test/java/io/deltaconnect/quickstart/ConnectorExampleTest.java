package io.deltaconnect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConnectorExampleTest {
  @Test
  void everyExampleIsABodyForTheRestInterfaceAndIsListed() throws Exception {
    Path folder = ProjectLayout.find().configExample("README.md").getParent();
    String list = Files.readString(folder.resolve("README.md"));
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".json")).toList();
    }

    assertThat(files).isNotEmpty();
    for (Path file : files) {
      ConnectorExample example = ConnectorExample.read(file);
      assertThat(example.name()).as("name in %s", file).isNotEmpty();
      assertThat(example.config()).as("config in %s", file).containsKey("connector.class");
      assertThat(list).contains("`" + file.getFileName() + "`");
    }
  }
}
