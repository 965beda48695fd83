package io.deltaconnect.table.locate;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.TableSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A snapshot of these files, without a log. */
record TestSnapshot(TableLayout layout, Collection<DataFile> files) implements TableSnapshot {
  @Override
  public String tablePath() {
    return layout.tablePath();
  }

  @Override
  public long version() {
    return 0;
  }

  @Override
  public long timestamp() {
    return 0;
  }

  @Override
  public String tableId() {
    return "test";
  }

  @Override
  public StructType schema() {
    return layout.schema();
  }

  @Override
  public List<String> partitionColumns() {
    return layout.partitionColumns();
  }

  @Override
  public Map<String, String> properties() {
    return layout.properties();
  }

  @Override
  public boolean changeDataFeedEnabled() {
    return true;
  }

  @Override
  public boolean deletionVectorsEnabled() {
    return true;
  }

  @Override
  public Action.Txn txn(String appId) {
    return null;
  }
}
