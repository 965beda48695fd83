package io.deltaconnect.sink.metrics;

/** What is told of one table of a task. */
public interface SinkTableMetricsMXBean extends SinkMetrics {
  /** The last version that this task has made; -1 if none. */
  long getVersion();

  /** When, in milliseconds since the epoch; -1 if never. */
  long getLastCommitTimestamp();

  /** How many milliseconds that took; -1 if there was none. */
  long getLastCommitMs();
}
