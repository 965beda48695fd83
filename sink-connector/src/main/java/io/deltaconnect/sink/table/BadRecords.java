package io.deltaconnect.sink.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Where bad records go: to the errant-record reporter, if the connector has one (KIP-610). Without
 * one the first of them fails the task.
 */
public final class BadRecords {
  private final ErrantRecordReporter reporter;
  private final Map<TopicPartition, List<Future<Void>>> reports = new HashMap<>();

  /**
   * @param reporter may be null
   */
  public BadRecords(ErrantRecordReporter reporter) {
    this.reporter = reporter;
  }

  /**
   * @throws DataException naming the record, if there is no reporter
   */
  public void report(SinkRecord record, String table, DataException error) {
    DataException named = new DataException(named(record, table, error.getMessage()), error);
    if (reporter == null) {
      throw named;
    }
    TopicPartition partition =
        new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
    List<Future<Void>> pending = reports.computeIfAbsent(partition, tp -> new ArrayList<>());
    dropArrived(partition, pending);
    pending.add(reporter.report(record, named));
  }

  /** A message with the record and the table it is about. */
  static String named(SinkRecord record, String table, String message) {
    return "record "
        + record.originalTopic()
        + "-"
        + record.originalKafkaPartition()
        + "@"
        + record.originalKafkaOffset()
        + " for table "
        + table
        + ": "
        + message;
  }

  /**
   * Where no commit ever waits for them, reports must not pile up. The producer finishes them in
   * order, so that the first ones say how far it has come.
   */
  private static void dropArrived(TopicPartition partition, List<Future<Void>> pending) {
    int arrived = 0;
    while (arrived < pending.size() && pending.get(arrived).isDone()) {
      await(partition, pending.get(arrived));
      arrived++;
    }
    pending.subList(0, arrived).clear();
  }

  /**
   * Waits until the reports of these partitions' records have arrived: a commit that covers their
   * offsets must not be first.
   */
  public void await(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      List<Future<Void>> pending = reports.remove(partition);
      if (pending != null) {
        for (Future<Void> report : pending) {
          await(partition, report);
        }
      }
    }
  }

  private static void await(TopicPartition partition, Future<Void> report) {
    try {
      report.get();
    } catch (ExecutionException e) {
      throw new ConnectException(
          "a bad record of " + partition + " could not be reported to the dead letter queue",
          e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectException(
          "interrupted while bad records of " + partition + " were being reported", e);
    }
  }

  /** Forgets the reports of partitions that another task has now; the worker waits for them. */
  public void close(Collection<TopicPartition> partitions) {
    reports.keySet().removeAll(partitions);
  }
}
