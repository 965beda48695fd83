package io.deltaconnect.source.record;

/** What becomes of column names that not every format allows. */
public enum NameAdjustment {
  NONE,
  /** They are made names that Avro allows. */
  AVRO
}
