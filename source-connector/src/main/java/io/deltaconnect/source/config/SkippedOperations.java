package io.deltaconnect.source.config;

import io.deltaconnect.source.record.Operation;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** The key {@link Keys#SKIPPED_OPERATIONS}. */
final class SkippedOperations {
  static final Validator VALIDATOR =
      LambdaValidator.with(
          (key, value) -> {
            for (Object code : (List<?>) value) {
              parse(code.toString());
            }
          },
          () -> "c, u, d, r, or none");

  private static final String NONE = "none";

  private SkippedOperations() {}

  static Set<Operation> of(List<String> codes) {
    Set<Operation> operations = EnumSet.noneOf(Operation.class);
    for (String code : codes) {
      Operation operation = parse(code);
      if (operation != null) {
        operations.add(operation);
      }
    }
    return operations;
  }

  /** Null: none. */
  private static Operation parse(String code) {
    if (code.equals(NONE)) {
      return null;
    }
    for (Operation operation : Operation.values()) {
      if (operation.code().equals(code)) {
        return operation;
      }
    }
    throw new ConfigException(Keys.SKIPPED_OPERATIONS, code, "must be of c, u, d, r, or none");
  }
}
