package io.deltaconnect.connector.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.config.types.Password;

/** What a connector answers to Connect's call of {@code validate}. */
public final class Validation {
  private final List<ConfigValue> values;
  private final Map<String, String> given;

  /**
   * @param parsed what {@code ConfigDef} says of each key by itself
   * @param given the configuration as it came
   */
  public Validation(Config parsed, Map<String, String> given) {
    this.values = new ArrayList<>(parsed.configValues());
    this.given = given;
  }

  /**
   * All messages, each on every key it concerns.
   *
   * @param misspelt by key, a message for each that sets nothing
   * @param problems of keys together; asked for only where each key is right by itself
   */
  public Config with(Map<String, String> misspelt, Supplier<List<Problem>> problems) {
    boolean valid = values.stream().allMatch(value -> value.errorMessages().isEmpty());
    misspelt.forEach((key, message) -> value(key).addErrorMessage(message));
    if (valid) {
      for (Problem problem : problems.get()) {
        for (String key : problem.keys()) {
          value(key).addErrorMessage(problem.message());
        }
      }
    }
    return new Config(values);
  }

  /** Keys with a prefix, such as overrides, are not among the values yet. */
  private ConfigValue value(String key) {
    for (ConfigValue value : values) {
      if (value.name().equals(key)) {
        return value;
      }
    }
    ConfigValue value = new ConfigValue(key);
    value.value(StorageKeys.isSecret(key) ? Password.HIDDEN : given.get(key));
    values.add(value);
    return value;
  }
}
