package io.deltaconnect.sink.table;

import io.deltaconnect.sink.metrics.SinkTaskMetrics;
import java.util.function.LongSupplier;

/**
 * What all tables of a task share.
 *
 * @param tables where tables are found and made
 * @param appId the first part of the application ids in the tables' logs
 * @param badRecords where bad records go
 * @param rewinds partitions to be read again
 * @param metrics what is told of the task
 * @param clock milliseconds since the epoch
 * @param elapsed milliseconds since some moment; unlike a clock it is never set back
 */
public record SinkContext(
    Tables tables,
    String appId,
    BadRecords badRecords,
    Rewinds rewinds,
    SinkTaskMetrics metrics,
    LongSupplier clock,
    LongSupplier elapsed) {}
