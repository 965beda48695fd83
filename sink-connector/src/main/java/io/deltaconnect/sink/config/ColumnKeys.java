package io.deltaconnect.sink.config;

import io.deltaconnect.connector.config.Choices;
import io.deltaconnect.connector.config.KeyDefinition;
import io.deltaconnect.sink.convert.UnavailableValue;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** The keys that say what a record's fields do to the columns. */
final class ColumnKeys {
  private static final Validator UNAVAILABLE_VALUE =
      LambdaValidator.with(ColumnKeys::unavailableValue, () -> "text, or hex: and digits");

  private ColumnKeys() {}

  static void define(KeyDefinition keys) {
    keys.list(
            Keys.COLUMNS_INCLUDE,
            "",
            "Columns included",
            "Only these fields of the value become columns, besides the key's. Empty: all.")
        .list(
            Keys.COLUMNS_EXCLUDE,
            "",
            "Columns excluded",
            "These fields of the value do not become columns.")
        .choice(
            Keys.MISSING_COLUMNS,
            Choices.of("null", "keep"),
            "Missing columns",
            "What an update makes of the columns that its record has no field for: null, or keep"
                + " (the stored value stays). Where the table has no row with the key they are"
                + " NULL.")
        .flag(
            Keys.IGNORE_NULL_UPDATES,
            false,
            "Ignore NULLs of updates",
            "Whether an update leaves the stored value as it is where its record has NULL.")
        .text(
            Keys.UNAVAILABLE_VALUE_PLACEHOLDER,
            "__debezium_unavailable_value",
            UNAVAILABLE_VALUE,
            "Unavailable value placeholder",
            "Where a record has this, in any of Debezium's forms for the column's type, the stored"
                + " value stays: the same as the key of that name in Debezium, hex: included."
                + " Empty: there is no such value.")
        .low()
        .choice(
            Keys.UNAVAILABLE_VALUE_ON_MISSING_ROW,
            Choices.of("fail", "null"),
            "Unavailable values without a row",
            "What a record with an unavailable value is where the table has no row with its key:"
                + " fail (a bad record), or null (the column is NULL).")
        .choice(
            Keys.TIMESTAMP_MODE,
            Choices.of("timestamp", "ntz"),
            "Timestamp mode",
            "The type of new columns for timestamps without a zone: timestamp (an instant, read as"
                + " UTC) or ntz (timestamp_ntz).")
        .choice(
            Keys.TIME_MODE,
            Choices.of("string", "micros"),
            "Time mode",
            "The type of new columns for times of day: string (ISO, 23:59:59.123456) or micros (a"
                + " long of microseconds since midnight).")
        .low()
        .text(
            Keys.VARIABLE_SCALE_DECIMAL,
            "string",
            VariableScaleDecimal.VALIDATOR,
            "Decimals of varying scale",
            "The type of new columns for Debezium's VariableScaleDecimal: string (exact), or"
                + " decimal(p,s), which every value must then fit.");
  }

  private static void unavailableValue(String key, Object value) {
    try {
      UnavailableValue.parse(value.toString());
    } catch (IllegalArgumentException e) {
      throw new ConfigException(key, value, e.getMessage());
    }
  }
}
