package io.deltaconnect.sink;

import io.deltaconnect.connector.Version;
import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.connector.config.Validation;
import io.deltaconnect.connector.metrics.TaskBeans;
import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.sink.config.UnknownKeys;
import io.deltaconnect.sink.offsets.OffsetAlteration;
import io.deltaconnect.sink.validate.LiveChecks;
import io.deltaconnect.table.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkConnector;

/**
 * Makes keyed records changes of Delta tables, each with its place in the table's change feed, and
 * each exactly once.
 */
public final class DeltaSinkConnector extends SinkConnector {
  private Map<String, String> config = Map.of();

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public void start(Map<String, String> props) {
    // Fails here, before any task, if the configuration is wrong.
    config = Map.copyOf(DeltaSinkConfig.of(props).originalsStrings());
  }

  @Override
  public Class<? extends Task> taskClass() {
    return DeltaSinkTask.class;
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    List<Map<String, String>> configs = new ArrayList<>();
    for (int i = 0; i < maxTasks; i++) {
      configs.add(TaskBeans.numbered(config, i));
    }
    return configs;
  }

  @Override
  public void stop() {}

  /**
   * Sets the offsets that the tables keep: a {@code txn} becomes the offset to be read next, less
   * one. To be called while no task runs, as the worker does (KIP-875).
   *
   * @param offsets by original topic-partition; null: from the beginning; empty: all partitions
   *     from the beginning
   * @return true: the offsets of the group are to be set as well
   * @throws ConnectException if the configuration or an offset is wrong, or a table cannot be
   *     reached; called again, it goes on where it stopped
   */
  @Override
  public boolean alterOffsets(
      Map<String, String> connectorConfig, Map<TopicPartition, Long> offsets) {
    DeltaSinkConfig parsed = DeltaSinkConfig.of(connectorConfig);
    new OffsetAlteration(parsed, Storage.of(parsed.hadoopProperties())).apply(offsets);
    return true;
  }

  @Override
  public ConfigDef config() {
    return DeltaSinkConfig.DEFINITION;
  }

  @Override
  public Config validate(Map<String, String> connectorConfigs) {
    return new Validation(super.validate(connectorConfigs), connectorConfigs)
        .with(UnknownKeys.warnings(connectorConfigs), () -> problems(connectorConfigs));
  }

  private static List<Problem> problems(Map<String, String> connectorConfigs) {
    List<Problem> problems = DeltaSinkConfig.problems(connectorConfigs);
    return problems.isEmpty() ? LiveChecks.problems(connectorConfigs) : problems;
  }
}
