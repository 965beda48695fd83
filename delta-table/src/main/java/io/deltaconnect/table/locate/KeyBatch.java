package io.deltaconnect.table.locate;

import io.delta.kernel.types.StructField;
import io.deltaconnect.table.row.Key;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The keys of a batch, prepared for looking at one column after another: the numbers of the first
 * column's value and the next one's together have a number, and so on; the last number is a key's.
 * A combination that no key has has none, so that a row is given up at the first column that does
 * not fit. Immutable, thread-safe.
 */
final class KeyBatch {
  private final List<Column> columns;
  private final LongIds[] combinations;
  private final Key[] keys;

  /**
   * A key column.
   *
   * @param partition whether it is a partition column
   */
  record Column(StructField field, boolean partition, ColumnKeys values) {}

  private KeyBatch(List<Column> columns, LongIds[] combinations, Key[] keys) {
    this.columns = columns;
    this.combinations = combinations;
    this.keys = keys;
  }

  /**
   * @param fields the columns of the keys' values, in their order
   * @param partitionColumns names of partition columns
   */
  static KeyBatch of(List<StructField> fields, List<String> partitionColumns, Set<Key> keys) {
    List<Column> columns = new ArrayList<>();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      StructField field = fields.get(i);
      ColumnKeys values = ColumnKeys.of(field.getDataType(), keys.size());
      for (Key key : keys) {
        values.add(key.get(i));
      }
      values.sort();
      columns.add(new Column(field, partitionColumns.contains(field.getName()), values));
      order.add(i);
    }
    // What is known of whole files first, then the column that excludes most rows.
    order.sort(
        Comparator.comparing((Integer i) -> !columns.get(i).partition())
            .thenComparing(i -> -columns.get(i).values().size()));
    LongIds[] combinations = new LongIds[fields.size()];
    for (int c = 1; c < combinations.length; c++) {
      combinations[c] = new LongIds(keys.size());
    }
    Key[] byNumber = new Key[keys.size()];
    for (Key key : keys) {
      int number = -1;
      for (int c = 0; c < order.size(); c++) {
        int i = order.get(c);
        int value = columns.get(i).values().find(key.get(i));
        number = c == 0 ? value : combinations[c].add(pair(number, value));
      }
      byNumber[number] = key;
    }
    return new KeyBatch(order.stream().map(columns::get).toList(), combinations, byNumber);
  }

  /** In the order in which they are to be looked at, partition columns first. */
  List<Column> columns() {
    return columns;
  }

  /**
   * The number of a combination, -1 if no key has it.
   *
   * @param column of the last value
   * @param number of the values of the columns before; of no meaning for the first
   * @param value number of the value in the column, not negative
   */
  int combine(int column, int number, int value) {
    return column == 0 ? value : combinations[column].find(pair(number, value));
  }

  /** The key with the number of all its values. */
  Key key(int number) {
    return keys[number];
  }

  private static long pair(int number, int value) {
    return (long) number << 32 | value;
  }
}
