package io.deltaconnect.integration;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Spark's rows in plain Java values that compare by content: a row or struct is a map by column
 * name, binary a {@link ByteBuffer}, a date a {@code LocalDate}, a timestamp an {@code Instant}.
 */
final class SparkRows {
  private SparkRows() {}

  static List<Map<String, Object>> plain(List<Row> rows) {
    List<Map<String, Object>> plain = new ArrayList<>(rows.size());
    for (Row row : rows) {
      plain.add(plain(row));
    }
    return plain;
  }

  static Map<String, Object> plain(Row row) {
    Map<String, Object> plain = new TreeMap<>();
    String[] names = row.schema().fieldNames();
    for (int i = 0; i < names.length; i++) {
      plain.put(names[i], value(row.get(i)));
    }
    return plain;
  }

  private static Object value(Object value) {
    if (value instanceof Row row) {
      return plain(row);
    }
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    if (value instanceof Seq<?> seq) {
      List<Object> list = new ArrayList<>();
      for (Object element : CollectionConverters.asJava(seq)) {
        list.add(value(element));
      }
      return list;
    }
    if (value instanceof scala.collection.Map<?, ?> map) {
      Map<Object, Object> plain = new HashMap<>();
      CollectionConverters.asJava(map).forEach((k, v) -> plain.put(value(k), value(v)));
      return plain;
    }
    return value instanceof BigDecimal decimal ? decimal.stripTrailingZeros() : value;
  }
}
