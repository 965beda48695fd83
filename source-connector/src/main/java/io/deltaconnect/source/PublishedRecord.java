package io.deltaconnect.source;

import io.deltaconnect.source.position.Position;
import io.deltaconnect.source.record.RecordHeaders;
import io.deltaconnect.source.record.RecordParts;
import io.deltaconnect.source.table.SourceTable.Taken;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A record of a table.
 *
 * <p>Until a transaction is committed a worker with exactly-once support keeps its records as keys
 * of a hash map (Kafka's {@code ExactlyOnceWorkerSourceTask}), whatever their number. Records of
 * one task that end no transaction are equal here, so that it keeps one of them: a version need not
 * fit into the heap. A record that ends one equals itself only, as it must be recognised.
 */
final class PublishedRecord extends SourceRecord {
  private final boolean endsTransaction;

  PublishedRecord(Map<String, String> partition, Taken taken) {
    this(partition, taken.after(), taken.parts(), taken.endsTransaction());
    headers().addBoolean(RecordHeaders.COMMIT_END, taken.last());
  }

  private PublishedRecord(
      Map<String, String> partition, Position after, RecordParts parts, boolean endsTransaction) {
    super(
        partition,
        after.toOffset(),
        parts.topic(),
        null,
        parts.keySchema(),
        parts.key(),
        parts.valueSchema(),
        parts.value(),
        parts.timestamp(),
        parts.headers());
    this.endsTransaction = endsTransaction;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof PublishedRecord record && !endsTransaction && !record.endsTransaction);
  }

  @Override
  public int hashCode() {
    return endsTransaction ? System.identityHashCode(this) : 1;
  }
}
