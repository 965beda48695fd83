package io.deltaconnect.table;

import java.time.Duration;

/**
 * How a table is written.
 *
 * @param mergeStrategy how a row dies
 * @param emitUnchangedUpdates whether an update that changes nothing is written and shown
 * @param sharedChangeFiles whether new rows are written once, into files that {@code add} and
 *     {@code cdc} both name
 * @param targetFileSize in bytes
 * @param retryTimeout how long one commit may wait for its turn among the writers of this JVM and
 *     try lost races again, both together
 * @param parallelism threads that read files at a time
 */
public record TableOptions(
    MergeStrategy mergeStrategy,
    boolean emitUnchangedUpdates,
    boolean sharedChangeFiles,
    long targetFileSize,
    Duration retryTimeout,
    int parallelism) {

  /** How a row dies. */
  public enum MergeStrategy {
    /** By deletion vector where the table has them on, else by rewriting its file. */
    AUTO,
    COPY_ON_WRITE,
    DELETION_VECTORS
  }

  public static TableOptions defaults() {
    return new TableOptions(
        MergeStrategy.AUTO,
        false,
        true,
        128L << 20,
        Duration.ofSeconds(150),
        Runtime.getRuntime().availableProcessors());
  }
}
