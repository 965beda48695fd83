package io.deltaconnect.table.merge;

import io.deltaconnect.table.row.Key;
import java.util.List;

/**
 * Changes need a row that the table does not have: {@link Change#rowRequired}, or a partial row
 * that keeps a NOT NULL column. Nothing was committed.
 */
public final class MissingRowsException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 5;

  private final transient List<Key> keys;

  /** Without the rows of these keys. */
  public MissingRowsException(List<Key> keys) {
    this(keys, null);
  }

  MissingRowsException(List<Key> keys, MissingRowsException cause) {
    super(
        "%d changes need the stored row, and there is none with the keys %s%s"
            .formatted(
                keys.size(),
                keys.subList(0, Math.min(keys.size(), SHOWN)),
                keys.size() > SHOWN ? " and others" : ""),
        cause);
    this.keys = List.copyOf(keys);
  }

  /** All keys for which this holds in the snapshot that the commit would have built on. */
  public List<Key> keys() {
    return keys;
  }
}
