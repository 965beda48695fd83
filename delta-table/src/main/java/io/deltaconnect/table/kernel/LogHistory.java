package io.deltaconnect.table.kernel;

import io.delta.kernel.TableManager;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.DeltaHistoryManager;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.utils.FileStatus;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** How far back the log of a table reaches, and when its versions were made. Thread-safe. */
public final class LogHistory {
  private final Engine engine;
  private final String tablePath;
  private final CommitReader reader;

  public LogHistory(Storage storage, String tablePath) throws IOException {
    this.engine = storage.engine();
    this.tablePath = engine.getFileSystemClient().resolvePath(tablePath);
    this.reader = new CommitReader(engine, this.tablePath);
  }

  /**
   * The first version whose commit the log has, from one on.
   *
   * @return empty if it has none
   */
  public OptionalLong firstFrom(long version) throws IOException {
    List<FileStatus> commits = reader.listFrom(version);
    return commits.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(CommitReader.version(commits.get(0)));
  }

  /**
   * The first version, of those in the log, that was made at this time or after it. Where the table
   * has no in-commit timestamps, times of log files that go back count as one millisecond after the
   * one before, as with all readers of Delta.
   *
   * @param timestamp in milliseconds since the epoch
   * @return empty if all are older
   */
  public OptionalLong firstAtOrAfter(long timestamp) throws IOException {
    return KernelErrors.translate(
        tablePath,
        () -> {
          SnapshotImpl newest = (SnapshotImpl) TableManager.loadSnapshot(tablePath).build(engine);
          DeltaHistoryManager.Commit last =
              DeltaHistoryManager.getActiveCommitAtTimestamp(
                  engine, newest, reader.logPath(), timestamp, false, true, true, List.of());
          long version =
              last.getTimestamp() >= timestamp ? last.getVersion() : last.getVersion() + 1;
          return version > newest.getVersion() ? OptionalLong.empty() : OptionalLong.of(version);
        });
  }
}
