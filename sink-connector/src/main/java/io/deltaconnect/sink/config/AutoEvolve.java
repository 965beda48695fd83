package io.deltaconnect.sink.config;

/** How the table's schema follows the records'. */
public enum AutoEvolve {
  /** It does not: a field without a column makes a bad record. */
  NONE,
  /** New fields become nullable columns. */
  ADD,
  /** Besides, a column whose type is too narrow for a value becomes wider. */
  WIDEN
}
