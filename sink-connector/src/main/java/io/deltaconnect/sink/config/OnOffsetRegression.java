package io.deltaconnect.sink.config;

/** What to do with new records under offsets that the table has already. */
public enum OnOffsetRegression {
  FAIL,
  /** Applies them, and counts on from there. */
  REPLAY,
  /** Drops them until they reach offsets that the table does not have. */
  SKIP
}
