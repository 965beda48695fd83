package io.deltaconnect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  @TempDir Path folder;

  @Test
  void aFolderWithForeignFilesIsLeftAlone() throws Exception {
    Path precious = Files.writeString(folder.resolve("thesis.txt"), "precious");

    assertThatThrownBy(() -> RunDirectory.prepare(folder))
        .isInstanceOf(ComponentException.class)
        .hasMessageContaining("--dir");
    assertThat(precious).hasContent("precious");
  }

  @Test
  void whatAnEarlierRunLeftIsDeleted() throws Exception {
    RunDirectory earlier = RunDirectory.prepare(folder);
    Files.createDirectories(earlier.lake());
    Files.writeString(earlier.lake().resolve("part"), "old");

    RunDirectory next = RunDirectory.prepare(folder);

    assertThat(next.lake()).doesNotExist();
    assertThat(folder).isDirectory();
  }
}
