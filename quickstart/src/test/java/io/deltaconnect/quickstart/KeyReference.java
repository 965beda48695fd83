package io.deltaconnect.quickstart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/**
 * The keys of a definition as Markdown: a table for each group, in the order of the groups and of
 * the keys in them. What a definition says of a key is plain text; words of code in it get marked
 * as such here, so that Markdown does not read them as its own.
 */
final class KeyReference {
  private static final Pattern SECTION =
      Pattern.compile(
          "(<!-- keys of ([A-Za-z]+)[^>]*-->\n).*?(<!-- end of keys -->)", Pattern.DOTALL);

  /** A word with what may stand around it in a sentence. */
  private static final Pattern WORD = Pattern.compile("(\\(?)(.+?)([.,;:)]*)");

  private static final Pattern DOTTED = Pattern.compile("[a-z]+(\\.[a-zA-Z]+)+");
  private static final Pattern PAIR = Pattern.compile("[a-z]+:[a-z]+");

  private KeyReference() {}

  /**
   * A page with the tables of its sections made anew: between a comment {@code keys of NAME} and a
   * comment {@code end of keys}.
   *
   * @param definitions by name; each must have its section
   */
  static String update(String page, Map<String, ConfigDef> definitions) {
    Map<String, ConfigDef> missing = new LinkedHashMap<>(definitions);
    String updated =
        SECTION
            .matcher(page)
            .replaceAll(
                section -> {
                  ConfigDef definition = missing.remove(section.group(2));
                  String tables = definition == null ? "" : of(definition);
                  return Matcher.quoteReplacement(section.group(1) + tables + section.group(3));
                });
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException("no section for the keys of " + missing.keySet());
    }
    return updated;
  }

  private static String of(ConfigDef definition) {
    Map<String, StringBuilder> groups = new LinkedHashMap<>();
    List<String> names = definition.groups();
    for (String group : names) {
      groups.put(group, new StringBuilder("\n### " + group + "\n\n" + HEAD));
    }
    StringBuilder alone = new StringBuilder("\n" + HEAD);
    definition.configKeys().values().stream()
        .sorted((a, b) -> Integer.compare(a.orderInGroup, b.orderInGroup))
        .forEach(key -> groups.getOrDefault(key.group, alone).append(row(key)));
    return (groups.isEmpty() ? alone.toString() : String.join("", groups.values())) + "\n";
  }

  private static final String HEAD =
      "| key | type | default | values | importance | |\n|---|---|---|---|---|---|\n";

  private static String row(ConfigKey key) {
    return "| `%s` | %s | %s | %s | %s | %s |%n"
        .formatted(
            key.name,
            lower(key.type),
            byDefault(key),
            values(key),
            lower(key.importance),
            marked(key.documentation, choices(key)))
        .replace(System.lineSeparator(), "\n");
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String byDefault(ConfigKey key) {
    if (!key.hasDefault()) {
      return "required";
    }
    Object value = key.defaultValue;
    if (value instanceof List<?> list) {
      value = String.join(",", list.stream().map(String::valueOf).toList());
    }
    if (value == null || value.toString().isEmpty()) {
      return "";
    }
    String text = "`" + value + "`";
    return value instanceof Number number && number.longValue() > 0 && number.longValue() % MIB == 0
        ? text + " (" + number.longValue() / MIB + " MiB)"
        : text;
  }

  private static final long MIB = 1 << 20;

  private static String values(ConfigKey key) {
    if (key.type == ConfigDef.Type.BOOLEAN) {
      return "`true`, `false`";
    }
    if (key.validator == null) {
      return "";
    }
    String text = key.validator.toString();
    if (text.contains("@")) {
      throw new IllegalStateException("the validator of " + key.name + " has no text: " + text);
    }
    if (!choices(key).isEmpty()) {
      return "`" + String.join("`, `", choices(key)) + "`";
    }
    Matcher range = AT_LEAST.matcher(text);
    return range.matches() ? "from " + range.group(1) : marked(text, List.of());
  }

  private static List<String> choices(ConfigKey key) {
    String text = String.valueOf(key.validator);
    return CHOICES.matcher(text).matches() ? List.of(text.split(", ", -1)) : List.of();
  }

  private static final Pattern CHOICES = Pattern.compile("\\S+(, \\S+)+");
  private static final Pattern AT_LEAST = Pattern.compile("\\[(-?\\d+),\\.\\.\\.\\]");

  /** A sentence with its words of code between backticks. */
  private static String marked(String sentence, List<String> values) {
    StringBuilder marked = new StringBuilder();
    for (String word : sentence.split(" ", -1)) {
      Matcher parts = WORD.matcher(word);
      if (!marked.isEmpty()) {
        marked.append(' ');
      }
      if (parts.matches() && (isCode(parts.group(2)) || isExplained(word, values))) {
        marked.append(parts.group(1)).append('`').append(parts.group(2));
        marked.append('`').append(parts.group(3));
      } else {
        marked.append(word);
      }
    }
    return marked.toString().replace("|", "\\|");
  }

  /** One of the key's values, with what it means after a colon. */
  private static boolean isExplained(String word, List<String> values) {
    return word.endsWith(":") && values.contains(word.substring(0, word.length() - 1));
  }

  private static boolean isCode(String word) {
    return (DOTTED.matcher(word).matches() && !word.equals("e.g"))
        || PAIR.matcher(word).matches()
        || word.startsWith("/")
        || word.chars().anyMatch(c -> "$_<>*={}%".indexOf(c) >= 0)
        || word.contains("://");
  }
}
