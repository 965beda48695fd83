package io.deltaconnect.sink.change;

/** What a record does to the table. Inserts, updates and snapshot reads are all upserts. */
public enum Op {
  UPSERT,
  DELETE,
  TRUNCATE,
  IGNORE
}
