package io.deltaconnect.table.file;

import java.io.Closeable;
import java.io.IOException;

/**
 * Rows of one file in position order.
 *
 * <pre>
 * while (rows.next()) { use(rows.position(), rows.row()); }
 * </pre>
 */
public interface RowIterator extends Closeable {
  /**
   * Makes the first {@link #next} fast, where that takes little memory. Another thread may call it,
   * before the first {@code next}.
   */
  default void load() throws IOException {}

  /** Moves to the next row; false when there is none. */
  boolean next() throws IOException;

  /** Position of the current row in its file, from 0, dead rows counted. */
  long position();

  /** The current row in the order of the layout's schema; the array is the caller's to keep. */
  Object[] row();

  /** The {@code _change_type} of the current row; null in files that are not change data. */
  String changeType();
}
