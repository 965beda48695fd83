package io.deltaconnect.sink.config;

/** Where the key of a record is. */
public enum PkMode {
  RECORD_KEY,
  RECORD_VALUE
}
