package io.deltaconnect.source.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** The key {@link Keys#SPILL_DIR}. */
final class SpillFolder {
  static final Validator VALIDATOR =
      LambdaValidator.with(
          (key, value) -> {
            if (value != null && !value.toString().isBlank()) {
              check(key, value.toString());
            }
          },
          () -> "a folder that can be written");

  private SpillFolder() {}

  private static void check(String key, String given) {
    try {
      Path folder = Path.of(given.trim());
      if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
        throw new ConfigException(key, given, "is not a folder that can be written");
      }
    } catch (InvalidPathException e) {
      throw new ConfigException(key, given, e.getMessage());
    }
  }
}
