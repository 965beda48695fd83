package io.deltaconnect.table.file;

import io.deltaconnect.table.kernel.TableLayout;
import java.util.Map;

/** Partition values as the log has them (Delta protocol, "Partition Value Serialization"). */
public final class PartitionValues {
  private PartitionValues() {}

  /** The serialized values of a row's partition columns, by physical name, in partition order. */
  public static Map<String, String> of(TableLayout layout, Object[] row) {
    throw new UnsupportedOperationException();
  }
}
