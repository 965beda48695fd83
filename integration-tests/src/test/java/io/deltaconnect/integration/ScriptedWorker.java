package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.integration.Faults.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a sink task through a {@link SinkScript} as Connect does: the same batch again after a
 * {@link RetriableException}, seeks before the next batch, commits of offsets in between; and after
 * the end of a process a new task, from the offsets that the group has.
 */
final class ScriptedWorker {
  private static final Logger LOG = LoggerFactory.getLogger(ScriptedWorker.class);
  private static final int MOST_TURNS = 60;

  private final SinkScript script;
  private final Map<String, String> config;
  private final TableJudge judge;
  private final FaultStore store;
  private final Map<TopicPartition, Long> group = new HashMap<>();
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private FaultyTask task;

  /**
   * @param config of the connector, but for the store
   * @param judge of the table
   */
  ScriptedWorker(
      SinkScript script, Map<String, String> config, TableJudge judge, FaultStore store) {
    this.script = script;
    this.config = config;
    this.judge = judge;
    this.store = store;
  }

  /**
   * Until the group's offsets are at the end.
   *
   * @param planned what goes wrong with the first task
   * @return the first task's
   */
  Faults run(Fault... planned) throws IOException {
    start(planned);
    Faults first = task.faults();
    for (int turn = 0; turn < MOST_TURNS; turn++) {
      if (put()) {
        commitOffsets();
      }
      if (isAtEnd()) {
        first.forget();
        task.faults().forget();
        return first;
      }
    }
    throw new AssertionError("after " + MOST_TURNS + " turns the group is at " + group);
  }

  private void start(Fault... planned) {
    task = new FaultyTask(config, store, planned);
    for (TopicPartition partition : SinkScript.PARTITIONS) {
      positions.put(partition, group.getOrDefault(partition, 0L));
    }
  }

  /** The records that come next, none at the end. */
  private List<SinkRecord> next() {
    positions.putAll(task.takeSeeks());
    for (List<SinkRecord> batch : script.batches()) {
      List<SinkRecord> unread = new ArrayList<>();
      for (SinkRecord record : batch) {
        if (record.kafkaOffset() >= positions.get(SinkScript.partition(record))) {
          unread.add(record);
        }
      }
      if (!unread.isEmpty()) {
        return unread;
      }
    }
    return List.of();
  }

  /** Puts the next batch; whether the task took it. */
  private boolean put() {
    List<SinkRecord> batch = next();
    boolean done = false;
    try {
      task.put(batch);
      done = !task.faults().isCrashed();
    } catch (RetriableException e) {
      LOG.debug("the batch is put again", e);
    } catch (Throwable e) {
      if (!task.faults().isCrashed()) {
        throw e;
      }
      LOG.debug("the process has ended", e);
    }
    if (task.faults().isCrashed()) {
      start();
    } else if (done) {
      for (SinkRecord record : batch) {
        positions.put(SinkScript.partition(record), record.kafkaOffset() + 1);
      }
    }
    task.faults().recover();
    return done;
  }

  private void commitOffsets() throws IOException {
    for (Map.Entry<TopicPartition, Long> e : task.preCommit(positions).entrySet()) {
      if (e.getValue() > 0) {
        assertThat(judge.covered(e.getKey()))
            .as("what the table covers of %s, of which the group gets %s", e.getKey(), e.getValue())
            .isGreaterThanOrEqualTo(e.getValue());
      }
      group.put(e.getKey(), e.getValue());
    }
  }

  private boolean isAtEnd() {
    for (TopicPartition partition : SinkScript.PARTITIONS) {
      if (group.getOrDefault(partition, 0L) != script.end(partition)) {
        return false;
      }
    }
    return true;
  }
}
