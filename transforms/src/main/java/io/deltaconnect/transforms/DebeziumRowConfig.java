package io.deltaconnect.transforms;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/**
 * The keys of {@link DebeziumRow}.
 *
 * @param opField null: rows have no operation code
 * @param opHeader null: records have no header with it
 */
record DebeziumRowConfig(
    String opField,
    String opHeader,
    List<AddedField> addFields,
    List<AddedField> addHeaders,
    boolean dropTombstones,
    boolean dropTruncates,
    boolean dropMessages,
    UnknownBehavior unknown) {
  static final String OP_FIELD = "op.field";
  static final String OP_HEADER = "op.header";
  static final String ADD_FIELDS = "add.fields";
  static final String ADD_HEADERS = "add.headers";
  static final String TOMBSTONE_BEHAVIOR = "tombstone.behavior";
  static final String TRUNCATE_BEHAVIOR = "truncate.behavior";
  static final String MESSAGE_BEHAVIOR = "message.behavior";
  static final String UNKNOWN_BEHAVIOR = "unknown.behavior";

  /** What becomes of records that can be told to be of a kind. */
  private enum Behavior {
    PASS,
    DROP
  }

  private static final Validator ADDED =
      ConfigDef.LambdaValidator.with(
          AddedField::parse, () -> "path or path:name, with commas between");

  static final Settings SETTINGS =
      new Settings(
              new Settings.Rule(
                  List.of(OP_FIELD, OP_HEADER, TRUNCATE_BEHAVIOR),
                  values ->
                      Settings.given(values.get(OP_FIELD)) != null
                          || Settings.given(values.get(OP_HEADER)) != null
                          || "drop".equalsIgnoreCase((String) values.get(TRUNCATE_BEHAVIOR)),
                  "a truncate that passes needs op.field or op.header: nothing else tells it from a"
                      + " tombstone. Set one of them, or truncate.behavior=drop"),
              new Settings.Rule(
                  List.of(OP_FIELD, ADD_FIELDS),
                  values -> !names(values, ADD_FIELDS).contains(values.get(OP_FIELD)),
                  "op.field and a field of add.fields have one name"),
              new Settings.Rule(
                  List.of(OP_HEADER, ADD_HEADERS),
                  values -> !names(values, ADD_HEADERS).contains(values.get(OP_HEADER)),
                  "op.header and a header of add.headers have one name"))
          .high()
          .text(
              OP_FIELD,
              null,
              "Operation field",
              "A field that rows get with the operation code: c, r, u, d, t. With it deletes have a"
                  + " value: the old row. Without it they have none.")
          .high()
          .text(
              OP_HEADER,
              "__op",
              "Operation header",
              "The header that records get with the operation code; empty: none.")
          .list(
              ADD_FIELDS,
              "",
              ADDED,
              "Fields to add",
              "Comma-separated fields of the event that rows get, each path or path:name, e.g."
                  + " ts_ms,source.lsn,transaction.id,table:source_table. What the event has not is"
                  + " looked for in its source. Without a name it is __ and the path, with _ for"
                  + " dots: __source_lsn.")
          .list(ADD_HEADERS, "", ADDED, "Headers to add", "The same for headers that records get.")
          .choice(
              TOMBSTONE_BEHAVIOR,
              "pass",
              Behavior.values(),
              "Tombstones",
              "Whether the tombstones that Debezium writes after deletes pass, or are dropped"
                  + " (drop). A sink that deletes by key takes both for one delete.")
          .choice(
              TRUNCATE_BEHAVIOR,
              "pass",
              Behavior.values(),
              "Truncates",
              "Whether truncates pass, as records without a key and with the operation code t, or"
                  + " are dropped (drop). Debezium writes them only with skipped.operations=none.")
          .choice(
              MESSAGE_BEHAVIOR,
              "drop",
              Behavior.values(),
              "Messages",
              "Whether events that are about no row (logical decoding messages, schema changes,"
                  + " transactions, heartbeats, notifications) are dropped, or pass as they are"
                  + " (pass).")
          .choice(
              UNKNOWN_BEHAVIOR,
              "fail",
              UnknownBehavior.values(),
              "Unknown records",
              "What becomes of records that are no event of Debezium, or have an operation code"
                  + " that is not known: fail (a bad record), pass (as they are) or drop.");

  /**
   * @throws ConfigException if a value is not allowed, or keys contradict each other
   */
  static DebeziumRowConfig of(Map<String, ?> props) {
    AbstractConfig config = SETTINGS.parse(props);
    return new DebeziumRowConfig(
        Settings.given(config.getString(OP_FIELD)),
        Settings.given(config.getString(OP_HEADER)),
        AddedField.parse(ADD_FIELDS, config.getList(ADD_FIELDS)),
        AddedField.parse(ADD_HEADERS, config.getList(ADD_HEADERS)),
        drops(config, TOMBSTONE_BEHAVIOR),
        drops(config, TRUNCATE_BEHAVIOR),
        drops(config, MESSAGE_BEHAVIOR),
        Settings.choice(config, UNKNOWN_BEHAVIOR, UnknownBehavior.class));
  }

  private static boolean drops(AbstractConfig config, String key) {
    return Settings.choice(config, key, Behavior.class) == Behavior.DROP;
  }

  private static Set<Object> names(Map<String, Object> values, String key) {
    Set<Object> names = new HashSet<>();
    if (values.get(key) instanceof List<?> entries) {
      entries.forEach(entry -> names.add(AddedField.nameOf(entry)));
    }
    return names;
  }

  /** Whether a delete has a value: the old row, for the sake of the code in it. */
  boolean rowForDeletes() {
    return opField != null;
  }
}
