package io.deltaconnect.source.config;

/** Where a table is begun that has no position yet. */
public enum StartupMode {
  /** All rows of the newest version, then changes. */
  INITIAL,
  /** Changes after the newest version. */
  LATEST,
  /** Changes from a version on. */
  VERSION,
  /** Changes from a time on. */
  TIMESTAMP,
  /** All rows of the newest version, and nothing more. */
  SNAPSHOT_ONLY;

  /** Whether it begins with all rows of a version. */
  public boolean snapshot() {
    return this == INITIAL || this == SNAPSHOT_ONLY;
  }
}
