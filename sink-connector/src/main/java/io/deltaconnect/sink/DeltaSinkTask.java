package io.deltaconnect.sink;

import io.deltaconnect.connector.Version;
import io.deltaconnect.connector.metrics.TaskBeans;
import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.sink.config.UnknownKeys;
import io.deltaconnect.sink.metrics.SinkTaskMetrics;
import io.deltaconnect.sink.table.DeltaTables;
import io.deltaconnect.table.storage.Storage;
import java.util.Collection;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The task as the worker sees it; all it does is done by the {@link StartedTask}. */
public final class DeltaSinkTask extends SinkTask {
  private static final Logger LOG = LoggerFactory.getLogger(DeltaSinkTask.class);

  private StartedTask started;
  private TaskBeans beans;

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public void start(Map<String, String> props) {
    UnknownKeys.warnings(props).values().forEach(LOG::warn);
    DeltaSinkConfig config = DeltaSinkConfig.of(props);
    LongSupplier clock = System::currentTimeMillis;
    LongSupplier elapsed = () -> System.nanoTime() / 1_000_000;
    beans = new TaskBeans(props);
    SinkTaskMetrics metrics = new SinkTaskMetrics(beans, clock, elapsed);
    started =
        new StartedTask(
            config,
            new DeltaTables(Storage.of(config.hadoopProperties())),
            context,
            metrics,
            clock,
            elapsed);
    // The last thing: a task that fails to start leaves nothing behind.
    metrics.register();
  }

  @Override
  public void put(Collection<SinkRecord> records) {
    started.put(records);
  }

  @Override
  public Map<TopicPartition, OffsetAndMetadata> preCommit(
      Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
    return started.preCommit(currentOffsets);
  }

  @Override
  public void close(Collection<TopicPartition> partitions) {
    // The worker closes partitions of a task that failed to start, too.
    if (started != null) {
      started.close(partitions);
    }
  }

  @Override
  public void stop() {
    started = null;
    // The worker stops tasks that failed to start, too.
    if (beans != null) {
      beans.close();
    }
  }
}
