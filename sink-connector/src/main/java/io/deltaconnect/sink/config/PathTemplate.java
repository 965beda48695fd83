package io.deltaconnect.sink.config;

import java.util.Optional;
import java.util.regex.Matcher;
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

  /** Whether {@code ${topic}} stands in it. */
  public boolean hasTopic() {
    return template.contains(TOPIC);
  }

  /**
   * The folder in which all paths of this template begin to differ. Only if {@link #hasTopic}.
   *
   * @return without a trailing slash, unless it is the root
   */
  public String folder() {
    int slash = template.lastIndexOf('/', template.indexOf(TOPIC));
    String folder = template.substring(0, slash);
    return folder.isEmpty() || folder.endsWith(":") ? folder + "/" : folder;
  }

  /**
   * What stands for {@code ${topic}} in the paths that go through an entry of {@link #folder}.
   *
   * @param entry its name
   * @return empty if no path of this template goes through it
   */
  public Optional<String> topicOf(String entry) {
    int topic = template.indexOf(TOPIC);
    int end = template.indexOf('/', topic);
    String segment =
        template.substring(template.lastIndexOf('/', topic) + 1, end < 0 ? template.length() : end);
    String[] around = segment.split(Pattern.quote(TOPIC), -1);
    StringBuilder pattern = new StringBuilder(Pattern.quote(around[0])).append("(.+)");
    for (int i = 1; i < around.length; i++) {
      // The same again wherever it stands again.
      pattern.append(i == 1 ? "" : "\\1").append(Pattern.quote(around[i]));
    }
    Matcher matcher = Pattern.compile(pattern.toString()).matcher(entry);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
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
