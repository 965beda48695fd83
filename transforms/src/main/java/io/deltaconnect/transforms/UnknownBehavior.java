package io.deltaconnect.transforms;

/** What becomes of a record that a transform cannot make sense of. */
enum UnknownBehavior {
  /** It is a bad record. */
  FAIL,
  /** It goes on as it is. */
  PASS,
  DROP
}
