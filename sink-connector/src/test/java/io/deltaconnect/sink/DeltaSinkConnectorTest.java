package io.deltaconnect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.sink.SinkConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeltaSinkConnectorTest {
  private static final Map<String, String> CONFIG =
      Map.of("name", "sink", "topics", "orders", "table.path", "/lake/${topic}");

  @TempDir Path lake;

  @Test
  void workersFindItByItsServiceFile() {
    assertThat(ServiceLoader.load(SinkConnector.class))
        .hasAtLeastOneElementOfType(DeltaSinkConnector.class);
  }

  @Test
  void versionIsTheBuildsOwn() {
    assertThat(new DeltaSinkConnector().version()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(new DeltaSinkTask().version()).isEqualTo(new DeltaSinkConnector().version());
  }

  @Test
  void everyTaskGetsTheWholeConfiguration() {
    DeltaSinkConnector connector = new DeltaSinkConnector();
    connector.start(CONFIG);

    assertThat(connector.taskConfigs(3))
        .hasSize(3)
        .allSatisfy(task -> assertThat(task).containsAllEntriesOf(CONFIG))
        .extracting(task -> task.get("task.id"))
        .containsExactly("0", "1", "2");
    assertThat(connector.taskClass()).isEqualTo(DeltaSinkTask.class);
  }

  @Test
  void wrongCombinationIsShownOnEachKey() {
    Config config =
        new DeltaSinkConnector()
            .validate(
                Map.of(
                    "table.path", "/lake",
                    "partition.by", "a",
                    "cluster.by", "b",
                    "table.orders.no.such.key", "x"));

    Map<String, ConfigValue> values =
        config.configValues().stream().collect(Collectors.toMap(ConfigValue::name, v -> v));
    assertThat(values.get("partition.by").errorMessages()).hasSize(1);
    assertThat(values.get("cluster.by").errorMessages())
        .isEqualTo(values.get("partition.by").errorMessages());
    assertThat(values.get("table.orders.no.such.key").errorMessages()).hasSize(1);
    assertThat(values.get("pk.fields").errorMessages()).isEmpty();
  }

  @Test
  void missingPathIsTheOnlyErrorOfAnEmptyConfiguration() {
    assertThat(new DeltaSinkConnector().validate(Map.of()).configValues())
        .filteredOn(value -> !value.errorMessages().isEmpty())
        .extracting(ConfigValue::name)
        .containsExactly("table.path");
    assertThatThrownBy(() -> new DeltaSinkConnector().start(Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("table.path");
  }

  @Test
  void misspelledKeyIsAnErrorOnThatKey() {
    Config config =
        new DeltaSinkConnector()
            .validate(
                Map.of("table.path", lake + "/${topic}", "auto.create", "true", "pk.field", "id"));

    assertThat(config.configValues())
        .filteredOn(value -> !value.errorMessages().isEmpty())
        .singleElement()
        .satisfies(
            value -> {
              assertThat(value.name()).isEqualTo("pk.field");
              assertThat(value.errorMessages().get(0)).contains("did you mean pk.fields?");
            });
  }
}
