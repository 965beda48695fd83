package io.deltaconnect.integration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructField;

/** The columns that a table has, or could have, chosen at random. All tables have an {@code id}. */
final class RandomColumns {
  static final String ID = "id";

  /** Few, so that names come again for other columns. */
  private static final List<String> MAPPED_NAMES = List.of("a", "b", "c", "d", "x y", "\u00fc.{z}");

  private final WrittenBySpark table;
  private final Random random;
  private final SqlValues values;
  private int names;

  RandomColumns(WrittenBySpark table, Random random) {
    this.table = table;
    this.random = random;
    this.values = new SqlValues(random);
  }

  /** A name that was not given before. */
  String nextName(String prefix) {
    return prefix + names++;
  }

  /** A value for a column. */
  String value(StructField field) {
    return values.of(field, isPartition(field));
  }

  /** Whether columns can be renamed and dropped. */
  boolean isMapped() {
    String mode = table.property("delta.columnMapping.mode");
    return mode.equals("name") || mode.equals("id");
  }

  boolean isPartition(StructField field) {
    return table.partitionColumns().contains(field.name());
  }

  static String quoted(String name) {
    return "`" + name + "`";
  }

  String anyType() {
    return SqlValues.TYPES[random.nextInt(SqlValues.TYPES.length)];
  }

  /** A name that the table has not, and never had if it finds columns by their names. */
  String newName() {
    if (isMapped()) {
      List<String> free = new ArrayList<>(MAPPED_NAMES);
      free.removeAll(Arrays.asList(table.schema().fieldNames()));
      if (!free.isEmpty()) {
        return free.get(random.nextInt(free.size()));
      }
    }
    return nextName("c");
  }

  /** Any but the id; null if there is none of the kind. */
  StructField any(Predicate<StructField> of) {
    List<StructField> fields =
        Arrays.stream(table.schema().fields())
            .filter(f -> !f.name().equals(ID))
            .filter(of)
            .toList();
    return fields.isEmpty() ? null : fields.get(random.nextInt(fields.size()));
  }

  /** Rows of ids from one to before another. */
  String rows(int from, int to) {
    return "SELECT "
        + Arrays.stream(table.schema().fields()).map(this::column).collect(Collectors.joining(", "))
        + " FROM range(%d, %d, 1, %d)".formatted(from, to, 1 + random.nextInt(3));
  }

  private String column(StructField field) {
    String value = field.name().equals(ID) ? ID : value(field);
    return value + " AS " + quoted(field.name());
  }
}
