package io.deltaconnect.sink.config;

import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StringType;
import io.deltaconnect.sink.convert.DeltaTypes;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** The key {@link Keys#VARIABLE_SCALE_DECIMAL}. */
final class VariableScaleDecimal {
  static final Validator VALIDATOR =
      LambdaValidator.with(
          (name, value) -> {
            if (value != null) {
              parse(value.toString());
            }
          },
          () -> "string or decimal(p,s)");

  private VariableScaleDecimal() {}

  static DataType parse(String text) {
    String type = text.trim();
    if (type.equals("string")) {
      return StringType.STRING;
    }
    DataType decimal;
    try {
      decimal = DeltaTypes.decimal(type);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(Keys.VARIABLE_SCALE_DECIMAL, text, e.getMessage());
    }
    if (decimal == null) {
      throw new ConfigException(
          Keys.VARIABLE_SCALE_DECIMAL, text, "must be string or decimal(p,s)");
    }
    return decimal;
  }
}
