package io.deltaconnect.connector.config;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Recommender;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Defines the keys of one group in order. */
public final class KeyDefinition {
  private final ConfigDef def;
  private final String group;
  private int order;
  private Importance importance = Importance.MEDIUM;

  public KeyDefinition(ConfigDef def, String group) {
    this.def = def;
    this.group = group;
  }

  /** The next key is one that everybody decides on. */
  public KeyDefinition high() {
    importance = Importance.HIGH;
    return this;
  }

  /** The next key is one that hardly anybody touches. */
  public KeyDefinition low() {
    importance = Importance.LOW;
    return this;
  }

  public KeyDefinition text(
      String name, Object byDefault, Validator validator, String label, String doc) {
    return define(name, ConfigDef.Type.STRING, byDefault, validator, Width.LONG, label, null, doc);
  }

  public KeyDefinition text(
      String name,
      Object byDefault,
      Validator validator,
      Recommender recommender,
      String label,
      String doc) {
    return define(
        name, ConfigDef.Type.STRING, byDefault, validator, Width.MEDIUM, label, recommender, doc);
  }

  /** Is masked wherever Connect shows it. */
  public KeyDefinition secret(String name, String label, String doc) {
    return define(name, ConfigDef.Type.PASSWORD, null, null, Width.LONG, label, null, doc);
  }

  public KeyDefinition list(String name, Object byDefault, String label, String doc) {
    return define(name, ConfigDef.Type.LIST, byDefault, null, Width.LONG, label, null, doc);
  }

  public KeyDefinition list(
      String name, Object byDefault, Validator validator, String label, String doc) {
    return define(name, ConfigDef.Type.LIST, byDefault, validator, Width.LONG, label, null, doc);
  }

  public KeyDefinition flag(String name, boolean byDefault, String label, String doc) {
    return define(name, ConfigDef.Type.BOOLEAN, byDefault, null, Width.SHORT, label, null, doc);
  }

  public KeyDefinition choice(String name, Choices choices, String label, String doc) {
    return define(
        name, ConfigDef.Type.STRING, choices.first(), choices, Width.MEDIUM, label, choices, doc);
  }

  public KeyDefinition number(
      String name, ConfigDef.Type type, Object byDefault, Long min, String label, String doc) {
    return define(
        name, type, byDefault, ConfigDef.Range.atLeast(min), Width.MEDIUM, label, null, doc);
  }

  /** A number that need not be set. */
  public KeyDefinition optionalNumber(String name, long min, String label, String doc) {
    ConfigDef.Range range = ConfigDef.Range.atLeast(min);
    Validator validator =
        ConfigDef.LambdaValidator.with(
            (key, value) -> {
              if (value != null) {
                range.ensureValid(key, value);
              }
            },
            range::toString);
    return define(name, ConfigDef.Type.LONG, null, validator, Width.MEDIUM, label, null, doc);
  }

  private KeyDefinition define(
      String name,
      ConfigDef.Type type,
      Object byDefault,
      Validator validator,
      Width width,
      String label,
      Recommender recommender,
      String doc) {
    def.define(
        name,
        type,
        byDefault,
        validator,
        importance,
        doc,
        group,
        ++order,
        width,
        label,
        recommender);
    importance = Importance.MEDIUM;
    return this;
  }
}
