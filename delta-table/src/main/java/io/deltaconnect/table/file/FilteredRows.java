package io.deltaconnect.table.file;

import io.deltaconnect.table.dv.DeletionVector;
import java.io.IOException;

/** Those rows of another iterator whose positions are in a vector, or those that are not. */
final class FilteredRows implements RowIterator {
  private final RowIterator rows;
  private final DeletionVector.Cursor vector;
  private final boolean wanted;

  /**
   * @param wanted whether the rows of the vector are wanted, or the others
   */
  FilteredRows(RowIterator rows, DeletionVector vector, boolean wanted) {
    this.rows = rows;
    this.vector = vector.cursor();
    this.wanted = wanted;
  }

  @Override
  public void load() throws IOException {
    rows.load();
  }

  @Override
  public boolean next() throws IOException {
    while (rows.next()) {
      long position = rows.position();
      if ((vector.seek(position) == position) == wanted) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long position() {
    return rows.position();
  }

  @Override
  public Object[] row() {
    return rows.row();
  }

  @Override
  public String changeType() {
    return rows.changeType();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
