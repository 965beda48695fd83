package io.deltaconnect.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What makes Kafka's processes log to their standard output, whichever log4j they come with. */
final class LogConfig {
  private static final String LOG4J_2 =
      """
      status = warn
      appender.out.type = Console
      appender.out.name = out
      appender.out.layout.type = PatternLayout
      appender.out.layout.pattern = [%d] %p %X{connector.context}%m (%c) %X{delta.table}%n
      rootLogger.level = info
      rootLogger.appenderRef.out.ref = out
      logger.reflections.name = org.reflections
      logger.reflections.level = error
      """;

  private static final String LOG4J_1 =
      """
      log4j.rootLogger=INFO, out
      log4j.appender.out=org.apache.log4j.ConsoleAppender
      log4j.appender.out.layout=org.apache.log4j.PatternLayout
      log4j.appender.out.layout.ConversionPattern=[%d] %p %X{connector.context}%m (%c) %X{delta.table}%n
      log4j.logger.org.reflections=ERROR
      """;

  private LogConfig() {}

  /** Writes the configuration file into the directory and returns the JVM options that name it. */
  static List<String> write(Path libs, Path directory) {
    try {
      if (hasLog4j2(libs)) {
        Path file = directory.resolve("log4j2.properties");
        Files.writeString(file, LOG4J_2);
        return List.of("-Dlog4j2.configurationFile=" + file.toUri());
      }
      Path file = directory.resolve("log4j.properties");
      Files.writeString(file, LOG4J_1);
      return List.of("-Dlog4j.configuration=" + file.toUri());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write the logging configuration to " + directory, e);
    }
  }

  private static boolean hasLog4j2(Path libs) throws IOException {
    try (Stream<Path> jars = Files.list(libs)) {
      return jars.anyMatch(jar -> jar.getFileName().toString().startsWith("log4j-core-"));
    }
  }
}
