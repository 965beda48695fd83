package io.deltaconnect.sink.table;

import io.deltaconnect.sink.buffer.PartitionBuffer;
import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.table.kernel.Action;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds records that are new though the table has their offsets. The offsets of a partition begin
 * anew when its topic is deleted and made again, or when it comes from another cluster. A record
 * that is clearly younger than the commit that covers its offset cannot be in that commit.
 *
 * <p>Offsets that go back are followed by setting the table's {@code txn} back first, in a commit
 * of its own: from then on the new records are like any others, for crashes, other tasks and
 * fencing too. That commit is made once for each table of the partition.
 */
final class OffsetRegressions {
  private static final Logger LOG = LoggerFactory.getLogger(OffsetRegressions.class);

  private final TableConfig config;
  private final OpenTable open;
  private final TableCommitter committer;
  private final Takeovers takeovers;
  private final Rewinds rewinds;
  private final LongSupplier clock;
  private final Set<TopicPartition> skipping = new HashSet<>();

  OffsetRegressions(
      TableConfig config,
      OpenTable open,
      TableCommitter committer,
      Takeovers takeovers,
      Rewinds rewinds,
      LongSupplier clock) {
    this.config = config;
    this.open = open;
    this.committer = committer;
    this.takeovers = takeovers;
    this.rewinds = rewinds;
    this.clock = clock;
  }

  /**
   * Looks at a record that seems to be known.
   *
   * @return whether it is to be applied after all
   * @throws ConnectException naming the record and what is known of it, if that is how such a
   *     record is to be dealt with
   */
  boolean isNew(SinkRecord record, PartitionBuffer buffer) {
    long offset = record.originalKafkaOffset();
    while (!rewinds.isRewinding(buffer.partition())) {
      if (!buffer.isKnown(offset)) {
        return true;
      }
      // Perhaps by ourselves, when the response to setting it back was lost.
      if (takeovers.isTakenOver(buffer)) {
        continue;
      }
      Action.Txn txn = open.table().snapshot().txn(buffer.appId());
      if (!isRegression(record, txn)) {
        return false;
      }
      switch (config.onRegression()) {
        case FAIL -> throw failure(record, txn);
        case SKIP -> {
          tellOnce(record, buffer.partition(), txn);
          return false;
        }
        case REPLAY -> {
          LOG.warn("{}. It is applied, with what comes after it", what(record, txn));
          committer.setBack(buffer, offset - 1);
        }
      }
    }
    return false;
  }

  private boolean isRegression(SinkRecord record, Action.Txn txn) {
    Long timestamp = record.timestamp();
    if (timestamp == null || txn == null || txn.lastUpdated() == null) {
      return false;
    }
    if (timestamp - clock.getAsLong() > PartitionBuffer.AHEAD_MS) {
      // It does not say when the record was written.
      return false;
    }
    return record.originalKafkaOffset() <= txn.version()
        && timestamp - config.regressionToleranceMs() > txn.lastUpdated();
  }

  private ConnectException failure(SinkRecord record, Action.Txn txn) {
    return new ConnectException(
        what(record, txn)
            + ". If the topic was made anew or comes from another cluster, "
            + Keys.ON_OFFSET_REGRESSION
            + "=replay applies what comes from here on, and a reset of the connector's offsets all"
            + " that the topic has; "
            + Keys.ON_OFFSET_REGRESSION
            + "=skip drops records up to the offset in the table. If it is the record's timestamp"
            + " that is wrong, "
            + Keys.OFFSET_REGRESSION_TOLERANCE_MS
            + "="
            + config.regressionToleranceMs()
            + " is too little");
  }

  private void tellOnce(SinkRecord record, TopicPartition partition, Action.Txn txn) {
    if (skipping.add(partition)) {
      LOG.warn(
          "{}. It is dropped, as all such records of {} are ({}=skip)",
          what(record, txn),
          partition,
          Keys.ON_OFFSET_REGRESSION);
    }
  }

  private String what(SinkRecord record, Action.Txn txn) {
    return "the offsets of "
        + record.originalTopic()
        + "-"
        + record.originalKafkaPartition()
        + " went back: "
        + open.named()
        + " has them up to "
        + txn.version()
        + " since "
        + Instant.ofEpochMilli(txn.lastUpdated())
        + " (lastUpdated "
        + txn.lastUpdated()
        + "), but the record at offset "
        + record.originalKafkaOffset()
        + " is from "
        + Instant.ofEpochMilli(record.timestamp())
        + " (timestamp "
        + record.timestamp()
        + ")";
  }
}
