package io.deltaconnect.source;

import io.deltaconnect.connector.Version;
import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.connector.config.Validation;
import io.deltaconnect.connector.metrics.TaskBeans;
import io.deltaconnect.source.config.DeltaSourceConfig;
import io.deltaconnect.source.config.Keys;
import io.deltaconnect.source.config.TableLocation;
import io.deltaconnect.source.position.RequestedPositions;
import io.deltaconnect.source.table.TableCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;

/** Publishes each committed change of Delta tables to topics. */
public final class DeltaSourceConnector extends SourceConnector {
  private static final Duration LONGEST_CHECK = Duration.ofSeconds(10);

  private Map<String, String> config = Map.of();

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public void start(Map<String, String> props) {
    // Fails here, before any task, if the configuration is wrong.
    config = Map.copyOf(DeltaSourceConfig.of(props).originalsStrings());
  }

  @Override
  public Class<? extends Task> taskClass() {
    return DeltaSourceTask.class;
  }

  /** Tables are dealt out one by one; there are no tasks without. */
  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    List<String> entries = DeltaSourceConfig.tableEntries(config);
    int tasks = Math.min(maxTasks, entries.size());
    List<Map<String, String>> configs = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      List<String> own = new ArrayList<>();
      for (int i = task; i < entries.size(); i += tasks) {
        own.add(entries.get(i));
      }
      Map<String, String> taskConfig = TaskBeans.numbered(config, task);
      taskConfig.put(Keys.TABLES, String.join(",", own));
      configs.add(taskConfig);
    }
    return configs;
  }

  @Override
  public void stop() {}

  /** Positions are kept by Connect alone, together with the records. */
  @Override
  public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> connectorConfig) {
    return ExactlyOnceSupport.SUPPORTED;
  }

  @Override
  public ConnectorTransactionBoundaries canDefineTransactionBoundaries(
      Map<String, String> connectorConfig) {
    return ConnectorTransactionBoundaries.SUPPORTED;
  }

  /**
   * Looks whether offsets that somebody wants to set can be taken up (KIP-875).
   *
   * @param offsets by partition; null: to be forgotten, the table then begins as it did first
   * @return true
   * @throws ConnectException if one cannot, naming the table
   */
  @Override
  public boolean alterOffsets(
      Map<String, String> connectorConfig, Map<Map<String, ?>, Map<String, ?>> offsets) {
    DeltaSourceConfig parsed = DeltaSourceConfig.of(connectorConfig);
    List<String> names = parsed.tables().stream().map(TableLocation::name).toList();
    new TableCheck(parsed).require(RequestedPositions.of(offsets, names));
    return true;
  }

  @Override
  public ConfigDef config() {
    return DeltaSourceConfig.DEFINITION;
  }

  @Override
  public Config validate(Map<String, String> connectorConfigs) {
    return new Validation(super.validate(connectorConfigs), connectorConfigs)
        .with(DeltaSourceConfig.misspelt(connectorConfigs), () -> problems(connectorConfigs));
  }

  /** The tables are looked at only where nothing else is wrong. */
  private static List<Problem> problems(Map<String, String> connectorConfigs) {
    List<Problem> problems = DeltaSourceConfig.problems(connectorConfigs);
    if (!problems.isEmpty()) {
      return problems;
    }
    try {
      return new TableCheck(DeltaSourceConfig.parse(connectorConfigs)).problems(LONGEST_CHECK);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectException("interrupted while tables were looked at", e);
    }
  }
}
