package io.deltaconnect.table.merge;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.TableSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A snapshot as it is looked at.
 *
 * @param layout in which its files are read: its own, or that of the commit to be made on it
 * @param files those that count
 */
public record SnapshotView(TableSnapshot whole, TableLayout layout, Collection<DataFile> files)
    implements TableSnapshot {
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
