package io.deltaconnect.source;

import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** Records as text. */
final class Rows {
  private Rows() {}

  /** E.g. {@code v3 insert 7 Ann}, in the order they came. */
  static List<String> of(List<SourceRecord> records) {
    return records.stream().map(Rows::of).toList();
  }

  static String of(SourceRecord record) {
    Struct value = (Struct) record.value();
    StringBuilder text =
        new StringBuilder("v")
            .append(value.get("_commit_version"))
            .append(' ')
            .append(value.get("_change_type"));
    for (Field field : value.schema().fields()) {
      if (!field.name().startsWith("_c")) {
        text.append(' ').append(value.get(field));
      }
    }
    return text.toString();
  }
}
