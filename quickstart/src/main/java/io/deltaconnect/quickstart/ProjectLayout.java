package io.deltaconnect.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the build leaves what is started here.
 *
 * @param root of the project
 */
public record ProjectLayout(Path root) {

  /** The project that the working directory is in. */
  public static ProjectLayout find() {
    Path start = Path.of("").toAbsolutePath();
    for (Path dir = start; dir != null; dir = dir.getParent()) {
      if (Files.exists(dir.resolve("kafka-runtime/pom.xml"))) {
        return new ProjectLayout(dir);
      }
    }
    throw new ComponentException("Neither " + start + " nor a folder above it is the project");
  }

  /** The jars of a Kafka broker and Connect worker. */
  public Path kafkaLibs() {
    return built(root.resolve("kafka-runtime/target/libs"));
  }

  /** The jars of the oldest Connect worker that the connectors run on. */
  public Path oldestKafkaLibs() {
    return built(root.resolve("kafka-oldest-runtime/target/libs"));
  }

  /** A folder for {@code plugin.path}: a transform with other versions of what we use as well. */
  public Path neighbourPath() {
    return built(root.resolve("neighbour-plugin/target/plugins"));
  }

  /** The jars of the S3 server. */
  public Path s3Libs() {
    return built(root.resolve("s3-runtime/target/libs"));
  }

  /** The jars of the schema registry. */
  public Path registryLibs() {
    return built(root.resolve("registry-runtime/target/libs"));
  }

  /** A folder for {@code plugin.path}: a converter of Avro in Confluent's wire format. */
  public Path avroConverter() {
    return built(root.resolve("registry-runtime/target/plugins"));
  }

  /** A folder for {@code plugin.path}: the connectors, unpacked, as their zip has them. */
  public Path pluginPath() {
    return unpacked("deltaconnect-kafka-connect-delta");
  }

  /** The transforms, likewise. */
  public Path transformsPath() {
    return unpacked("deltaconnect-kafka-connect-delta-transforms");
  }

  private Path unpacked(String name) {
    Path packages = built(root.resolve("distribution/target/components/packages"));
    try (Stream<Path> entries = Files.list(packages)) {
      List<Path> folders =
          entries
              .filter(Files::isDirectory)
              .filter(folder -> folder.getFileName().toString().matches(name + "-\\d.*"))
              .toList();
      if (folders.size() != 1) {
        throw new ComponentException("Expected one " + name + " in " + packages + ": " + folders);
      }
      return folders.get(0);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + packages, e);
    }
  }

  /** A folder for {@code plugin.path}: Debezium's connector for PostgreSQL and its JDBC sink. */
  public Path debeziumPath() {
    return built(root.resolve("debezium-runtime/target/plugins"));
  }

  /** A file of {@code config-examples}. */
  public Path configExample(String name) {
    return root.resolve("config-examples").resolve(name);
  }

  private static Path built(Path path) {
    if (!Files.isDirectory(path)) {
      throw new ComponentException(path + " is missing: run mvn package first");
    }
    return path;
  }
}
