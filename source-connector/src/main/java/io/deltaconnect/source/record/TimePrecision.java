package io.deltaconnect.source.record;

/** How times are written. */
public enum TimePrecision {
  /** Microseconds, named as Debezium names them. */
  ADAPTIVE,
  /** Connect's own types: milliseconds. */
  CONNECT,
  /** ISO 8601 text. */
  ISOSTRING
}
