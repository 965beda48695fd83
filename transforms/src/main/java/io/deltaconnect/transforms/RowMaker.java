package io.deltaconnect.transforms;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Makes rows of envelopes: all fields of an image in their order, then the operation code, then
 * fields of the envelope.
 */
final class RowMaker {
  private final String opField;
  private final List<AddedField> added;
  private final SchemaCache<RowSchemas> bySchema = new SchemaCache<>(this::schemas);

  /**
   * @param opField null if rows are to have no operation code
   */
  RowMaker(String opField, List<AddedField> added) {
    this.opField = opField;
    this.added = added;
  }

  /** Of the rows made of the images of one schema of envelopes; null where there is no image. */
  private record RowSchemas(Schema before, Schema after, Schema withoutRow) {}

  /** Whether rows are the images as they are. */
  boolean isPlain() {
    return opField == null && added.isEmpty();
  }

  /**
   * @param image the field of the envelope that has this row
   */
  Struct row(Struct envelope, String op, Field image, Struct row) {
    if (isPlain()) {
      return row;
    }
    RowSchemas schemas = bySchema.get(envelope.schema());
    Schema schema = image.name().equals("before") ? schemas.before : schemas.after;
    Struct made = new Struct(schema);
    List<Field> from = row.schema().fields();
    List<Field> to = schema.fields();
    for (int i = 0; i < from.size(); i++) {
      Object value = Structs.get(row, from.get(i));
      if (value != null) {
        made.put(to.get(i), value);
      }
    }
    return finish(made, from.size(), envelope, op);
  }

  Map<?, ?> row(Map<?, ?> envelope, String op, Map<?, ?> row) {
    if (isPlain()) {
      return row;
    }
    Map<Object, Object> made = new HashMap<>(row);
    if (opField != null) {
      checkFree(made.put(opField, op) == null && !row.containsKey(opField), opField);
    }
    for (AddedField field : added) {
      checkFree(!row.containsKey(field.name()), field.name());
      made.put(field.name(), field.read(envelope));
    }
    return made;
  }

  /** What a record without a row has for a value: the code and the envelope's fields, if any. */
  Struct withoutRow(Struct envelope, String op) {
    return finish(new Struct(bySchema.get(envelope.schema()).withoutRow), 0, envelope, op);
  }

  Map<?, ?> withoutRow(Map<?, ?> envelope, String op) {
    return row(envelope, op, Map.of());
  }

  private Struct finish(Struct made, int next, Struct envelope, String op) {
    List<Field> to = made.schema().fields();
    int i = next;
    if (opField != null) {
      made.put(to.get(i++), op);
    }
    for (AddedField field : added) {
      Object value = field.read(envelope);
      if (value != null) {
        made.put(to.get(i), value);
      }
      i++;
    }
    return made;
  }

  private RowSchemas schemas(Schema envelope) {
    Schema before = image(envelope, envelope.field("before"));
    Schema after = image(envelope, envelope.field("after"));
    // One schema for both, where they are equal: the next in line has fewer to look at.
    return new RowSchemas(
        after != null && after.equals(before) ? after : before,
        after,
        extended(SchemaBuilder.struct(), envelope));
  }

  private Schema image(Schema envelope, Field image) {
    if (image == null) {
      return null;
    }
    SchemaBuilder builder = Schemas.structLike(image.schema());
    for (Field field : image.schema().fields()) {
      builder.field(field.name(), field.schema());
    }
    return extended(builder, envelope);
  }

  private Schema extended(SchemaBuilder row, Schema envelope) {
    if (opField != null) {
      checkFree(row.field(opField) == null, opField);
      row.field(opField, Schema.STRING_SCHEMA);
    }
    for (AddedField field : added) {
      checkFree(row.field(field.name()) == null, field.name());
      row.field(field.name(), field.schema(envelope));
    }
    return row.build();
  }

  private static void checkFree(boolean free, String name) {
    if (!free) {
      throw new DataException(
          "the row has a field '" + name + "' already: op.field and add.fields need other names");
    }
  }
}
