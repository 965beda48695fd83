/**
 * Log stores whose put-if-absent is atomic. They need only delta-storage and Hadoop, so that Spark
 * can load them too ({@code spark.delta.logStore.<scheme>.impl}): all writers of a table must keep
 * the same rule. They are packaged as a jar of their own, classifier {@code log-store}.
 */
package io.deltaconnect.table.storage.logstore;
