package io.deltaconnect.sink.config;

import java.util.List;

/**
 * Where a record says what it is, and in which words.
 *
 * @param field of the value, null if none
 * @param header of the record, null if none
 */
public record OpConfig(
    String field,
    String header,
    List<String> upsertValues,
    List<String> deleteValues,
    List<String> truncateValues,
    List<String> ignoreValues,
    UnknownOp unknown) {

  /** Whether records say what they are at all. */
  public boolean configured() {
    return field != null || header != null;
  }
}
