/**
 * The engine's merge beside Spark's MERGE: the same changes into copies of the same table, in
 * turns, each in a JVM of its own with the same heap and threads. Only ratios of one run mean
 * anything.
 */
package io.deltaconnect.benchmarks;
