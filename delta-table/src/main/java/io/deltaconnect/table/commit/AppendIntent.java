package io.deltaconnect.table.commit;

import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.CommitRequest;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.merge.MergePhase;
import io.deltaconnect.table.merge.MergeSettings;
import io.deltaconnect.table.merge.PreparedAppend;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Adds rows without looking at the table's. */
final class AppendIntent implements Intent {
  private final MergeSettings settings;
  private final TableLog log;
  private final AppendRequest request;
  private PreparedAppend prepared;

  AppendIntent(MergeSettings settings, TableLog log, AppendRequest request) {
    this.settings = settings;
    this.log = log;
    this.request = request;
  }

  @Override
  public CommitRequest on(TableSnapshot snapshot) throws IOException {
    if (request.rows().isEmpty()) {
      return null;
    }
    if (prepared == null) {
      MergePhase write = MergePhase.begin(MergePhase.Kind.WRITE, settings.times());
      prepared =
          PreparedAppend.write(
              settings,
              snapshot.layout(),
              log::withSchema,
              request.schema(),
              request.tableSchema(),
              request.rows());
      write.done();
    }
    List<Action> actions = new ArrayList<>();
    MergeIntent.addMetadata(actions, snapshot, prepared.layout());
    actions.addAll(request.txns());
    actions.addAll(prepared.actions());
    return new CommitRequest("WRITE", Map.of("mode", "Append"), true, actions);
  }

  @Override
  public boolean survives(TableSnapshot before, List<Commit> winners, TableSnapshot now) {
    for (Commit commit : winners) {
      if (commit.metadataChanged() || commit.protocolChanged()) {
        discard();
        return false;
      }
    }
    return true;
  }

  @Override
  public void discard() {
    if (prepared != null) {
      prepared.discard();
      prepared = null;
    }
  }

  @Override
  public CommitResult result(long version, int retries, int replans) {
    return new CommitResult(version, request.rows().size(), 0, 0, retries, replans);
  }
}
