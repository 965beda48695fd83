package io.deltaconnect.sink.metrics;

/** What is told of a task: sums of its tables, of {@code HeldMs} the largest. */
public interface SinkTaskMetricsMXBean extends SinkMetrics {
  /** Tables that records were for. */
  int getTables();
}
