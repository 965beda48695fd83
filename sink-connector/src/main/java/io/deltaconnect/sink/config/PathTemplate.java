package io.deltaconnect.sink.config;

import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** A table path in which {@code ${topic}} stands for a name. */
public final class PathTemplate {
  static final String TOPIC = "${topic}";

  static final Validator VALIDATOR =
      LambdaValidator.with(
          (name, value) -> {
            if (value != null) {
              check(name, value.toString());
            }
          },
          () -> "a path, perhaps with " + TOPIC);

  private static final Pattern ABSOLUTE = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*:)?/.*");

  private final String template;

  PathTemplate(String template) {
    this.template = withoutTrailingSlash(template.trim());
  }

  /** The path for a topic, or for what takes its place. */
  public String path(String name) {
    return template.replace(TOPIC, name);
  }

  static String withoutTrailingSlash(String path) {
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  private static void check(String key, String template) {
    String rest = template.replace(TOPIC, "").trim();
    if (template.isBlank()) {
      throw new ConfigException(key, template, "must name a path");
    }
    if (rest.contains("${")) {
      throw new ConfigException(key, template, "only " + TOPIC + " can stand in a path");
    }
    if (!ABSOLUTE.matcher(template.trim()).matches()) {
      throw new ConfigException(key, template, "must be absolute: begin with / or file:///");
    }
  }
}
