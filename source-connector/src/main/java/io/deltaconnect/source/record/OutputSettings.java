package io.deltaconnect.source.record;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * How rows become records.
 *
 * @param includePreimage whether old images of updates are told: as records of their own in {@code
 *     FLAT}, as {@code before} of updates in {@code DEBEZIUM}
 * @param tombstonesOnDelete whether a delete in {@code DEBEZIUM} is followed by a record without
 *     value
 * @param skipped operations of which no records are made
 * @param spillDir folder for what does not fit into memory; null: that of temporary files
 * @param keyFields columns of the key; empty: those that the table's property {@code
 *     deltaconnect.key.columns} names, or none
 */
public record OutputSettings(
    OutputFormat format,
    boolean includePreimage,
    boolean tombstonesOnDelete,
    Set<Operation> skipped,
    TimePrecision timePrecision,
    NameAdjustment nameAdjustment,
    SchemaChangeBehavior schemaChange,
    Path spillDir,
    List<String> keyFields) {}
