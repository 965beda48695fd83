package io.deltaconnect.table.file;

import io.delta.kernel.expressions.Column;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which columns have statistics: those of {@code delta.dataSkippingStatsColumns} and all inside
 * them, else the first {@code delta.dataSkippingNumIndexedCols} ones, leaves of structs counted one
 * by one, an array or map as one that has no statistics.
 */
final class StatisticsColumns {
  private static final int DEFAULT_COUNT = 32;
  private static final Pattern NAME_PART = Pattern.compile("`((?:[^`]|``)*)`|([^.`]+)");

  private final ColumnMapping mapping;
  private final Set<List<String>> named;
  private final int count;
  private final List<Leaf> leaves = new ArrayList<>();
  private int seen;

  /**
   * A column with statistics.
   *
   * @param column by physical name
   */
  record Leaf(Column column, DataType type) {}

  private StatisticsColumns(ColumnMapping mapping, Map<String, String> tableProperties) {
    this.mapping = mapping;
    String names = tableProperties.get("delta.dataSkippingStatsColumns");
    this.named = names == null ? null : parse(names);
    this.count =
        Integer.parseInt(
            tableProperties.getOrDefault(
                "delta.dataSkippingNumIndexedCols", String.valueOf(DEFAULT_COUNT)));
  }

  /**
   * @param columns of the files: those of the table but the partition columns
   */
  static List<Leaf> of(
      List<StructField> columns, ColumnMapping mapping, Map<String, String> tableProperties) {
    StatisticsColumns chosen = new StatisticsColumns(mapping, tableProperties);
    chosen.walk(columns, new Column(new String[0]), List.of(), false);
    return List.copyOf(chosen.leaves);
  }

  private void walk(List<StructField> fields, Column parent, List<String> path, boolean inside) {
    for (StructField field : fields) {
      List<String> fieldPath = new ArrayList<>(path);
      fieldPath.add(field.getName().toLowerCase(Locale.ROOT));
      Column column = parent.appendNestedField(mapping.physicalName(field));
      boolean wanted = inside || (named != null && named.contains(fieldPath));
      if (field.getDataType() instanceof StructType struct) {
        walk(struct.fields(), column, fieldPath, wanted);
        continue;
      }
      boolean within = count < 0 || seen < count;
      seen++;
      boolean scalar =
          !(field.getDataType() instanceof ArrayType) && !(field.getDataType() instanceof MapType);
      if (scalar && (named == null ? within : wanted)) {
        leaves.add(new Leaf(column, field.getDataType()));
      }
    }
  }

  private static Set<List<String>> parse(String names) {
    Set<List<String>> parsed = new HashSet<>();
    for (String name : names.split(",(?=(?:[^`]*`[^`]*`)*[^`]*$)", -1)) {
      List<String> parts = new ArrayList<>();
      Matcher part = NAME_PART.matcher(name.strip());
      while (part.find()) {
        String text = part.group(1) == null ? part.group(2) : part.group(1).replace("``", "`");
        parts.add(text.toLowerCase(Locale.ROOT));
      }
      parsed.add(parts);
    }
    return parsed;
  }
}
