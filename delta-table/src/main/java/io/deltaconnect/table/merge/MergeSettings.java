package io.deltaconnect.table.merge;

import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.storage.Storage;
import java.util.function.Predicate;

/**
 * How plans become files.
 *
 * @param deletionVectors whether rows of a table at this snapshot die by deletion vector, else
 *     their files are rewritten
 * @param emitUnchangedUpdates as in {@link MergePlanner#plan}
 * @param sharedChangeFiles whether new rows are written once, into files that {@code add} and
 *     {@code cdc} both name
 * @param targetFileSize in bytes
 * @param parallelism threads that work on files at a time
 * @param times where it is added up how long commits take
 */
public record MergeSettings(
    Storage storage,
    Predicate<TableSnapshot> deletionVectors,
    boolean emitUnchangedUpdates,
    boolean sharedChangeFiles,
    long targetFileSize,
    int parallelism,
    PhaseTimes times) {}
