package io.deltaconnect.transforms;

import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;

/** Names a record in messages. */
final class Where {
  private Where() {}

  /**
   * {@code topic-partition@offset} as the topic has it, whatever transforms made of it since; the
   * source's own position where the record is yet to be written.
   */
  static String of(ConnectRecord<?> record) {
    if (record instanceof SinkRecord sink) {
      return sink.originalTopic()
          + "-"
          + sink.originalKafkaPartition()
          + "@"
          + sink.originalKafkaOffset();
    }
    if (record instanceof SourceRecord source) {
      return source.topic() + " from " + source.sourcePartition() + " at " + source.sourceOffset();
    }
    return record.topic() + "-" + record.kafkaPartition();
  }
}
