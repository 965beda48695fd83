package io.deltaconnect.transforms;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The keys of {@link OpCodes}.
 *
 * @param fieldName null: the code is in the header
 * @param headerName null: the code stays in the field
 * @param codes each code with its translation
 */
record OpCodesConfig(
    String fieldName,
    String headerName,
    Map<String, String> codes,
    UnknownBehavior unknown,
    boolean dropPreimages) {
  static final String FIELD_NAME = "field.name";
  static final String HEADER_NAME = "header.name";
  static final String FROM = "from";
  static final String TO = "to";
  static final String MAPPING = "mapping";
  static final String UNKNOWN_BEHAVIOR = "unknown.behavior";
  static final String DROP_PREIMAGES = "drop.preimages";

  static final Settings SETTINGS =
      new Settings(
              new Settings.Rule(
                  List.of(FIELD_NAME, HEADER_NAME),
                  values -> given(values, FIELD_NAME) || given(values, HEADER_NAME),
                  "field.name or header.name must say where the operation code is"),
              new Settings.Rule(
                  List.of(FROM, TO),
                  values -> given(values, FROM) == given(values, TO),
                  "from and to go together"),
              new Settings.Rule(
                  List.of(FROM, TO, MAPPING),
                  values ->
                      given(values, FROM)
                          || given(values, TO)
                          || !(values.get(MAPPING) instanceof List<?> pairs && pairs.isEmpty()),
                  "from and to, or mapping, must say how codes are translated"))
          .high()
          .text(
              FIELD_NAME,
              null,
              "Field",
              "The field that has the operation code. Dots lead into nested fields, e.g."
                  + " metadata.operation, unless there is a field of exactly this name.")
          .high()
          .text(
              HEADER_NAME,
              null,
              "Header",
              "The header that has the operation code. If field.name is set too, the code is read"
                  + " from the field, which stays as it is, and its translation is written to the"
                  + " header.")
          .high()
          .choice(
              FROM,
              null,
              Convention.values(),
              "From",
              "The convention that codes are read in. delta: insert, update_postimage,"
                  + " update_preimage, delete. debezium: c, r, u, d, t. changelog: I, U, D, T. dms:"
                  + " insert, load, update, delete, truncate and I, U, D.")
          .high()
          .choice(
              TO,
              null,
              Convention.values(),
              "To",
              "The convention that codes are written in. A row read by a snapshot or full load (r,"
                  + " load) becomes an insert. dms writes words; for its letters write changelog."
                  + " Delta has no code for a truncate: unknown.behavior says what becomes of it.")
          .list(
              MAPPING,
              "",
              ConfigDef.LambdaValidator.with(
                  OpCodesConfig::checkPair, () -> "code:translation, with commas between"),
              "Mapping",
              "Comma-separated pairs code:translation, besides from and to or in their place. They"
                  + " go before those. Case counts.")
          .choice(
              UNKNOWN_BEHAVIOR,
              "fail",
              UnknownBehavior.values(),
              "Unknown codes",
              "What becomes of a record whose code is missing, NULL or has no translation: fail (a"
                  + " bad record), pass (it goes on as it is) or drop.")
          .flag(
              DROP_PREIMAGES,
              true,
              "Drop preimages",
              "Whether records with the code update_preimage, old images of updates, are dropped."
                  + " Otherwise they go on with this code, which no other convention knows. A pair"
                  + " for it in mapping goes before this.");

  /**
   * @throws ConfigException if a value is not allowed, or keys contradict each other
   */
  static OpCodesConfig of(Map<String, ?> props) {
    AbstractConfig config = SETTINGS.parse(props);
    Convention from = Settings.choice(config, FROM, Convention.class);
    Map<String, String> codes = new LinkedHashMap<>();
    if (from != null) {
      codes.putAll(from.to(Settings.choice(config, TO, Convention.class)));
    }
    for (String pair : config.getList(MAPPING)) {
      String[] fromAndTo = pair.split(":", -1);
      codes.put(fromAndTo[0].trim(), fromAndTo[1].trim());
    }
    return new OpCodesConfig(
        Settings.given(config.getString(FIELD_NAME)),
        Settings.given(config.getString(HEADER_NAME)),
        codes,
        Settings.choice(config, UNKNOWN_BEHAVIOR, UnknownBehavior.class),
        config.getBoolean(DROP_PREIMAGES));
  }

  private static boolean given(Map<String, Object> values, String key) {
    return Settings.given(values.get(key)) != null;
  }

  private static void checkPair(String key, Object pairs) {
    Map<String, String> seen = new HashMap<>();
    for (Object pair : (List<?>) pairs) {
      String[] codes = pair.toString().split(":", -1);
      if (codes.length != 2 || codes[0].isBlank() || codes[1].isBlank()) {
        throw new ConfigException(key, pairs, "'" + pair + "' is not of the form code:translation");
      }
      if (seen.put(codes[0].trim(), codes[1].trim()) != null) {
        throw new ConfigException(key, pairs, "there are two pairs for '" + codes[0].trim() + "'");
      }
    }
  }
}
