package io.deltaconnect.table.commit;

import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.CommitRequest;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.locate.Locator;
import io.deltaconnect.table.merge.MergePhase;
import io.deltaconnect.table.merge.MergePlan;
import io.deltaconnect.table.merge.MergeSettings;
import io.deltaconnect.table.merge.Merger;
import io.deltaconnect.table.merge.PreparedMerge;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes keyed changes true of a table. */
final class MergeIntent implements Intent {
  private final MergeSettings settings;
  private final TableLog log;
  private final MergeRequest request;
  private final Merger merger;
  private PreparedMerge prepared;

  MergeIntent(MergeSettings settings, TableLog log, Locator locator, MergeRequest request) {
    this.settings = settings;
    this.log = log;
    this.request = request;
    this.merger =
        new Merger(
            settings,
            locator,
            request.schema(),
            request.tableSchema(),
            request.keyColumns(),
            request.changes());
  }

  @Override
  public CommitRequest on(TableSnapshot snapshot) throws IOException {
    if (prepared == null) {
      prepared = merger.prepare(snapshot, log::withSchema);
    }
    if (prepared.plan().isEmpty()) {
      return null;
    }
    List<Action> actions = new ArrayList<>();
    addMetadata(actions, snapshot, prepared.layout());
    actions.addAll(request.txns());
    MergePhase write = MergePhase.begin(MergePhase.Kind.WRITE, settings.times());
    actions.addAll(prepared.actions(snapshot));
    write.done();
    return new CommitRequest("MERGE", Map.of("predicate", predicate()), false, actions);
  }

  /** As Spark's MERGE writes it into the history: a JSON array of conditions. */
  private String predicate() {
    StringBuilder text = new StringBuilder("[\"(");
    for (String column : request.keyColumns()) {
      String name = column.replace("\\", "\\\\").replace("\"", "\\\"");
      text.append(text.length() == 3 ? "" : " AND ");
      text.append("target.").append(name).append(" = source.").append(name);
    }
    return text.append(")\"]").toString();
  }

  static void addMetadata(List<Action> actions, TableSnapshot snapshot, TableLayout layout) {
    if (!layout.equals(snapshot.layout())) {
      actions.add(new Action.Metadata(layout.schema(), layout.properties()));
    }
  }

  @Override
  public boolean survives(TableSnapshot before, List<Commit> commits, TableSnapshot now)
      throws IOException {
    Winners winners =
        new Winners(
            before, commits, now, new DeletionVectorStore(settings.storage(), now.tablePath()));
    if (winners.leave(prepared, merger)) {
      return true;
    }
    discard();
    return false;
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
    MergePlan plan = prepared.plan();
    return new CommitResult(
        version, plan.inserted(), plan.updated(), plan.deleted(), retries, replans);
  }
}
