package io.deltaconnect.sink.convert;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;

/** The columns of a table, or the fields of a struct, found by name whatever the case. */
public final class Columns {
  private final StructType struct;
  private final Map<String, Integer> exact = new HashMap<>();
  private final Map<String, Integer> folded = new HashMap<>();

  /**
   * @throws DataException if two names differ by case only
   */
  public Columns(StructType struct) {
    this.struct = struct;
    List<String> names = struct.fieldNames();
    for (int i = 0; i < names.size(); i++) {
      exact.put(names.get(i), i);
      Integer earlier = folded.put(fold(names.get(i)), i);
      if (earlier != null) {
        throw new DataException(
            "the fields '"
                + names.get(earlier)
                + "' and '"
                + names.get(i)
                + "' differ by case only, which Delta does not allow; columns.exclude leaves out"
                + " both");
      }
    }
  }

  /** The form of a name in which names that differ by case only are equal. */
  public static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The position of a column, -1 if there is none of that name. */
  public int indexOf(String name) {
    Integer index = exact.get(name);
    if (index == null) {
      index = folded.get(fold(name));
    }
    return index == null ? -1 : index;
  }

  public int size() {
    return exact.size();
  }

  public StructField at(int index) {
    return struct.at(index);
  }

  public StructType struct() {
    return struct;
  }
}
