package io.deltaconnect.table.commit;

import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.CommitRequest;
import io.deltaconnect.table.kernel.TableSnapshot;
import java.util.List;
import java.util.Map;

/** Says how far applications have come, and nothing else. */
final class TxnIntent implements Intent {
  private final List<Action.Txn> txns;

  TxnIntent(List<Action.Txn> txns) {
    this.txns = txns;
  }

  @Override
  public CommitRequest on(TableSnapshot snapshot) {
    return txns.isEmpty()
        ? null
        : new CommitRequest("WRITE", Map.of("mode", "Append"), false, List.copyOf(txns));
  }

  @Override
  public boolean survives(TableSnapshot before, List<Commit> winners, TableSnapshot now) {
    return true;
  }

  @Override
  public void discard() {
    // Nothing is written for it.
  }

  @Override
  public CommitResult result(long version, int retries, int replans) {
    return new CommitResult(version, 0, 0, 0, retries, replans);
  }
}
