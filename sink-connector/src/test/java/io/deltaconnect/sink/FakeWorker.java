package io.deltaconnect.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** What the task asks of its worker. */
final class FakeWorker implements SinkTaskContext {
  final Map<TopicPartition, Long> seeks = new HashMap<>();
  final Map<SinkRecord, Throwable> reported = new LinkedHashMap<>();
  final List<CompletableFuture<Void>> reports = new ArrayList<>();
  boolean reporting;
  boolean reportsArrive = true;
  boolean commitRequested;
  long timeout = -1;

  @Override
  public ErrantRecordReporter errantRecordReporter() {
    return reporting ? this::report : null;
  }

  private Future<Void> report(SinkRecord record, Throwable error) {
    reported.put(record, error);
    CompletableFuture<Void> report = new CompletableFuture<>();
    if (reportsArrive) {
      report.complete(null);
    }
    reports.add(report);
    return report;
  }

  @Override
  public Map<String, String> configs() {
    return Map.of();
  }

  @Override
  public void offset(Map<TopicPartition, Long> offsets) {
    seeks.putAll(offsets);
  }

  @Override
  public void offset(TopicPartition tp, long offset) {
    seeks.put(tp, offset);
  }

  @Override
  public void timeout(long timeoutMs) {
    timeout = timeoutMs;
  }

  @Override
  public Set<TopicPartition> assignment() {
    return Set.of();
  }

  @Override
  public void pause(TopicPartition... partitions) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void resume(TopicPartition... partitions) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void requestCommit() {
    commitRequested = true;
  }
}
