package io.deltaconnect.source.metrics;

/** What is told of a task: sums of its tables, of {@code BehindMs} the largest. */
public interface SourceTaskMetricsMXBean extends SourceMetrics {
  /** Tables of the task. */
  int getTables();
}
