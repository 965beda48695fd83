package io.deltaconnect.sink.config;

/** What to do with a record whose operation is in none of the lists, or missing. */
public enum UnknownOp {
  /** It is a bad record. */
  FAIL,
  IGNORE,
  UPSERT
}
