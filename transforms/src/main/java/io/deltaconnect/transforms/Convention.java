package io.deltaconnect.transforms;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Who writes which codes for what a record does. */
enum Convention {
  /** {@code _change_type} of Delta's change data feed. */
  DELTA,
  /** {@code op} of Debezium's envelopes; {@code r} is a row read by a snapshot. */
  DEBEZIUM,
  /** {@code _op} of change logs. */
  CHANGELOG,
  /**
   * AWS DMS: {@code metadata.operation} of its JSON messages, where {@code load} is a row of the
   * full load, and the letters of its column {@code Op}, which are only read.
   */
  DMS;

  /** The old image of an update, in a record of its own; only Delta has it. */
  static final String PREIMAGE = "update_preimage";

  private enum Operation {
    INSERT,
    UPDATE,
    DELETE,
    TRUNCATE
  }

  /** In order: the first code of an operation is the one that is written. */
  private Map<String, Operation> codes() {
    Map<String, Operation> codes = new LinkedHashMap<>();
    switch (this) {
      case DELTA -> {
        codes.put("insert", Operation.INSERT);
        codes.put("update_postimage", Operation.UPDATE);
        codes.put("delete", Operation.DELETE);
      }
      case DEBEZIUM -> {
        codes.put("c", Operation.INSERT);
        codes.put("r", Operation.INSERT);
        codes.put("u", Operation.UPDATE);
        codes.put("d", Operation.DELETE);
        codes.put("t", Operation.TRUNCATE);
      }
      case CHANGELOG -> {
        codes.put("I", Operation.INSERT);
        codes.put("U", Operation.UPDATE);
        codes.put("D", Operation.DELETE);
        codes.put("T", Operation.TRUNCATE);
      }
      case DMS -> {
        codes.put("insert", Operation.INSERT);
        codes.put("load", Operation.INSERT);
        codes.put("update", Operation.UPDATE);
        codes.put("delete", Operation.DELETE);
        codes.put("truncate", Operation.TRUNCATE);
        codes.put("I", Operation.INSERT);
        codes.put("U", Operation.UPDATE);
        codes.put("D", Operation.DELETE);
      }
    }
    return codes;
  }

  /** Each code of this convention that has a counterpart in the other one, with that. */
  Map<String, String> to(Convention other) {
    Map<Operation, String> written = new HashMap<>();
    other.codes().forEach((code, operation) -> written.putIfAbsent(operation, code));
    Map<String, String> all = new LinkedHashMap<>();
    codes()
        .forEach(
            (code, operation) -> {
              if (written.containsKey(operation)) {
                all.put(code, written.get(operation));
              }
            });
    return all;
  }
}
