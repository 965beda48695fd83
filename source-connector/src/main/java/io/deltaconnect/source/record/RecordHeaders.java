package io.deltaconnect.source.record;

/** The names of the headers that records carry, whatever the format. */
public final class RecordHeaders {
  /** {@code _change_type} of the row; string. */
  public static final String CHANGE_TYPE = "__delta.change_type";

  /** Version of the table; int64. */
  public static final String COMMIT_VERSION = "__delta.commit_version";

  /** When the version was committed, in milliseconds since the epoch; int64. */
  public static final String COMMIT_TIMESTAMP = "__delta.commit_timestamp";

  /** Whether the record is the last one of its version, or of the snapshot; boolean. */
  public static final String COMMIT_END = "__delta.commit_end";

  /** Whether the row comes from a snapshot; boolean. */
  public static final String SNAPSHOT = "__delta.snapshot";

  private RecordHeaders() {}
}
