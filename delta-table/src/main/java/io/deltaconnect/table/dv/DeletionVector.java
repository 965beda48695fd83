package io.deltaconnect.table.dv;

import java.util.function.LongConsumer;

/** The positions of dead rows of one data file. Immutable, thread-safe. */
public final class DeletionVector {
  private DeletionVector() {}

  public static DeletionVector empty() {
    throw new UnsupportedOperationException();
  }

  /** Positions in any order; each counts once. */
  public static DeletionVector of(long... positions) {
    throw new UnsupportedOperationException();
  }

  public boolean contains(long position) {
    throw new UnsupportedOperationException();
  }

  /** The number of dead rows. */
  public long cardinality() {
    throw new UnsupportedOperationException();
  }

  /** Dead here or there. */
  public DeletionVector union(DeletionVector other) {
    throw new UnsupportedOperationException();
  }

  /** Dead here and not there. */
  public DeletionVector minus(DeletionVector other) {
    throw new UnsupportedOperationException();
  }

  /** Each position, ascending. */
  public void forEach(LongConsumer action) {
    throw new UnsupportedOperationException();
  }
}
