package io.deltaconnect.table.kernel;

import io.delta.kernel.data.Row;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.utils.FileStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A request made ready for one version: checked against the snapshot before it, with its {@code
 * commitInfo} and, where it changes the table's metadata, the metadata and protocol that result.
 */
final class PreparedCommit {
  private final LogSnapshot before;
  private final CommitRequest request;
  private final CommitInfo commitInfo;
  private final MetadataChange change;

  private PreparedCommit(
      LogSnapshot before, CommitRequest request, CommitInfo commitInfo, MetadataChange change) {
    this.before = before;
    this.request = request;
    this.commitInfo = commitInfo;
    this.change = change;
  }

  /**
   * @param now milliseconds since the epoch
   * @throws UnsupportedTableException if the table is append-only and the request removes rows
   * @throws IllegalArgumentException if new metadata does not fit the table
   */
  static PreparedCommit of(LogSnapshot before, CommitRequest request, long now) {
    checkAppendOnly(before, request);
    MetadataChange change = metadataChange(before, request);
    TableMetadata table = change == null ? before.table() : change.table();
    Optional<Long> inCommitTimestamp =
        table.inCommitTimestampsEnabled()
            ? Optional.of(Math.max(now, before.timestamp() + 1))
            : Optional.empty();
    if (change != null) {
      change = change.committedAt(before.version() + 1, inCommitTimestamp);
    }
    CommitInfo commitInfo =
        new CommitInfo(
            inCommitTimestamp,
            now,
            Optional.of(EngineInfo.TEXT),
            Optional.of(request.operation()),
            request.operationParameters(),
            Optional.of(request.blindAppend()),
            Optional.of(UUID.randomUUID().toString()),
            Map.of());
    return new PreparedCommit(before, request, commitInfo, change);
  }

  /** Protocol and metadata after it. */
  TableMetadata table() {
    return change == null ? before.table() : change.table();
  }

  /** Whether a snapshot is of the same table, not older than the one that it is on top of. */
  boolean continues(LogSnapshot now) {
    return now.incarnation() == before.incarnation() && now.version() >= before.version();
  }

  CommitWriter.Draft draft() {
    return new CommitWriter.Draft(
        before.version() + 1,
        commitInfo,
        before.table(),
        change == null ? null : change.newProtocol(),
        change == null ? null : change.table().metadata(),
        List.of(),
        () -> lines().iterator());
  }

  /** As it stands in this file of the log. */
  LoggedCommit in(FileStatus file) {
    Commit commit =
        new Commit(
            before.version() + 1,
            commitInfo.getInCommitTimestamp().orElse(file.getModificationTime()),
            file.getModificationTime(),
            request.operation(),
            commitInfo.getTxnId().orElseThrow(),
            request.blindAppend(),
            request.actions().stream()
                .filter(action -> !(action instanceof Action.Metadata))
                .toList(),
            change != null,
            change != null && change.newProtocol() != null);
    return new LoggedCommit(commit, file);
  }

  private List<Row> lines() {
    List<Row> lines = new ArrayList<>(request.actions().size() + 2);
    lines.add(ActionRows.of(commitInfo));
    if (change != null && change.newProtocol() != null) {
      lines.add(ActionRows.of(change.newProtocol()));
    }
    for (Action action : request.actions()) {
      if (action instanceof Action.Add add) {
        lines.add(ActionRows.of(add));
      } else if (action instanceof Action.Remove remove) {
        lines.add(ActionRows.of(remove));
      } else if (action instanceof Action.Cdc cdc) {
        lines.add(ActionRows.of(cdc));
      } else if (action instanceof Action.Txn txn) {
        lines.add(ActionRows.of(txn));
      } else if (action instanceof Action.Metadata) {
        lines.add(ActionRows.of(table().metadata()));
      }
    }
    return lines;
  }

  private static void checkAppendOnly(LogSnapshot before, CommitRequest request) {
    if (!before.table().appendOnly()) {
      return;
    }
    for (Action action : request.actions()) {
      if (action instanceof Action.Remove remove && remove.dataChange()) {
        throw new UnsupportedTableException(
            "Table "
                + before.tablePath()
                + " is append-only (delta.appendOnly): its rows can neither be updated nor deleted");
      }
    }
  }

  /** Null if the request has no metadata. */
  private static MetadataChange metadataChange(LogSnapshot before, CommitRequest request) {
    MetadataChange change = null;
    for (Action action : request.actions()) {
      if (action instanceof Action.Metadata metadata) {
        if (change != null) {
          throw new IllegalArgumentException("a commit has at most one metadata action");
        }
        change =
            MetadataChange.of(
                before.tablePath(), before.table(), metadata.schema(), metadata.properties());
      }
    }
    return change;
  }
}
