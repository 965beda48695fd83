package io.deltaconnect.source;

import io.deltaconnect.source.record.RecordParts;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/** About how much heap a record takes, in bytes. */
final class RecordSize {
  private static final int RECORD = 500;
  private static final int REFERENCE = 8;
  private static final int OBJECT = 24;

  private RecordSize() {}

  static long of(RecordParts parts) {
    return RECORD + value(parts.key()) + value(parts.value());
  }

  private static long value(Object value) {
    // Most values are texts and numbers; asking for interfaces takes long where the answer is no.
    if (value == null) {
      return 0;
    } else if (value instanceof String text) {
      return 2L * OBJECT + text.length();
    } else if (value instanceof BigDecimal) {
      return 3L * OBJECT;
    } else if (value instanceof Number || value instanceof Boolean || value instanceof Date) {
      return OBJECT;
    } else if (value instanceof Struct struct) {
      return struct(struct);
    } else if (value instanceof byte[] bytes) {
      return OBJECT + (long) bytes.length;
    } else if (value instanceof ByteBuffer buffer) {
      return 2L * OBJECT + buffer.remaining();
    } else if (value instanceof List<?> list) {
      return list(list);
    } else if (value instanceof Map<?, ?> map) {
      return map(map);
    }
    return OBJECT;
  }

  private static long struct(Struct struct) {
    long size = OBJECT;
    List<Field> fields = struct.schema().fields();
    for (int i = 0; i < fields.size(); i++) {
      size += REFERENCE + value(struct.get(fields.get(i)));
    }
    return size;
  }

  private static long list(List<?> list) {
    long size = 2L * OBJECT;
    for (Object element : list) {
      size += REFERENCE + value(element);
    }
    return size;
  }

  private static long map(Map<?, ?> map) {
    long size = 3L * OBJECT;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      size += 2L * OBJECT + value(entry.getKey()) + value(entry.getValue());
    }
    return size;
  }
}
