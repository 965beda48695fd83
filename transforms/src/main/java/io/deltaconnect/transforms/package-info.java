/**
 * Transforms between the ways in which change records are written: Debezium's envelopes, the change
 * rows of Delta tables, and rows with an operation code as change logs and AWS DMS have them.
 *
 * <p>They keep no state, work on structs and on maps without a schema, and never change what they
 * are given. Key, headers, timestamp and the original topic, partition and offset stay; an explicit
 * NULL stays NULL where its schema has a default. One instance may be used by many threads.
 */
package io.deltaconnect.transforms;
