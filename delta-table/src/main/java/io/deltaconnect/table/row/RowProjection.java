package io.deltaconnect.table.row;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Brings rows of one layout into another that has the same columns and perhaps more, at any depth,
 * in another order or with names in another case (Delta's names are case-insensitive), or of wider
 * types ({@link TypeWidening}). Columns that only the target has become NULL. Immutable,
 * thread-safe.
 */
public final class RowProjection {
  /** Brings one value into the target's shape; null stands for "as it is". */
  private interface Step {
    Object apply(Object value);
  }

  /**
   * @param sources the place in the row of each column of the target, -1 if it has none
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record StructStep(int[] sources, Step[] steps) implements Step {
    @Override
    public Object[] apply(Object value) {
      Object[] row = (Object[]) value;
      Object[] projected = new Object[sources.length];
      for (int i = 0; i < sources.length; i++) {
        if (sources[i] >= 0) {
          projected[i] = project(row[sources[i]], steps[i]);
        }
      }
      return projected;
    }

    Object[] applyPartial(Object[] row) {
      Object[] projected = new Object[sources.length];
      for (int i = 0; i < sources.length; i++) {
        Object value = sources[i] < 0 ? Kept.KEPT : row[sources[i]];
        projected[i] = value == Kept.KEPT ? value : project(value, steps[i]);
      }
      return projected;
    }
  }

  private final StructStep step;

  private RowProjection(StructStep step) {
    this.step = step;
  }

  /**
   * @throws IllegalArgumentException if {@code to} lacks a column of {@code from}, or has it as a
   *     type to which that of {@code from} does not widen
   */
  public static RowProjection of(StructType from, StructType to) {
    return new RowProjection(structStep(from, to));
  }

  /** The row in the target's layout; the same array where the layouts do not differ. */
  public Object[] apply(Object[] row) {
    return step == null || row == null ? row : step.apply(row);
  }

  /**
   * Likewise a row that may keep values: columns that only the target has are {@link Kept#KEPT}.
   */
  public Object[] applyPartial(Object[] row) {
    return step == null ? row : step.applyPartial(row);
  }

  /** Whether the layouts do not differ. */
  public boolean isIdentity() {
    return step == null;
  }

  private static Step step(DataType from, DataType to) {
    if (from instanceof StructType a && to instanceof StructType b) {
      return structStep(a, b);
    }
    if (from instanceof ArrayType a && to instanceof ArrayType b) {
      Step element = step(a.getElementType(), b.getElementType());
      return element == null ? null : value -> list((List<?>) value, element);
    }
    if (from instanceof MapType a && to instanceof MapType b) {
      Step key = step(a.getKeyType(), b.getKeyType());
      Step value = step(a.getValueType(), b.getValueType());
      return key == null && value == null ? null : map -> map((MapEntries) map, key, value);
    }
    return from.equals(to) ? null : TypeWidening.conversion(from, to)::apply;
  }

  private static StructStep structStep(StructType from, StructType to) {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < from.length(); i++) {
      places.put(from.at(i).getName().toLowerCase(Locale.ROOT), i);
    }
    int[] sources = new int[to.length()];
    Step[] steps = new Step[to.length()];
    boolean identity = from.length() == to.length();
    int found = 0;
    for (int i = 0; i < sources.length; i++) {
      StructField field = to.at(i);
      Integer place = places.get(field.getName().toLowerCase(Locale.ROOT));
      sources[i] = place == null ? -1 : place;
      if (place != null) {
        found++;
        steps[i] = step(from.at(place).getDataType(), field.getDataType());
      }
      identity &= sources[i] == i && steps[i] == null;
    }
    if (found < from.length()) {
      throw new IllegalArgumentException(
          "columns " + from.fieldNames() + " are not all among " + to.fieldNames());
    }
    return identity ? null : new StructStep(sources, steps);
  }

  private static List<Object> list(List<?> values, Step step) {
    List<Object> projected = new ArrayList<>(values.size());
    for (Object value : values) {
      projected.add(project(value, step));
    }
    return projected;
  }

  private static MapEntries map(MapEntries map, Step key, Step value) {
    return new MapEntries(array(map.keys(), key), array(map.values(), value));
  }

  private static Object[] array(Object[] values, Step step) {
    if (step == null) {
      return values;
    }
    Object[] projected = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      projected[i] = project(values[i], step);
    }
    return projected;
  }

  private static Object project(Object value, Step step) {
    return step == null || value == null ? value : step.apply(value);
  }
}
