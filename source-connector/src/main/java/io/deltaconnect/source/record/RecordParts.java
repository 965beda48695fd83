package io.deltaconnect.source.record;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;

/**
 * A record, but for where in the table it comes from. Nothing in it is used again for the next
 * record.
 *
 * @param keySchema null if there is no key
 * @param valueSchema null for a tombstone
 * @param headers can be added to
 * @param timestamp milliseconds since the epoch
 * @param changeType {@code _change_type} of the row
 */
public record RecordParts(
    String topic,
    Schema keySchema,
    Object key,
    Schema valueSchema,
    Object value,
    Headers headers,
    Long timestamp,
    String changeType) {}
