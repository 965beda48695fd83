package io.deltaconnect.source.record;

import org.apache.kafka.connect.data.Schema;

/**
 * What values of one Delta type are in records.
 *
 * @param converter makes values of the schema
 */
record ConnectType(Schema schema, ValueConverter converter) {}
