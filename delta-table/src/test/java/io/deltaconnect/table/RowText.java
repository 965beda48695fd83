package io.deltaconnect.table;

import io.deltaconnect.table.row.MapEntries;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Rows as text, and bags of them, for assertions. */
public final class RowText {
  private RowText() {}

  public static String of(Object value) {
    if (value instanceof Object[] row) {
      String list = of(Arrays.asList(row));
      return "(" + list.substring(1, list.length() - 1) + ")";
    }
    if (value instanceof byte[] bytes) {
      return "0x" + Arrays.toString(bytes);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof List<?> list) {
      List<String> texts = new ArrayList<>();
      list.forEach(element -> texts.add(of(element)));
      return texts.toString();
    }
    if (value instanceof MapEntries map) {
      TreeSet<String> entries = new TreeSet<>();
      for (int i = 0; i < map.keys().length; i++) {
        entries.add(of(map.keys()[i]) + "->" + of(map.values()[i]));
      }
      return "{" + String.join(", ", entries) + "}";
    }
    return value instanceof String text ? "'" + text + "'" : String.valueOf(value);
  }

  /** How often each row is there. */
  public static Map<String, Integer> bag(Iterable<Object[]> rows) {
    Map<String, Integer> bag = new HashMap<>();
    rows.forEach(row -> bag.merge(of(row), 1, Integer::sum));
    return bag;
  }
}
