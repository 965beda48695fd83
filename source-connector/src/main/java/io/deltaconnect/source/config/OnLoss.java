package io.deltaconnect.source.config;

/** What to do where the versions that come next cannot be read any more. */
public enum OnLoss {
  FAIL,
  /** Go on with the first version that can be read. */
  EARLIEST,
  /** Publish all rows of the newest version, then go on with changes. */
  SNAPSHOT
}
