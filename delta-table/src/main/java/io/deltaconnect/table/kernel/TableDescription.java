package io.deltaconnect.table.kernel;

import io.delta.kernel.types.StructType;
import java.util.List;
import java.util.Map;

/**
 * What a table says of itself at one version, leaving aside what is in it. Immutable and safe to
 * share between threads.
 */
public interface TableDescription {
  /** Where the table is: a URI or path, not encoded, without a trailing slash. */
  String tablePath();

  long version();

  /** The logical schema; fields carry their column-mapping metadata. */
  StructType schema();

  /** Logical names in the order of the metadata. */
  List<String> partitionColumns();

  Map<String, String> properties();

  /** Whether {@code delta.enableChangeDataFeed} is on. */
  boolean changeDataFeedEnabled();

  /** Whether {@code delta.enableDeletionVectors} is on. */
  boolean deletionVectorsEnabled();
}
