package io.deltaconnect.table.commit;

import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.CommitRequest;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.merge.RowCounts;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Removes all rows, those of writers that were first as well. */
final class TruncateIntent implements Intent {
  private final Storage storage;
  private final List<Action.Txn> txns;
  private long deleted;

  TruncateIntent(Storage storage, List<Action.Txn> txns) {
    this.storage = storage;
    this.txns = txns;
  }

  @Override
  public CommitRequest on(TableSnapshot snapshot) throws IOException {
    if (snapshot.files().isEmpty()) {
      return null;
    }
    TableFileReader reader = new TableFileReader(storage, snapshot.layout());
    long now = System.currentTimeMillis();
    deleted = 0;
    List<Action> actions = new ArrayList<>(txns);
    for (DataFile file : snapshot.files()) {
      deleted += RowCounts.live(reader, file);
      actions.add(new Action.Remove(file, now, true));
    }
    return new CommitRequest("DELETE", Map.of("predicate", "[\"true\"]"), false, actions);
  }

  @Override
  public boolean survives(TableSnapshot before, List<Commit> winners, TableSnapshot now) {
    return false;
  }

  @Override
  public void discard() {
    // Nothing is written for it.
  }

  @Override
  public CommitResult result(long version, int retries, int replans) {
    return new CommitResult(version, 0, 0, deleted, retries, replans);
  }
}
