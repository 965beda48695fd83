package io.deltaconnect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.source.position.Position;
import io.deltaconnect.source.record.RecordParts;
import io.deltaconnect.source.table.SourceTable.Taken;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class PublishedRecordTest {

  private static PublishedRecord record(long index, boolean endsTransaction) {
    RecordParts parts =
        new RecordParts(
            "t", null, null, Schema.INT64_SCHEMA, index, new ConnectHeaders(), index, "insert");
    Position after = Position.changes("id", 1).at(index + 1);
    return new PublishedRecord(
        Position.partition("t"), new Taken(parts, after, endsTransaction, endsTransaction));
  }

  /** Kafka's ExactlyOnceWorkerSourceTask has such a map of all records of a transaction. */
  @Test
  void aMapOfTheRecordsOfATransactionDoesNotGrow() {
    Map<SourceRecord, Long> records = new HashMap<>();
    for (long i = 0; i < 10_000; i++) {
      records.put(record(i, false), i);
    }

    assertThat(records).hasSize(1);
  }

  /** Kafka's WorkerTransactionContext has such a set of records at which to commit. */
  @Test
  void aRecordThatEndsATransactionIsNotTakenForAnother() {
    PublishedRecord last = record(5, true);
    Set<SourceRecord> commitAt = new HashSet<>(Set.of(last));

    assertThat(commitAt.contains(record(4, false))).isFalse();
    assertThat(commitAt.contains(record(5, true))).isFalse();
    assertThat(commitAt.remove(last)).isTrue();
  }
}
