package io.deltaconnect.table.kernel;

import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.commit.CommitMetadata;
import io.delta.kernel.commit.Committer;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.DomainMetadata;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.commit.DefaultFileSystemManagedTableOnlyCommitter;
import io.delta.kernel.internal.util.Tuple2;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Puts a commit into the log and finds out what became of it. A failed write says little: a
 * response may be lost after the file was written, and a client that then tries again by itself
 * reports a conflict with its own commit. So after any failure the version is read back and its
 * {@code txnId} compared.
 */
final class CommitWriter {
  private static final int ATTEMPTS = 3;

  private final Engine engine;
  private final CommitReader reader;
  private final Committer committer = DefaultFileSystemManagedTableOnlyCommitter.INSTANCE;

  CommitWriter(Engine engine, CommitReader reader) {
    this.engine = engine;
    this.reader = reader;
  }

  /**
   * A commit to be written.
   *
   * @param commitInfo with the {@code txnId} it is known by
   * @param read protocol and metadata of the version before, null for version 0
   * @param newProtocol null if it has none
   * @param newMetadata null if it has none
   * @param lines all lines of the file, {@code commitInfo} first; asked for once for each attempt
   */
  record Draft(
      long version,
      CommitInfo commitInfo,
      TableMetadata read,
      Protocol newProtocol,
      Metadata newMetadata,
      List<DomainMetadata> domainMetadata,
      Supplier<Iterator<Row>> lines) {

    private CommitMetadata metadata(String logPath) {
      return new CommitMetadata(
          version,
          logPath,
          commitInfo,
          domainMetadata,
          Map::of,
          read == null
              ? Optional.empty()
              : Optional.of(new Tuple2<>(read.protocol(), read.metadata())),
          Optional.ofNullable(newProtocol),
          Optional.ofNullable(newMetadata),
          Optional.of(version - 1));
    }
  }

  /**
   * @return the file of the log that now holds it
   * @throws CommitConflictException if another writer's commit has this version
   * @throws UndecidedCommitException if neither could be found out; the draft may be written again
   */
  FileStatus write(Draft draft) throws UndecidedCommitException, CommitConflictException {
    for (int attempt = 1; ; attempt++) {
      Exception failure;
      try {
        return committer
            .commit(
                engine,
                Utils.toCloseableIterator(draft.lines().get()),
                draft.metadata(reader.logPath().toString()))
            .getCommitLogData()
            .getFileStatus();
      } catch (CommitFailedException | RuntimeException e) {
        failure = e;
      }
      Optional<LoggedCommit> there = readBack(draft, failure);
      if (there.isPresent()) {
        return ownFile(draft, there.get(), failure);
      }
      if (attempt == ATTEMPTS) {
        throw undecided(draft, failure);
      }
    }
  }

  private Optional<LoggedCommit> readBack(Draft draft, Exception failure)
      throws UndecidedCommitException {
    try {
      return reader.tryRead(draft.version());
    } catch (IOException e) {
      failure.addSuppressed(e);
      throw undecided(draft, failure);
    }
  }

  private UndecidedCommitException undecided(Draft draft, Exception failure) {
    return new UndecidedCommitException(
        "Version "
            + draft.version()
            + " could not be written to "
            + reader.logPath()
            + ", or its response was lost: "
            + failure.getMessage(),
        failure);
  }

  private FileStatus ownFile(Draft draft, LoggedCommit there, Exception failure)
      throws CommitConflictException {
    String txnId = draft.commitInfo().getTxnId().orElseThrow();
    if (Objects.equals(txnId, there.commit().txnId())) {
      return there.file();
    }
    throw new CommitConflictException(
        "Version "
            + draft.version()
            + " of "
            + reader.logPath().getParent()
            + " has been committed by another writer ("
            + there.commit().operation()
            + ")",
        failure);
  }
}
