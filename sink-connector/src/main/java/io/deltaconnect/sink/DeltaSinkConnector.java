package io.deltaconnect.sink;

import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.sink.config.Problem;
import io.deltaconnect.sink.config.UnknownKeys;
import io.deltaconnect.sink.offsets.OffsetAlteration;
import io.deltaconnect.table.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.config.types.Password;
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
      configs.add(config);
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
    List<ConfigValue> values = new ArrayList<>(super.validate(connectorConfigs).configValues());
    boolean valid = values.stream().allMatch(value -> value.errorMessages().isEmpty());
    UnknownKeys.warnings(connectorConfigs)
        .forEach((key, warning) -> value(values, key, connectorConfigs).addErrorMessage(warning));
    if (!valid) {
      return new Config(values);
    }
    for (Problem problem : DeltaSinkConfig.problems(connectorConfigs)) {
      for (String key : problem.keys()) {
        value(values, key, connectorConfigs).addErrorMessage(problem.message());
      }
    }
    return new Config(values);
  }

  /** Keys with a prefix, such as overrides, are not among the values yet. */
  private static ConfigValue value(
      List<ConfigValue> values, String key, Map<String, String> connectorConfigs) {
    for (ConfigValue value : values) {
      if (value.name().equals(key)) {
        return value;
      }
    }
    ConfigValue value = new ConfigValue(key);
    value.value(DeltaSinkConfig.isSecret(key) ? Password.HIDDEN : connectorConfigs.get(key));
    values.add(value);
    return value;
  }
}
