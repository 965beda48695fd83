package io.deltaconnect.table.kernel;

import io.delta.kernel.types.StructType;
import java.util.List;
import java.util.Map;

/** A description made of protocol and metadata alone. */
record DescribedTable(String tablePath, long version, TableMetadata table)
    implements TableDescription {
  @Override
  public StructType schema() {
    return table.schema();
  }

  @Override
  public List<String> partitionColumns() {
    return table.partitionColumns();
  }

  @Override
  public Map<String, String> properties() {
    return table.properties();
  }

  @Override
  public boolean changeDataFeedEnabled() {
    return table.changeDataFeedEnabled();
  }

  @Override
  public boolean deletionVectorsEnabled() {
    return table.deletionVectorsEnabled();
  }
}
