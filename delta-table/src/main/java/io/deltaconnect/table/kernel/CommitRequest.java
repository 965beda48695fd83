package io.deltaconnect.table.kernel;

import java.util.List;
import java.util.Map;

/**
 * What a writer wants to commit on top of a snapshot.
 *
 * @param operation {@code MERGE}, {@code WRITE}, {@code DELETE} or {@code UPDATE}: any other makes
 *     readers' checksums slow, and is for rare commits only
 * @param operationParameters for the table's history; values are JSON
 * @param blindAppend true only if nothing of the table was read for it
 * @param actions in the order they shall stand in the log
 */
public record CommitRequest(
    String operation,
    Map<String, String> operationParameters,
    boolean blindAppend,
    List<Action> actions) {}
