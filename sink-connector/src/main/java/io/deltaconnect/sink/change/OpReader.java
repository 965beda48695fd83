package io.deltaconnect.sink.change;

import io.deltaconnect.sink.config.OpConfig;
import io.deltaconnect.sink.convert.TypedStruct;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Tells what a record does: its header says, else its field, else that it has a value (upsert) or
 * not (delete).
 */
public final class OpReader {
  private final OpConfig config;
  private final Map<String, Op> ops = new HashMap<>();

  public OpReader(OpConfig config) {
    this.config = config;
    put(config.upsertValues(), Op.UPSERT);
    put(config.deleteValues(), Op.DELETE);
    put(config.truncateValues(), Op.TRUNCATE);
    put(config.ignoreValues(), Op.IGNORE);
  }

  private void put(List<String> values, Op op) {
    values.forEach(value -> ops.put(value, op));
  }

  /**
   * @throws DataException if the operation is not known, or is an upsert without a value
   */
  public Op read(SinkRecord record) {
    if (!config.configured()) {
      return record.value() == null ? Op.DELETE : Op.UPSERT;
    }
    String said = said(record);
    if (said == null && record.value() == null) {
      return Op.DELETE;
    }
    Op op = said == null ? null : ops.get(said);
    if (op == null) {
      op = unknown(said, record);
    }
    if (op == Op.UPSERT && record.value() == null) {
      throw new DataException("the operation '" + said + "' needs a value, but the value is null");
    }
    return op;
  }

  private String said(SinkRecord record) {
    if (config.header() != null) {
      Header header = record.headers().lastWithName(config.header());
      if (header != null && header.value() != null) {
        return text(header.value());
      }
    }
    if (config.field() == null || record.value() == null) {
      return null;
    }
    Object value = null;
    if (record.value() instanceof Struct struct) {
      Field field = struct.schema().field(config.field());
      value = field == null ? null : TypedStruct.read(struct, field);
    } else if (record.value() instanceof Map<?, ?> map) {
      value = map.get(config.field());
    }
    return value == null ? null : text(value);
  }

  private static String text(Object value) {
    if (value instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    if (value instanceof ByteBuffer buffer) {
      return StandardCharsets.UTF_8.decode(buffer.duplicate()).toString();
    }
    return value.toString();
  }

  private Op unknown(String said, SinkRecord record) {
    return switch (config.unknown()) {
      case IGNORE -> Op.IGNORE;
      case UPSERT -> Op.UPSERT;
      case FAIL -> {
        String why = said == null ? noField(record) : null;
        if (why != null) {
          throw new DataException(why);
        }
        throw new DataException(
            (said == null
                    ? "the record says no operation"
                    : "the operation '" + said + "' is in none of the op.*.values lists")
                + "; op.unknown.behavior=ignore or upsert lets it pass");
      }
    };
  }

  /** Says that the value lacks the field, perhaps by a misspelling; null if it does not. */
  private String noField(SinkRecord record) {
    String field = config.field();
    if (field == null) {
      return null;
    }
    Collection<String> fields = Fields.names(record.value());
    return fields.contains(field)
        ? null
        : "the value has no field '"
            + field
            + "' (op.field); its fields are "
            + String.join(", ", fields);
  }
}
