package io.deltaconnect.source.record;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.deltaconnect.table.row.TypeWidening;
import java.util.ArrayList;
import java.util.List;

/**
 * What a new schema has that readers of the old one's records, or readers of the new one's that
 * find old records in the topic, may not understand. New columns that may be NULL, columns that may
 * be NULL from now on, another order and numbers that become wider are no such thing.
 */
final class SchemaChanges {
  private static final String COLUMN_ID = "delta.columnMapping.id";

  private final List<String> found = new ArrayList<>();

  private SchemaChanges() {}

  /** A sentence each; empty if there is nothing of the kind. */
  static List<String> between(StructType before, StructType after) {
    SchemaChanges changes = new SchemaChanges();
    changes.structs(before, after, "");
    return changes.found;
  }

  private void structs(StructType before, StructType after, String prefix) {
    for (StructField old : before.fields()) {
      StructField same = sameId(old, after);
      if (same != null && !same.getName().equals(old.getName())) {
        // Another column may have its name by now, even one of the same type.
        found.add("column %s%s was renamed to %s".formatted(prefix, old.getName(), same.getName()));
        continue;
      }
      int place = after.indexOf(old.getName());
      if (place < 0) {
        found.add("column %s%s was dropped".formatted(prefix, old.getName()));
        continue;
      }
      StructField field = after.at(place);
      String path = prefix + old.getName();
      nullability(old.isNullable(), field.isNullable(), path);
      types(old.getDataType(), field.getDataType(), path);
    }
    for (StructField field : after.fields()) {
      boolean isNew = before.indexOf(field.getName()) < 0 && sameId(field, before) == null;
      if (isNew && !field.isNullable()) {
        found.add("column %s%s is new and NOT NULL".formatted(prefix, field.getName()));
      }
    }
  }

  /** The field that has the values of another one in files; null if there is none. */
  static StructField sameColumn(StructField field, StructType among) {
    if (id(field) != null) {
      return sameId(field, among);
    }
    int place = among.indexOf(field.getName());
    return place < 0 ? null : among.at(place);
  }

  private static StructField sameId(StructField field, StructType among) {
    Object id = id(field);
    if (id != null) {
      for (StructField other : among.fields()) {
        if (id.equals(id(other))) {
          return other;
        }
      }
    }
    return null;
  }

  private static Object id(StructField field) {
    FieldMetadata metadata = field.getMetadata();
    return metadata.contains(COLUMN_ID) ? metadata.get(COLUMN_ID) : null;
  }

  private void nullability(boolean before, boolean after, String path) {
    if (before && !after) {
      found.add("column %s became NOT NULL".formatted(path));
    }
  }

  private void types(DataType before, DataType after, String path) {
    if (before instanceof StructType a && after instanceof StructType b) {
      structs(a, b, path + ".");
    } else if (before instanceof ArrayType a && after instanceof ArrayType b) {
      nullability(a.containsNull(), b.containsNull(), path + ".element");
      types(a.getElementType(), b.getElementType(), path + ".element");
    } else if (before instanceof MapType a && after instanceof MapType b) {
      types(a.getKeyType(), b.getKeyType(), path + ".key");
      nullability(a.isValueContainsNull(), b.isValueContainsNull(), path + ".value");
      types(a.getValueType(), b.getValueType(), path + ".value");
    } else if (!isReadable(before, after)) {
      found.add("column %s was %s and is %s".formatted(path, name(before), name(after)));
    }
  }

  /** Structs in messages would be endless. */
  private static String name(DataType type) {
    return type instanceof StructType ? "struct" : type.toString();
  }

  /** Whether readers of the wider type understand values of the other. */
  private static boolean isReadable(DataType before, DataType after) {
    if (before.equals(after) || (before instanceof StringType && after instanceof StringType)) {
      return true;
    }
    if (before instanceof DecimalType a && after instanceof DecimalType b) {
      return a.getScale() == b.getScale() && a.getPrecision() <= b.getPrecision();
    }
    // What a column may become of another kind is another type in the topic.
    return !(after instanceof DecimalType)
        && !(after instanceof TimestampNTZType)
        && TypeWidening.widens(before, after);
  }
}
