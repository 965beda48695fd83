package io.deltaconnect.table.file;

import java.io.IOException;
import java.util.function.LongPredicate;

/** Those rows of another iterator whose positions are wanted. */
final class FilteredRows implements RowIterator {
  private final RowIterator rows;
  private final LongPredicate wanted;

  FilteredRows(RowIterator rows, LongPredicate wanted) {
    this.rows = rows;
    this.wanted = wanted;
  }

  @Override
  public boolean next() throws IOException {
    while (rows.next()) {
      if (wanted.test(rows.position())) {
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
