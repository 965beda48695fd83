package io.deltaconnect.sink.metrics;

/** What is told of a table, and of all tables of a task together, since the task was started. */
public interface SinkMetrics {
  /** Versions made; truncates and offsets alone included. */
  long getCommits();

  /** Records that commits were made of, those without effect included. */
  long getRecordsCommitted();

  long getRowsInserted();

  long getRowsUpdated();

  long getRowsDeleted();

  /** How often another writer was first. */
  long getRetries();

  /** How many of the retries needed a new plan. */
  long getReplans();

  /** Milliseconds that commits have taken, those without effect included. */
  long getCommitTotalMs();

  /** Of the commits, to find the rows that have the records' keys. */
  long getLocateMs();

  /** Of the commits, to read those rows. */
  long getReadMs();

  /** Of the commits, to write data, change files and deletion vectors. */
  long getWriteMs();

  /** Of the commits, to write the versions into the log. */
  long getCommitMs();

  /** Records buffered for the next commit. */
  long getRecordsHeld();

  /** Heap of the buffers, roughly. */
  long getBytesHeld();

  /** For how many milliseconds the oldest record has waited for a commit; 0 if none does. */
  long getHeldMs();
}
