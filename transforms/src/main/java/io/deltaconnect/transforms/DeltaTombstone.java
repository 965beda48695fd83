package io.deltaconnect.transforms;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.transforms.Transformation;

/**
 * Makes the content of a compacted topic of the change rows of a Delta table: the row itself of
 * {@code insert} and {@code update_postimage}, a tombstone of {@code delete}. The old images of
 * updates, {@code update_preimage}, are dropped. Tombstones pass.
 */
public final class DeltaTombstone<R extends ConnectRecord<R>>
    implements Transformation<R>, Versioned {
  static final String CHANGE_TYPE_FIELD = "change.type.field";
  static final String EXCLUDE_FIELDS = "exclude.fields";
  static final String UNKNOWN_BEHAVIOR = "unknown.behavior";

  private static final Settings SETTINGS =
      new Settings(
              new Settings.Rule(
                  List.of(CHANGE_TYPE_FIELD),
                  values -> Settings.given(values.get(CHANGE_TYPE_FIELD)) != null,
                  "change.type.field must name the field that has the change type"))
          .high()
          .text(
              CHANGE_TYPE_FIELD,
              "_change_type",
              "Change type field",
              "The field that has the change type: insert, update_preimage, update_postimage,"
                  + " delete. Rows do not keep it.")
          .list(
              EXCLUDE_FIELDS,
              "_commit_version,_commit_timestamp",
              null,
              "Fields to leave out",
              "Comma-separated fields that rows do not keep either, where they are there.")
          .choice(
              UNKNOWN_BEHAVIOR,
              "fail",
              UnknownBehavior.values(),
              "Unknown change types",
              "What becomes of a record whose change type is missing, NULL or another one: fail (a"
                  + " bad record), pass (it goes on as it is) or drop.");

  private String changeTypeField;
  private Set<String> excluded = Set.of();
  private UnknownBehavior unknown;
  private final SchemaCache<Rows> bySchema = new SchemaCache<>(this::rows);

  /**
   * How rows are made of the change rows of one schema.
   *
   * @param changeType null if there is no such field
   * @param kept the fields that rows keep, in the order of the rows' schema
   */
  private record Rows(Field changeType, List<Field> kept, Schema schema) {}

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public ConfigDef config() {
    return SETTINGS.def();
  }

  /**
   * @throws ConfigException if a value is not allowed
   */
  @Override
  public void configure(Map<String, ?> props) {
    AbstractConfig config = SETTINGS.parse(props);
    this.changeTypeField = config.getString(CHANGE_TYPE_FIELD);
    this.excluded = new LinkedHashSet<>(config.getList(EXCLUDE_FIELDS));
    excluded.add(changeTypeField);
    this.unknown = Settings.choice(config, UNKNOWN_BEHAVIOR, UnknownBehavior.class);
  }

  private Rows rows(Schema schema) {
    SchemaBuilder builder = Schemas.structLike(schema);
    List<Field> kept =
        schema.fields().stream().filter(field -> !excluded.contains(field.name())).toList();
    kept.forEach(field -> builder.field(field.name(), field.schema()));
    return new Rows(schema.field(changeTypeField), kept, builder.build());
  }

  /**
   * @return null if the record is dropped
   * @throws DataException if its change type is not known, and such are not let through, or if it
   *     is a delete without a key
   */
  @Override
  public R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    Object changeType = changeType(record.value());
    switch (String.valueOf(changeType)) {
      case "insert", "update_postimage" -> {
        return row(record);
      }
      case Convention.PREIMAGE -> {
        return null;
      }
      case "delete" -> {
        if (record.key() == null) {
          throw new DataException(
              Where.of(record)
                  + ": a delete without a key makes no tombstone; key.fields of the Delta source,"
                  + " or Kafka's ValueToKey before this, gives it one");
        }
        return with(record, null, null);
      }
      default -> {
        return unknown(record, changeType);
      }
    }
  }

  private Object changeType(Object value) {
    if (value instanceof Struct struct) {
      Field field = bySchema.get(struct.schema()).changeType;
      return field == null ? null : Structs.get(struct, field);
    }
    return value instanceof Map<?, ?> map ? map.get(changeTypeField) : null;
  }

  private R row(R record) {
    if (record.value() instanceof Struct struct) {
      Rows rows = bySchema.get(struct.schema());
      Struct row = new Struct(rows.schema);
      List<Field> to = rows.schema.fields();
      for (int i = 0; i < to.size(); i++) {
        Object value = Structs.get(struct, rows.kept.get(i));
        if (value != null) {
          row.put(to.get(i), value);
        }
      }
      return with(record, rows.schema, row);
    }
    Map<Object, Object> row = new HashMap<>((Map<?, ?>) record.value());
    row.keySet().removeAll(excluded);
    return with(record, null, row);
  }

  private static <R extends ConnectRecord<R>> R with(R record, Schema schema, Object value) {
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        schema,
        value,
        record.timestamp());
  }

  private R unknown(R record, Object changeType) {
    return switch (unknown) {
      case PASS -> record;
      case DROP -> null;
      case FAIL -> {
        Object value = record.value();
        boolean fields = value instanceof Struct || value instanceof Map;
        throw new DataException(
            Where.of(record)
                + ": field '"
                + changeTypeField
                + "' (change.type.field) must be insert, update_preimage, update_postimage or"
                + " delete, but "
                + (changeType != null
                    ? "is '" + changeType + "'"
                    : fields
                        ? "is NULL or missing; the value's fields are " + Structs.fields(value)
                        : "the value is a " + value.getClass().getSimpleName())
                + "; unknown.behavior=pass or drop lets it through");
      }
    };
  }

  @Override
  public void close() {}
}
