package io.deltaconnect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The messages that the troubleshooting page explains are still those of the code. */
class TroubleshootingTest {
  private static final Path ROOT = ProjectLayout.find().root();
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** Of the operating system. */
  private static final Set<String> NOT_OURS = Set.of("No space left on device");

  @Test
  void everyMessageIsOneOfTheCode() throws IOException {
    String code = literals();
    List<String> gone = new ArrayList<>();
    int messages = 0;
    for (String line : Files.readAllLines(ROOT.resolve("docs/troubleshooting.md"))) {
      Matcher quoted = CODE.matcher(line.startsWith("| `") ? line.split("\\|", -1)[1] : "");
      while (quoted.find()) {
        messages++;
        for (String part : quoted.group(1).split("…", -1)) {
          if (!code.contains(part) && !NOT_OURS.contains(part)) {
            gone.add(part);
          }
        }
      }
    }

    assertThat(messages).isGreaterThan(60);
    assertThat(gone).isEmpty();
  }

  /** The sources, in which texts that are put together of literals are one, and marks are gone. */
  private static String literals() throws IOException {
    StringBuilder code = new StringBuilder();
    for (String module :
        List.of(
            "delta-table",
            "connector-common",
            "sink-connector",
            "source-connector",
            "transforms")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module + "/src/main/java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          code.append(Files.readString(file));
        }
      }
    }
    return code.toString().replaceAll("\"\\s*\\+\\s*\"", "");
  }
}
