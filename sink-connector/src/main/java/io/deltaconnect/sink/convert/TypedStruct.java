package io.deltaconnect.sink.convert;

import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Fills a struct, or a row, from structs of one schema. Fields that the schema lacks stay as they
 * are.
 */
public final class TypedStruct {
  private final Columns columns;
  private final String path;
  private final Field[] fields;
  private final int[] targets;
  private final Converter[] converters;
  private final KeptValues kept;
  private final boolean[] maybeUnavailable;

  /** Every field that the schema has counts, whatever its value. */
  TypedStruct(Schema schema, StructType struct, String path, Predicate<String> wanted) {
    this(schema, struct, path, wanted, KeptValues.NONE);
  }

  /**
   * @param path of the struct, empty for a row
   * @param wanted says of a field's name whether it is to be read
   * @param kept which values of a row are kept; {@link KeptValues#missing} is left to the caller
   * @throws MissingColumnException if a wanted field has no column
   * @throws DataException if a field's type does not fit its column, or two names differ by case
   */
  public TypedStruct(
      Schema schema, StructType struct, String path, Predicate<String> wanted, KeptValues kept) {
    this.kept = kept;
    this.columns = new Columns(struct);
    this.path = path;
    boolean[] seen = new boolean[columns.size()];
    List<Field> chosen = new ArrayList<>();
    for (Field field : schema.fields()) {
      if (!wanted.test(field.name())) {
        continue;
      }
      String fieldPath = Errors.path(path, field.name());
      int i = columns.indexOf(field.name());
      if (i < 0) {
        throw new MissingColumnException(fieldPath);
      }
      if (seen[i]) {
        throw Errors.twice(fieldPath);
      }
      seen[i] = true;
      chosen.add(field);
    }
    this.fields = chosen.toArray(new Field[0]);
    this.targets = new int[fields.length];
    this.converters = new Converter[fields.length];
    this.maybeUnavailable = new boolean[fields.length];
    for (int f = 0; f < fields.length; f++) {
      maybeUnavailable[f] =
          kept.unavailable() != null && UnavailableValue.hasForm(fields[f].schema());
      targets[f] = columns.indexOf(fields[f].name());
      converters[f] =
          Typed.to(fields[f].schema(), columns.at(targets[f]), Errors.path(path, fields[f].name()));
    }
  }

  Columns columns() {
    return columns;
  }

  int size() {
    return columns.size();
  }

  /** Refuses schemas that lack a NOT NULL field of the struct. */
  void checkNullable() {
    boolean[] given = new boolean[columns.size()];
    for (int target : targets) {
      given[target] = true;
    }
    for (int i = 0; i < given.length; i++) {
      if (!given[i] && !columns.at(i).isNullable()) {
        throw new DataException(
            "column "
                + Errors.path(path, columns.at(i).getName())
                + " is NOT NULL, but the record's schema does not have it");
      }
    }
  }

  /**
   * @throws DataException if a value does not fit its column
   */
  public void fill(Struct struct, Object[] row) {
    for (int f = 0; f < fields.length; f++) {
      Object value = read(struct, fields[f]);
      row[targets[f]] = value == null ? kept.inPlaceOfNull() : cell(f, value);
    }
  }

  /** An explicit NULL stays NULL even if the field has a default. */
  public static Object read(Struct struct, Field field) {
    return field.schema().isOptional() ? struct.getWithoutDefault(field.name()) : struct.get(field);
  }

  private Object cell(int f, Object value) {
    return maybeUnavailable[f] && kept.isUnavailable(value)
        ? kept.inPlaceOfUnavailable()
        : convert(f, value);
  }

  private Object convert(int f, Object value) {
    try {
      return converters[f].convert(value);
    } catch (ColumnException e) {
      throw e;
    } catch (DataException e) {
      throw new ColumnException(Errors.path(path, fields[f].name()), e);
    }
  }
}
