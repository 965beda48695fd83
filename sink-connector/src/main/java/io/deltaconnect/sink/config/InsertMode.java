package io.deltaconnect.sink.config;

/** What a record with a row does to the table. */
public enum InsertMode {
  /** It replaces the row of its key. */
  UPSERT,
  /** It is added; keys play no part. */
  APPEND
}
