package io.deltaconnect.source.config;

/** What a table that cannot be read any further means to the others of its task. */
public enum OnTableError {
  /** The task fails. */
  FAIL,
  /** They go on. */
  SKIP
}
