package io.deltaconnect.sink.table;

import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.merge.PhaseTimes;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Delta tables in some storage. */
public final class DeltaTables implements Tables {
  private final Storage storage;

  public DeltaTables(Storage storage) {
    this.storage = storage;
  }

  @Override
  public Optional<Table> open(String path, TableOptions options) throws IOException {
    try {
      return DeltaTable.exists(storage, path)
          ? Optional.of(new Opened(DeltaTable.open(storage, path, options)))
          : Optional.empty();
    } catch (IOException e) {
      LocalFolder.requireNoFile(storage, path, e);
      throw e;
    }
  }

  @Override
  public Table create(String path, TableDefinition definition, TableOptions options)
      throws IOException {
    try {
      return new Opened(DeltaTable.createOrOpen(storage, path, definition, options));
    } catch (IOException e) {
      LocalFolder.require(storage, path, e);
      throw e;
    }
  }

  private record Opened(DeltaTable table) implements Table {
    @Override
    public TableSnapshot snapshot() {
      return table.snapshot();
    }

    @Override
    public TableSnapshot refresh() throws IOException {
      return table.refresh();
    }

    @Override
    public PhaseTimes phaseTimes() {
      return table.phaseTimes();
    }

    @Override
    public CommitResult merge(MergeRequest request) throws IOException {
      return table.merge(request);
    }

    @Override
    public CommitResult append(AppendRequest request) throws IOException {
      return table.append(request);
    }

    @Override
    public CommitResult truncate(List<Action.Txn> txns, Map<String, Long> expectedTxns)
        throws IOException {
      return table.truncate(txns, expectedTxns);
    }

    @Override
    public CommitResult commitTxns(List<Action.Txn> txns, Map<String, Long> expectedTxns)
        throws IOException {
      return table.commitTxns(txns, expectedTxns);
    }

    @Override
    public CommitResult setProperties(Map<String, String> properties) throws IOException {
      return table.setProperties(properties);
    }
  }
}
