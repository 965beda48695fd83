package io.deltaconnect.transforms;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Recommender;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** The keys of a transform in order, and the rules between them. */
final class Settings {
  /**
   * What must hold between keys.
   *
   * @param keys all that take part in it
   */
  record Rule(List<String> keys, Holds holds, String otherwise) {}

  /** Whether a rule holds. */
  @FunctionalInterface
  interface Holds {
    boolean in(Map<String, Object> values);
  }

  private final ConfigDef def = new ConfigDef();
  private final List<Rule> rules;
  private int order;
  private Importance importance = Importance.MEDIUM;

  Settings(Rule... rules) {
    this.rules = List.of(rules);
  }

  /** The next key is one that everybody decides on. */
  Settings high() {
    importance = Importance.HIGH;
    return this;
  }

  Settings text(String name, String byDefault, String label, String doc) {
    return define(name, ConfigDef.Type.STRING, byDefault, null, Width.LONG, label, List.of(), doc);
  }

  Settings list(String name, String byDefault, Validator validator, String label, String doc) {
    return define(
        name, ConfigDef.Type.LIST, byDefault, validator, Width.LONG, label, List.of(), doc);
  }

  Settings flag(String name, boolean byDefault, String label, String doc) {
    return define(
        name, ConfigDef.Type.BOOLEAN, byDefault, null, Width.SHORT, label, List.of(), doc);
  }

  /** Values are taken whatever their case. */
  Settings choice(String name, String byDefault, Enum<?>[] values, String label, String doc) {
    List<Object> names = new ArrayList<>();
    for (Enum<?> value : values) {
      names.add(value.name().toLowerCase(Locale.ROOT));
    }
    Validator validator =
        ConfigDef.LambdaValidator.with(
            (key, value) -> {
              if (value != null && !names.contains(value.toString().toLowerCase(Locale.ROOT))) {
                throw new ConfigException(key, value, "must be one of " + names);
              }
            },
            () -> String.join(", ", names.stream().map(String::valueOf).toList()));
    return define(
        name, ConfigDef.Type.STRING, byDefault, validator, Width.MEDIUM, label, names, doc);
  }

  private Settings define(
      String name,
      ConfigDef.Type type,
      Object byDefault,
      Validator validator,
      Width width,
      String label,
      List<Object> recommended,
      String doc) {
    Recommender recommender = new Checked(recommended);
    def.define(
        name,
        type,
        byDefault,
        validator,
        importance,
        doc,
        null,
        ++order,
        width,
        label,
        recommender);
    importance = Importance.MEDIUM;
    return this;
  }

  ConfigDef def() {
    return def;
  }

  /**
   * @throws ConfigException if a value is not allowed, or a rule is broken
   */
  AbstractConfig parse(Map<String, ?> props) {
    AbstractConfig config = new AbstractConfig(def, props, false);
    Map<String, Object> values = new HashMap<>(config.values());
    for (Rule rule : rules) {
      if (!rule.holds.in(values)) {
        throw new ConfigException(rule.otherwise);
      }
    }
    return config;
  }

  /** The choice for a key, as the constant of its enum. */
  static <E extends Enum<E>> E choice(AbstractConfig config, String name, Class<E> type) {
    String value = config.getString(name);
    return value == null ? null : Enum.valueOf(type, value.toUpperCase(Locale.ROOT));
  }

  /** A text that is there and not empty, or null. */
  static String given(Object text) {
    return text == null || text.toString().isEmpty() ? null : text.toString();
  }

  /**
   * Recommends the values of a key. A transform takes no part in the worker's validation but by
   * what its definition says: recommenders alone see all keys, so the rules are looked at here.
   */
  private final class Checked implements Recommender {
    private final List<Object> recommended;

    Checked(List<Object> recommended) {
      this.recommended = recommended;
    }

    @Override
    public List<Object> validValues(String name, Map<String, Object> values) {
      for (Rule rule : rules) {
        if (rule.keys.contains(name) && !rule.holds.in(values)) {
          throw new ConfigException(rule.otherwise);
        }
      }
      return new ArrayList<>(recommended);
    }

    @Override
    public boolean visible(String name, Map<String, Object> values) {
      return true;
    }
  }
}
