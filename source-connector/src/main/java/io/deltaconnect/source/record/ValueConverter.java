package io.deltaconnect.source.record;

/** Turns a value of a row into one of a record. Stateless. */
@FunctionalInterface
interface ValueConverter {
  /** For values that are the same in records. */
  ValueConverter SAME = value -> value;

  /**
   * @param value never null, in the shape of {@link io.deltaconnect.table.row}
   */
  Object convert(Object value);
}
