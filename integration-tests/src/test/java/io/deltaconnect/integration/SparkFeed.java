package io.deltaconnect.integration;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The change feed of a table as Spark reads it, each version with the columns that it has itself.
 *
 * <p>Spark gives all versions of a reading the columns of one of them, the newest as a rule, and
 * refuses a reading that goes across a renamed or dropped column. So each version is read while it
 * is the newest.
 */
final class SparkFeed {
  private static final String COLUMN_ID = "delta.columnMapping.id";

  private final WrittenBySpark table;
  private final Map<Long, List<Map<String, Object>>> rows = new TreeMap<>();
  private final Map<Long, StructType> schemas = new HashMap<>();
  private long newest = -1;

  SparkFeed(WrittenBySpark table) {
    this.table = table;
  }

  /** Reads the versions that are new. To be called after each statement. */
  void readNew() {
    long from = newest + 1;
    newest = table.version();
    if (newest < from) {
      return;
    }
    rows.putAll(
        PublishedRows.versions(
            SparkRows.plain(
                table
                    .query(
                        "SELECT * FROM table_changes_by_path('%s', %d, %d)"
                            .formatted(table.path(), from, newest))
                    .collectAsList())));
    for (long version = from; version <= newest; version++) {
      schemas.put(version, table.schema());
    }
  }

  long newest() {
    return newest;
  }

  /** Asserts that records, which are all of these versions, are the changes of these versions. */
  void assertSame(Map<Long, List<Map<String, Object>>> published, long from, long to) {
    for (long version = Math.min(from, first(published)); version <= newest; version++) {
      boolean asked = from <= version && version <= to;
      SparkTable.assertSame(
          "changes of version %d, asked for %d to %d, of%n%s%n".formatted(version, from, to, table),
          published.getOrDefault(version, List.of()),
          asked ? rows.getOrDefault(version, List.of()) : List.of());
    }
  }

  private static long first(Map<Long, ?> published) {
    return published.keySet().stream().mapToLong(v -> v).min().orElse(Long.MAX_VALUE);
  }

  /**
   * The first version from one on whose schema readers of the one before may not understand; the
   * one after the newest if there is none.
   */
  long firstBreaking(long from) {
    for (long version = from; version <= newest; version++) {
      if (version > 0 && !isAdditive(schemas.get(version - 1), schemas.get(version))) {
        return version;
      }
    }
    return newest + 1;
  }

  private static boolean isAdditive(DataType before, DataType after) {
    if (before instanceof ArrayType a && after instanceof ArrayType b) {
      return isAdditive(a.elementType(), b.elementType());
    } else if (before instanceof MapType a && after instanceof MapType b) {
      return isAdditive(a.keyType(), b.keyType()) && isAdditive(a.valueType(), b.valueType());
    } else if (before instanceof StructType a && after instanceof StructType b) {
      return isAdditive(a, b);
    }
    return before.equals(after) || List.of("BIGINT", "DOUBLE").contains(after.sql());
  }

  private static boolean isAdditive(StructType before, StructType after) {
    List<String> oldNames = List.of(before.fieldNames());
    List<String> newNames = List.of(after.fieldNames());
    boolean additive = newNames.containsAll(oldNames);
    for (StructField field : after.fields()) {
      boolean known = oldNames.contains(field.name());
      StructField old = known ? before.apply(field.name()) : null;
      additive &= known ? isAdditive(old.dataType(), field.dataType()) : field.nullable();
      additive &= !known || field.nullable() || !old.nullable();
    }
    return additive && !swapsNames(before, after);
  }

  /** Whether columns have names that others had. */
  private static boolean swapsNames(StructType before, StructType after) {
    Map<Object, String> names = new HashMap<>();
    for (StructField field : before.fields()) {
      names.put(id(field), field.name());
    }
    for (StructField field : after.fields()) {
      Object id = id(field);
      if (id != null && !names.getOrDefault(id, field.name()).equals(field.name())) {
        return true;
      }
    }
    return false;
  }

  private static Object id(StructField field) {
    return field.metadata().contains(COLUMN_ID) ? field.metadata().getLong(COLUMN_ID) : null;
  }
}
