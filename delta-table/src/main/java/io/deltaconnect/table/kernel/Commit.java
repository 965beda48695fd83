package io.deltaconnect.table.kernel;

import java.util.List;

/**
 * A commit as read from the log.
 *
 * @param version of the table
 * @param timestamp in-commit timestamp where the table has them on, else the log file's
 *     modification time; milliseconds since the epoch
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
    String operation,
    String txnId,
    boolean blindAppend,
    List<Action> actions,
    boolean metadataChanged,
    boolean protocolChanged) {}
