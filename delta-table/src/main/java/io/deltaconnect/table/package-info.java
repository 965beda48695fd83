/**
 * The Delta engine: keyed changes in, Delta commits out, and each commit back as row changes. It
 * knows Delta and Kernel, not Kafka.
 */
package io.deltaconnect.table;
