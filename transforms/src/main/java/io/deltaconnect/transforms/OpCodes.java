package io.deltaconnect.transforms;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.transforms.Transformation;

/**
 * Translates the operation code of change records, in a field of the value or in a header, between
 * the conventions of Delta, Debezium, change logs and AWS DMS, or by pairs of one's own. Schemas
 * stay as they are; tombstones without a code pass.
 *
 * <p>{@link Value} is the same under the name that Kafka's own transforms would have.
 */
public class OpCodes<R extends ConnectRecord<R>> implements Transformation<R>, Versioned {
  private FieldPath field;
  private String header;
  private Map<String, String> codes = Map.of();
  private UnknownBehavior unknown;
  private boolean dropPreimages;

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public ConfigDef config() {
    return OpCodesConfig.SETTINGS.def();
  }

  /**
   * @throws ConfigException if a value is not allowed, or keys contradict each other
   */
  @Override
  public void configure(Map<String, ?> props) {
    OpCodesConfig config = OpCodesConfig.of(props);
    this.field = config.fieldName() == null ? null : new FieldPath(config.fieldName());
    this.header = config.headerName();
    this.codes = config.codes();
    this.unknown = config.unknown();
    this.dropPreimages = config.dropPreimages();
  }

  /**
   * @return null if the record is dropped
   * @throws DataException if its code has no translation, and such are not let through
   */
  @Override
  public R apply(R record) {
    Object said = field == null ? inHeader(record) : inField(record);
    if (said == null && (field == null ? record.value() : source(record)) == null) {
      return record;
    }
    String code = text(said);
    String translation = code == null ? null : codes.get(code);
    if (translation != null) {
      return write(record, said, translation);
    }
    if (Convention.PREIMAGE.equals(code)) {
      return dropPreimages ? null : write(record, said, code);
    }
    return switch (unknown) {
      case DROP -> null;
      case PASS -> said == null || code == null ? record : write(record, said, code);
      case FAIL -> throw bad(record, said, code);
    };
  }

  private Object inField(R record) {
    Object source = source(record);
    if (source instanceof Struct struct) {
      return field.read(struct);
    }
    return source instanceof Map<?, ?> map ? field.read(map) : null;
  }

  private Object inHeader(R record) {
    Header found = record.headers().lastWithName(header);
    return found == null ? null : found.value();
  }

  /** Null if this can be no code. */
  private String text(Object said) {
    if (said instanceof byte[] bytes && field == null) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    return said instanceof String text ? text : null;
  }

  private R write(R record, Object said, String code) {
    if (header != null) {
      return field == null && code.equals(text(said)) ? record : writeHeader(record, said, code);
    }
    if (code.equals(said)) {
      return record;
    }
    Object source = source(record);
    return withSource(
        record,
        source instanceof Struct struct
            ? field.with(struct, code)
            : field.with((Map<?, ?>) source, code));
  }

  private R writeHeader(R record, Object said, String code) {
    Headers headers = record.headers().duplicate().remove(header);
    if (said instanceof byte[]) {
      headers.add(
          header,
          code.getBytes(StandardCharsets.UTF_8),
          record.headers().lastWithName(header).schema());
    } else {
      headers.add(header, code, Schema.STRING_SCHEMA);
    }
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        record.valueSchema(),
        record.value(),
        record.timestamp(),
        headers);
  }

  private DataException bad(R record, Object said, String code) {
    String where = field == null ? "header '" + header + "'" : "field '" + field + "'";
    String why;
    if (code != null) {
      why =
          "the code '"
              + code
              + "' in "
              + where
              + " is none of "
              + String.join(", ", codes.keySet())
              + " (from, mapping)";
    } else if (said != null) {
      why = where + " must have a text, but has a " + said.getClass().getSimpleName();
    } else if (field != null && !hasFields(record)) {
      why =
          "the "
              + sourceName()
              + " must be a struct or a map, with "
              + where
              + " (field.name), but is a "
              + source(record).getClass().getSimpleName();
    } else if (isThere(record)) {
      why = where + " is NULL";
    } else {
      why =
          "there is no "
              + where
              + (field == null
                  ? " (header.name)"
                  : " (field.name); the "
                      + sourceName()
                      + "'s fields are "
                      + Structs.fields(source(record)));
    }
    return new DataException(
        Where.of(record) + ": " + why + "; unknown.behavior=pass or drop lets it through");
  }

  private boolean hasFields(R record) {
    return source(record) instanceof Struct || source(record) instanceof Map;
  }

  private boolean isThere(R record) {
    if (field == null) {
      return record.headers().lastWithName(header) != null;
    }
    return source(record) instanceof Struct struct
        ? field.isIn(struct.schema())
        : field.isIn((Map<?, ?>) source(record));
  }

  /** What has the field. */
  Object source(R record) {
    return record.value();
  }

  String sourceName() {
    return "value";
  }

  R withSource(R record, Object source) {
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        record.valueSchema(),
        source,
        record.timestamp());
  }

  @Override
  public void close() {}

  /** The same, for codes in a field of the key. */
  public static final class Key<R extends ConnectRecord<R>> extends OpCodes<R> {
    @Override
    Object source(R record) {
      return record.key();
    }

    @Override
    String sourceName() {
      return "key";
    }

    @Override
    R withSource(R record, Object source) {
      return record.newRecord(
          record.topic(),
          record.kafkaPartition(),
          record.keySchema(),
          source,
          record.valueSchema(),
          record.value(),
          record.timestamp());
    }
  }

  /** The same, for codes in a field of the value. */
  public static final class Value<R extends ConnectRecord<R>> extends OpCodes<R> {}
}
