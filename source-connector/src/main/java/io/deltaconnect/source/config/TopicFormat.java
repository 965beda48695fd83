package io.deltaconnect.source.config;

import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** Names of topics, in which {@code ${table}} can stand for a table's name. */
final class TopicFormat {
  static final String TABLE = "${table}";

  static final Validator VALIDATOR =
      LambdaValidator.with(
          (key, value) -> check(key, value, value.toString().replace(TABLE, "t")),
          () -> "a topic, perhaps with " + TABLE);

  static final Validator TOPIC =
      LambdaValidator.with(
          (key, value) -> {
            if (value != null) {
              check(key, value, value.toString());
            }
          },
          () -> "a topic");

  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

  private TopicFormat() {}

  static String topic(String format, String table) {
    return format.trim().replace(TABLE, table);
  }

  /** Whether Kafka allows a topic of that name. */
  static boolean isLegal(String topic) {
    return LEGAL.matcher(topic).matches() && !topic.equals(".") && !topic.equals("..");
  }

  private static void check(String key, Object given, String topic) {
    if (!isLegal(topic.trim())) {
      throw new ConfigException(
          key,
          given,
          "is not the name of a topic: letters, digits, . _ - only, and at most 249 of them");
    }
  }
}
