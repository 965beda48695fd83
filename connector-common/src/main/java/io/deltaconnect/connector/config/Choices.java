package io.deltaconnect.connector.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef.Recommender;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** A key with a few possible values, whatever their case; the first one is the default. */
public record Choices(List<String> values) implements Validator, Recommender {

  public static Choices of(String... values) {
    return new Choices(List.of(values));
  }

  public String first() {
    return values.get(0);
  }

  /** The constants of an enum in lower case. */
  public static <E extends Enum<E>> Choices of(Class<E> type) {
    return new Choices(
        List.of(type.getEnumConstants()).stream()
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .toList());
  }

  @Override
  public void ensureValid(String name, Object value) {
    if (value != null && !values.contains(value.toString().toLowerCase(Locale.ROOT))) {
      throw new ConfigException(name, value, "must be one of " + this);
    }
  }

  @Override
  public List<Object> validValues(String name, Map<String, Object> parsedConfig) {
    return List.copyOf(values);
  }

  @Override
  public boolean visible(String name, Map<String, Object> parsedConfig) {
    return true;
  }

  @Override
  public String toString() {
    return String.join(", ", values);
  }
}
