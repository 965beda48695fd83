package io.deltaconnect.source.metrics;

/** What is told of one table of a task. */
public interface SourceTableMetricsMXBean extends SourceMetrics {
  /** The last version that was handed over to its end; -1 if none. */
  long getVersion();

  /** When, in milliseconds since the epoch; -1 if never. */
  long getLastPublishedTimestamp();
}
