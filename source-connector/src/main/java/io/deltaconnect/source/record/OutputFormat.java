package io.deltaconnect.source.record;

/** What a record's value is. */
public enum OutputFormat {
  /** The row, with the columns of the change feed. */
  FLAT,
  /** Debezium's envelope: before, after, op, source, ts_ms. */
  DEBEZIUM,
  /** The row as it is now, or nothing where there is none: for compacted topics. */
  AFTER
}
