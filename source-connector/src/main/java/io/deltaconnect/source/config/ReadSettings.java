package io.deltaconnect.source.config;

import java.time.Instant;

/**
 * What of a table is read, and how.
 *
 * @param startingVersion null unless the mode is {@code VERSION}
 * @param startingTime null unless the mode is {@code TIMESTAMP}
 * @param endingVersion the last version; null: there is none
 * @param endingTime versions made later are not published; null: they are
 * @param snapshotChunk records of a snapshot that make one transaction
 */
public record ReadSettings(
    StartupMode mode,
    Long startingVersion,
    Instant startingTime,
    Long endingVersion,
    Instant endingTime,
    long snapshotChunk,
    OnLoss onDataLoss,
    OnLoss onRecreated) {

  /** Whether nothing is to be published after some version. */
  public boolean bounded() {
    return mode == StartupMode.SNAPSHOT_ONLY || endingVersion != null || endingTime != null;
  }

  /**
   * Whether a version comes after the last one.
   *
   * @param timestamp when it was made, in milliseconds since the epoch
   */
  public boolean isAfterEnd(long version, long timestamp) {
    return isAfterEnd(version)
        || (endingTime != null && Instant.ofEpochMilli(timestamp).isAfter(endingTime));
  }

  /** As far as that can be said without its time. */
  public boolean isAfterEnd(long version) {
    return endingVersion != null && version > endingVersion;
  }
}
