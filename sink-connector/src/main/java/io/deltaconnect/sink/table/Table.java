package io.deltaconnect.sink.table;

import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.merge.PhaseTimes;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What the sink needs of a table; the contract is that of {@link io.deltaconnect.table.DeltaTable}.
 */
public interface Table {
  TableSnapshot snapshot();

  TableSnapshot refresh() throws IOException;

  PhaseTimes phaseTimes();

  CommitResult merge(MergeRequest request) throws IOException;

  CommitResult append(AppendRequest request) throws IOException;

  CommitResult truncate(List<Action.Txn> txns, Map<String, Long> expectedTxns) throws IOException;

  CommitResult commitTxns(List<Action.Txn> txns, Map<String, Long> expectedTxns) throws IOException;

  CommitResult setProperties(Map<String, String> properties) throws IOException;
}
