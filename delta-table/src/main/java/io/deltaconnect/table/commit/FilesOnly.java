package io.deltaconnect.table.commit;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A snapshot of which only some files count. */
record FilesOnly(TableSnapshot whole, Collection<DataFile> files) implements TableSnapshot {
  @Override
  public String tablePath() {
    return whole.tablePath();
  }

  @Override
  public long version() {
    return whole.version();
  }

  @Override
  public long timestamp() {
    return whole.timestamp();
  }

  @Override
  public String tableId() {
    return whole.tableId();
  }

  @Override
  public StructType schema() {
    return whole.schema();
  }

  @Override
  public List<String> partitionColumns() {
    return whole.partitionColumns();
  }

  @Override
  public Map<String, String> properties() {
    return whole.properties();
  }

  @Override
  public boolean changeDataFeedEnabled() {
    return whole.changeDataFeedEnabled();
  }

  @Override
  public boolean deletionVectorsEnabled() {
    return whole.deletionVectorsEnabled();
  }

  @Override
  public Action.Txn txn(String appId) {
    return whole.txn(appId);
  }
}
