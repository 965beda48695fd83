/**
 * One table as the sink sees it: records in, commits out. Creation and evolution of its schema, the
 * commit with its {@code txn}s, and what happens when another task has taken over.
 */
package io.deltaconnect.sink.table;
