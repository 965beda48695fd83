package io.deltaconnect.table.file;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.UnsupportedTableException;
import io.deltaconnect.table.row.CharType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/** Finds the table's columns in the schema of one file. */
final class ColumnFinder {
  private final ColumnMapping mapping;
  private final String file;

  /**
   * @param file for messages
   */
  ColumnFinder(ColumnMapping mapping, String file) {
    this.mapping = mapping;
    this.file = file;
  }

  /**
   * The column of a field; null if the file does not have it.
   *
   * @throws IOException naming column and file, if the file has it in a type that cannot be read as
   *     the table's
   */
  FileColumn find(StructField field, GroupType schema) throws IOException {
    return find(field, schema, field.getName());
  }

  private FileColumn find(StructField field, GroupType group, String path) throws IOException {
    Type stored = match(field, group, path);
    if (stored == null) {
      return null;
    }
    FileColumn column = column(field.getDataType(), stored, path);
    int length = CharType.length(field);
    return length > 0 && column instanceof ScalarColumn text ? text.filled(length) : column;
  }

  private Type match(StructField field, GroupType group, String path) throws IOException {
    Integer id = mapping.fieldId(field);
    if (mapping == ColumnMapping.ID && id != null && hasIds(group)) {
      for (Type type : group.getFields()) {
        if (type.getId() != null && type.getId().intValue() == id) {
          return type;
        }
      }
      return null;
    }
    String name = mapping.physicalName(field);
    if (group.containsField(name)) {
      return group.getType(name);
    }
    return mapping == ColumnMapping.NONE ? matchIgnoringCase(name, group, path) : null;
  }

  private Type matchIgnoringCase(String name, GroupType group, String path) throws IOException {
    Type found = null;
    // Not equalsIgnoreCase: to that the dotless i of Turkish is an i as well.
    String folded = name.toLowerCase(Locale.ROOT);
    for (Type type : group.getFields()) {
      if (type.getName().toLowerCase(Locale.ROOT).equals(folded)) {
        if (found != null) {
          throw new UnsupportedTableException(
              "column " + path + " is " + found.getName() + " or " + type.getName() + in(file));
        }
        found = type;
      }
    }
    return found;
  }

  private static boolean hasIds(GroupType group) {
    for (Type type : group.getFields()) {
      if (type.getId() != null) {
        return true;
      }
    }
    return false;
  }

  private FileColumn column(DataType type, Type stored, String path) throws IOException {
    FileColumn column = null;
    if (type instanceof StructType struct) {
      if (!stored.isPrimitive() && stored.getLogicalTypeAnnotation() == null) {
        column = struct(struct, stored.asGroupType(), path);
      }
    } else if (type instanceof ArrayType array) {
      column = list(array, stored, path);
    } else if (type instanceof MapType map) {
      column = map(map, stored, path);
    } else if (stored.isPrimitive() && !stored.isRepetition(Repetition.REPEATED)) {
      column = scalar(type, stored.asPrimitiveType());
    }
    if (column == null) {
      throw new UnsupportedTableException(
          "column "
              + path
              + " of type "
              + type
              + " is stored as "
              + stored
              + in(file)
              + ", which cannot be read as that type");
    }
    return column;
  }

  private static FileColumn scalar(DataType type, PrimitiveType stored) {
    ScalarDecoder decoder = ScalarDecoders.of(type, stored);
    return decoder == null ? null : new ScalarColumn(stored, decoder);
  }

  private StructColumn struct(StructType struct, GroupType stored, String path) throws IOException {
    List<FileColumn> fields = new ArrayList<>();
    List<Integer> ordinals = new ArrayList<>();
    for (int i = 0; i < struct.length(); i++) {
      StructField field = struct.at(i);
      FileColumn column = find(field, stored, path + "." + field.getName());
      if (column != null) {
        fields.add(column);
        ordinals.add(i);
      }
    }
    if (fields.isEmpty()) {
      fields.add(new IgnoredColumn(stored.getType(0)));
      ordinals.add(-1);
    }
    return new StructColumn(stored, fields, ordinals, struct.length());
  }

  private ListColumn list(ArrayType array, Type stored, String path) throws IOException {
    if (stored.isPrimitive()
        || !(stored.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation)
        || stored.asGroupType().getFieldCount() != 1
        || !stored.asGroupType().getType(0).isRepetition(Repetition.REPEATED)) {
      return null;
    }
    GroupType list = stored.asGroupType();
    Type repeated = list.getType(0);
    boolean twoLevels = isElement(repeated, list.getName());
    Type element = twoLevels ? repeated : repeated.asGroupType().getType(0);
    String elementPath = path + ".element";
    FileColumn column;
    if (twoLevels && repeated.isPrimitive()) {
      column = scalar(array.getElementType(), repeated.asPrimitiveType());
    } else {
      column = column(array.getElementType(), element, elementPath);
    }
    return column == null ? null : new ListColumn(list, column, twoLevels);
  }

  /** The rules for lists without a level of their own (Parquet's LogicalTypes, "Lists"). */
  private static boolean isElement(Type repeated, String listName) {
    if (repeated.isPrimitive() || repeated.asGroupType().getFieldCount() > 1) {
      return true;
    }
    String name = repeated.getName();
    return name.equals("array") || name.equals(listName + "_tuple");
  }

  private MapColumn map(MapType map, Type stored, String path) throws IOException {
    if (stored.isPrimitive()
        || !isMap(stored)
        || stored.asGroupType().getFieldCount() != 1
        || stored.asGroupType().getType(0).isPrimitive()) {
      return null;
    }
    GroupType entry = stored.asGroupType().getType(0).asGroupType();
    if (entry.getFieldCount() != 2) {
      return null;
    }
    return new MapColumn(
        stored.asGroupType(),
        column(map.getKeyType(), entry.getType(0), path + ".key"),
        column(map.getValueType(), entry.getType(1), path + ".value"));
  }

  private static boolean isMap(Type stored) {
    return stored.getLogicalTypeAnnotation() != null
        && stored.getLogicalTypeAnnotation().toString().toUpperCase(Locale.ROOT).startsWith("MAP");
  }

  private static String in(String file) {
    return " in file " + file;
  }
}
