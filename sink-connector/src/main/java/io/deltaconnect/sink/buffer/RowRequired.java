package io.deltaconnect.sink.buffer;

import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A record that is bad where the table has no row with its key, which is not known before its
 * change is committed.
 *
 * @param record to be reported then
 * @param why it is bad
 */
public record RowRequired(SinkRecord record, String why) {}
