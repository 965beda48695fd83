package io.deltaconnect.sink.convert;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.connect.errors.DataException;

/**
 * Fills a struct, or a row, from a map without a schema. Fields that the map lacks stay as they
 * are.
 */
public final class UntypedStruct {
  private final Columns columns;
  private final Converter[] converters;
  private final String path;
  private final Predicate<String> wanted;
  private final KeptValues kept;

  /** Every field counts, whatever its value. */
  UntypedStruct(StructType struct, String path, Predicate<String> wanted) {
    this(struct, path, wanted, KeptValues.NONE);
  }

  /**
   * @param path of the struct, empty for a row
   * @param wanted says of a field's name whether it is to be read
   * @param kept which values of a row are kept; {@link KeptValues#missing} is left to the caller
   */
  public UntypedStruct(StructType struct, String path, Predicate<String> wanted, KeptValues kept) {
    this.kept = kept;
    this.wanted = wanted;
    this.columns = new Columns(struct);
    this.path = path;
    this.converters = new Converter[columns.size()];
    for (int i = 0; i < converters.length; i++) {
      StructField field = columns.at(i);
      converters[i] = Untyped.to(field, Errors.path(path, field.getName()));
    }
  }

  public int size() {
    return converters.length;
  }

  /**
   * @throws MissingColumnException if the map has a value, neither unavailable nor one that says
   *     nothing about its type (null, an empty map or list), for a field the struct lacks
   * @throws DataException if a value does not fit, or two names differ by case only
   */
  public void fill(Map<?, ?> map, Object[] row) {
    boolean[] seen = new boolean[converters.length];
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String name = String.valueOf(entry.getKey());
      if (!wanted.test(name)) {
        continue;
      }
      int i = columns.indexOf(name);
      if (i < 0) {
        if (!InferredTypes.isTold(entry.getValue()) || kept.isUnavailable(entry.getValue())) {
          continue;
        }
        throw new MissingColumnException(Errors.path(path, name));
      }
      if (seen[i]) {
        throw Errors.twice(Errors.path(path, name));
      }
      seen[i] = true;
      row[i] = convert(i, entry.getValue());
    }
    if (!path.isEmpty()) {
      NotNull.check(columns, row, path);
    }
  }

  private Object convert(int i, Object value) {
    if (value == null) {
      return kept.inPlaceOfNull();
    }
    if (kept.isUnavailable(value)) {
      return kept.inPlaceOfUnavailable();
    }
    try {
      return converters[i].convert(value);
    } catch (ColumnException | MissingColumnException e) {
      throw e;
    } catch (DataException e) {
      throw new ColumnException(Errors.path(path, columns.at(i).getName()), e);
    }
  }
}
