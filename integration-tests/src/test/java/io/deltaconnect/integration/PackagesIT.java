package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltaconnect.quickstart.ProjectLayout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is in the zips that users install. */
class PackagesIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path CONNECTORS = ProjectLayout.find().pluginPath();
  private static final Path TRANSFORMS = ProjectLayout.find().transformsPath();
  private static final Pattern VERSION = Pattern.compile("-\\d.*");

  static List<Path> packages() {
    return List.of(CONNECTORS, TRANSFORMS);
  }

  /** The folder that a zip was made of, and that it has at its top. */
  private static Path content(Path unpacked) {
    return unpacked.resolve(unpacked.getFileName());
  }

  private static List<Path> jars(Path unpacked) {
    try (Stream<Path> jars = Files.list(content(unpacked).resolve("lib"))) {
      return jars.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<? extends ZipEntry> files(ZipFile zip) {
    return zip.stream().filter(entry -> !entry.isDirectory()).toList();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void zipHasAllThatIsTestedUnpacked(Path unpacked) throws IOException {
    Path file = unpacked.resolveSibling(unpacked.getFileName() + ".zip");
    try (ZipFile zip = new ZipFile(file.toFile());
        Stream<Path> tested = Files.walk(unpacked)) {
      assertThat(files(zip).stream().map(ZipEntry::getName))
          .doesNotHaveDuplicates()
          .containsExactlyInAnyOrderElementsOf(
              tested
                  .filter(Files::isRegularFile)
                  .map(path -> unpacked.relativize(path).toString())
                  .toList());
    }
  }

  /** Two builds of the same sources make the same bytes. */
  @ParameterizedTest
  @MethodSource("packages")
  void nothingInTheZipIsOfTheTimeOfTheBuild(Path unpacked) throws IOException {
    JsonNode manifest = JSON.readTree(content(unpacked).resolve("manifest.json").toFile());
    LocalDate released = LocalDate.parse(manifest.path("release_date").asText());
    Path file = unpacked.resolveSibling(unpacked.getFileName() + ".zip");
    try (ZipFile zip = new ZipFile(file.toFile())) {
      assertThat(zip.stream())
          .isNotEmpty()
          .allSatisfy(
              entry ->
                  assertThat(entry.getTimeLocal())
                      .as(entry.getName())
                      .isEqualTo(released.atStartOfDay()));
    }
    List<String> types = new ArrayList<>();
    manifest.path("component_types").forEach(type -> types.add(type.asText()));
    assertThat(types).isSorted();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void nothingOfTheWorkerAndNoLoggingIsInside(Path unpacked) throws IOException {
    List<String> foreign = new ArrayList<>();
    for (Path jar : jars(unpacked)) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        for (ZipEntry entry : files(zip)) {
          if (entry
              .getName()
              .matches(
                  "org/apache/(kafka|log4j|logging)/.*|org/slf4j/.*|ch/qos/.*"
                      + "|META-INF/services/org\\.slf4j\\..*")) {
            foreign.add(jar.getFileName() + ": " + entry.getName());
          }
        }
      }
    }
    assertThat(foreign).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void noClassIsThereTwice(Path unpacked) throws IOException {
    Map<String, Path> found = new HashMap<>();
    List<String> again = new ArrayList<>();
    for (Path jar : jars(unpacked)) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        for (ZipEntry entry : files(zip)) {
          String name = entry.getName();
          if (!name.endsWith(".class")
              || name.startsWith("META-INF/")
              || name.endsWith("module-info.class")
              || name.endsWith("package-info.class")) {
            continue;
          }
          Path other = found.put(name, jar.getFileName());
          if (other != null) {
            again.add(name + ": " + other + " and " + jar.getFileName());
          }
        }
      }
    }
    assertThat(found).isNotEmpty();
    assertThat(again).isEmpty();
  }

  @Test
  void workersFindAllPluginsByTheirServiceFiles() throws IOException {
    assertThat(services(CONNECTORS))
        .containsExactlyInAnyOrder(
            "org.apache.kafka.connect.sink.SinkConnector"
                + " io.deltaconnect.sink.DeltaSinkConnector",
            "org.apache.kafka.connect.source.SourceConnector"
                + " io.deltaconnect.source.DeltaSourceConnector");
    String transformation = "org.apache.kafka.connect.transforms.Transformation ";
    assertThat(services(TRANSFORMS))
        .containsExactlyInAnyOrder(
            transformation + "io.deltaconnect.transforms.OpCodes",
            transformation + "io.deltaconnect.transforms.OpCodes$Key",
            transformation + "io.deltaconnect.transforms.OpCodes$Value",
            transformation + "io.deltaconnect.transforms.DebeziumRow",
            transformation + "io.deltaconnect.transforms.DeltaTombstone");
  }

  private static List<String> services(Path unpacked) throws IOException {
    String folder = "META-INF/services/";
    List<String> services = new ArrayList<>();
    for (Path jar : jars(unpacked)) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        for (ZipEntry entry : files(zip)) {
          if (entry.getName().startsWith(folder + "org.apache.kafka.")) {
            String service = entry.getName().substring(folder.length());
            text(zip, entry).lines().forEach(line -> services.add(service + " " + line));
          }
        }
      }
    }
    return services;
  }

  private static String text(ZipFile zip, ZipEntry entry) throws IOException {
    try (InputStream in = zip.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** By its own text, one of ours for it, or the Apache licence that the zip itself has. */
  @Test
  void everyJarHasALicence() throws IOException {
    Path licenses = content(CONNECTORS).resolve("doc/licenses");
    List<String> named = Files.readAllLines(licenses.resolve("THIRD-PARTY.txt"));
    Map<String, String> without = new HashMap<>();
    for (Path jar : jars(CONNECTORS)) {
      String file = jar.getFileName().toString();
      String artifact = VERSION.matcher(file).replaceFirst("");
      String version = file.substring(artifact.length() + 1, file.length() - ".jar".length());
      if (isOurs(jar)) {
        continue;
      }
      List<String> lines =
          named.stream()
              .filter(line -> line.contains(":" + artifact + ":" + version + " "))
              .toList();
      if (lines.size() != 1) {
        without.put(file, "not in THIRD-PARTY.txt: " + lines);
      } else if (!lines.get(0).contains("(Apache-2.0)") && !hasText(licenses, artifact)) {
        without.put(file, "no text: " + lines);
      }
    }
    assertThat(without).isEmpty();
    assertThat(content(CONNECTORS).resolve("doc/LICENSE"))
        .content()
        .contains("Apache License", "Version 2.0");
  }

  private static boolean isOurs(Path jar) throws IOException {
    return isOf("io.deltaconnect", jar);
  }

  private static boolean isOf(String group, Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.getEntry("META-INF/maven/" + group + "/") != null;
    }
  }

  /** With its version, or as something that those with a version bring. */
  @Test
  void theReadmeTellsWhatEachJarIsFor() throws IOException {
    String readme = Files.readString(content(CONNECTORS).resolve("doc/README.md"));
    String table = readme.split("\n## Runtime dependencies\n", 2)[1].split("\n## ", 2)[0];
    List<String> files =
        jars(CONNECTORS).stream().map(jar -> jar.getFileName().toString()).toList();
    Matcher row = Pattern.compile("(?m)^\\| (`.*`) \\| ([\\w.-]+) \\|").matcher(table);
    int versions = 0;
    while (row.find()) {
      for (String dependency : row.group(1).replace("`", "").split(", ", -1)) {
        versions++;
        assertThat(files).contains(dependency.split(":", 2)[1] + "-" + row.group(2) + ".jar");
      }
    }
    assertThat(versions).isGreaterThan(9);
    List<Pattern> named =
        Pattern.compile("`(?:[\\w.]+:)?([\\w*.-]+)`")
            .matcher(table)
            .results()
            .map(name -> Pattern.compile(name.group(1).replace("*", ".*")))
            .toList();
    List<Path> unnamed = new ArrayList<>();
    for (Path jar : jars(CONNECTORS)) {
      String artifact = VERSION.matcher(jar.getFileName().toString()).replaceFirst("");
      if (named.stream().noneMatch(name -> name.matcher(artifact).matches())
          && !isOurs(jar)
          && !isOf("software.amazon.awssdk", jar)) {
        unnamed.add(jar.getFileName());
      }
    }
    assertThat(unnamed).isEmpty();
  }

  private static boolean hasText(Path licenses, String artifact) throws IOException {
    try (Stream<Path> texts = Files.walk(licenses)) {
      return texts
          .map(path -> licenses.relativize(path).toString())
          .anyMatch(
              path -> path.matches(Pattern.quote(artifact) + "(-\\d[^/]*)?/(.*/)?LICENSE[^/]*"));
    }
  }

  /** The licences ask for this: what jars bring as NOTICE goes with them. */
  @Test
  void everyNoticeIsInTheDocumentation() throws IOException {
    Path licenses = content(CONNECTORS).resolve("doc/licenses");
    TreeSet<String> notices = new TreeSet<>();
    try (Stream<Path> texts = Files.walk(licenses)) {
      texts
          .map(path -> licenses.relativize(path).toString())
          .filter(path -> path.matches(".*/NOTICE[^/]*"))
          .forEach(path -> notices.add(path.substring(0, path.indexOf('/'))));
    }
    List<String> missing = new ArrayList<>();
    for (Path jar : jars(CONNECTORS)) {
      String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        if (files(zip).stream().anyMatch(e -> e.getName().matches("META-INF/NOTICE[^/]*"))
            && notices.stream().noneMatch(folder -> folder.startsWith(name))) {
          missing.add(name);
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(content(CONNECTORS).resolve("doc/NOTICE")).isNotEmptyFile();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void manifestTellsAllThatAHubShows(Path unpacked) throws IOException {
    JsonNode manifest = JSON.readTree(content(unpacked).resolve("manifest.json").toFile());
    String name = manifest.path("name").asText();
    assertThat(unpacked.getFileName())
        .hasToString("deltaconnect-" + name + "-" + manifest.path("version").asText());
    for (String field :
        List.of(
            "/title",
            "/description",
            "/owner/username",
            "/owner/name",
            "/support/provider_name",
            "/support/summary",
            "/support/url",
            "/documentation_url",
            "/source_url",
            "/license/0/name",
            "/license/0/url",
            "/requirements/0",
            "/tags/0")) {
      assertThat(manifest.at(field).asText()).as(field).isNotBlank();
    }
    assertThat(manifest.at("/license/0/name").asText()).isEqualTo("Apache License 2.0");
    List<String> types = new ArrayList<>();
    manifest.path("component_types").forEach(type -> types.add(type.asText()));
    Collections.sort(types);
    assertThat(types)
        .isEqualTo(unpacked.equals(TRANSFORMS) ? List.of("transform") : List.of("sink", "source"));
    assertThat(manifest.at("/features/delivery_guarantee/0").asText())
        .isEqualTo(unpacked.equals(TRANSFORMS) ? "" : "exactly_once");
    // The same build has the same content, whenever it is made.
    assertThat(manifest.path("release_date").asText()).isEqualTo("2026-01-01");
  }
}
