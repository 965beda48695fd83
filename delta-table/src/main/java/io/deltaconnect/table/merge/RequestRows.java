package io.deltaconnect.table.merge;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.row.RequiredValues;
import io.deltaconnect.table.row.RowProjection;
import java.util.ArrayList;
import java.util.List;

/** Brings rows of a request into the layout of the table and checks that they may stand there. */
public final class RequestRows {
  private final TableLayout table;
  private final RowProjection projection;
  private final RequiredValues required;
  private final int[] partitionColumns;

  /**
   * @param rows how the rows lie; the table has all of their columns
   */
  public RequestRows(StructType rows, TableLayout table) {
    this.table = table;
    this.projection = RowProjection.of(rows, table.schema());
    this.required = RequiredValues.of(table.schema());
    this.partitionColumns =
        table.partitionColumns().stream().mapToInt(table.schema()::indexOf).toArray();
  }

  /**
   * The changes with rows in the layout of the table.
   *
   * @throws SchemaMismatchException naming column and key, if a column that is NOT NULL has none
   */
  public List<Change> changes(List<Change> changes) {
    List<Change> projected = new ArrayList<>(changes.size());
    for (Change change : changes) {
      projected.add(change.row() == null ? change : change(change));
    }
    return projected;
  }

  private Change change(Change change) {
    boolean partial = change.partial();
    Object[] row = partial ? projection.applyPartial(change.row()) : projection.apply(change.row());
    row = checked(change.row(), row, change.key(), -1);
    boolean rowRequired = change.rowRequired() || (partial && required.keepsRequired(row));
    return row == change.row() && rowRequired == change.rowRequired()
        ? change
        : new Change(change.key(), row, partial, rowRequired);
  }

  /**
   * Rows in the layout of the table.
   *
   * @throws SchemaMismatchException naming column and place in the list, if a column that is NOT
   *     NULL has none
   */
  public List<Object[]> rows(List<Object[]> rows) {
    List<Object[]> projected = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      projected.add(checked(rows.get(i), projection.apply(rows.get(i)), null, i));
    }
    return projected;
  }

  private Object[] checked(Object[] original, Object[] projected, Key key, int index) {
    Object[] row = withoutEmptyPartitions(original, projected);
    String missing = required.firstMissing(row);
    if (missing != null) {
      throw new SchemaMismatchException(
          "table "
              + table.tablePath()
              + ": column "
              + missing
              + " is NOT NULL and has no value in the row "
              + (key == null ? "at index " + index : "with key " + key));
    }
    return row;
  }

  /** Delta knows no empty string in a partition column: it is NULL there. */
  private Object[] withoutEmptyPartitions(Object[] original, Object[] row) {
    Object[] result = row;
    for (int column : partitionColumns) {
      Object value = row[column];
      if ((value instanceof String text && text.isEmpty())
          || (value instanceof byte[] bytes && bytes.length == 0)) {
        if (result == original) {
          result = row.clone();
        }
        result[column] = null;
      }
    }
    return result;
  }
}
