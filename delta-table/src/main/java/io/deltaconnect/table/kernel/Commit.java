package io.deltaconnect.table.kernel;

import java.util.List;
import java.util.Map;

/**
 * A commit as read from the log.
 *
 * @param version of the table
 * @param timestamp that the commit itself has, else {@code modificationTime}; see {@link
 *     #committedAt}. Milliseconds since the epoch
 * @param modificationTime of the log file; milliseconds since the epoch
 * @param operation of the {@code commitInfo}, null if absent
 * @param txnId of the {@code commitInfo}, null if absent
 * @param blindAppend whether the writer says it read nothing
 * @param actions {@code add}, {@code remove}, {@code cdc} and {@code txn} actions in log order
 * @param metadataChanged whether it has a {@code metaData} action
 * @param protocolChanged whether it has a {@code protocol} action
 */
public record Commit(
    long version,
    long timestamp,
    long modificationTime,
    String operation,
    String txnId,
    boolean blindAppend,
    List<Action> actions,
    boolean metadataChanged,
    boolean protocolChanged) {

  /**
   * When it was made, in milliseconds since the epoch. Without in-commit timestamps, the protocol
   * says ("In-Commit Timestamps"), the log file's modification time counts, whatever the commit
   * has.
   *
   * @param properties of the table at its version
   */
  public long committedAt(Map<String, String> properties) {
    boolean inCommit = Boolean.parseBoolean(properties.get("delta.enableInCommitTimestamps"));
    return inCommit ? timestamp : modificationTime;
  }

  /** The same commit as if it had no actions. */
  public Commit withoutActions() {
    return new Commit(
        version,
        timestamp,
        modificationTime,
        operation,
        txnId,
        blindAppend,
        List.of(),
        metadataChanged,
        protocolChanged);
  }
}
