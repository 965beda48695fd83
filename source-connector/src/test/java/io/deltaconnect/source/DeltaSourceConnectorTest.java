package io.deltaconnect.source;

import static io.deltaconnect.source.SimulatedWorker.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeltaSourceConnectorTest {
  @TempDir Path dir;
  private CustomerTable table;

  @BeforeEach
  void makeTable() throws Exception {
    table = CustomerTable.create(dir.resolve("customers"));
    table.put("Ann", 1);
  }

  /** The messages by key. */
  private static Map<String, String> errors(Map<String, String> config) {
    Map<String, String> errors = new TreeMap<>();
    for (ConfigValue value : new DeltaSourceConnector().validate(config).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), String.join("; ", value.errorMessages()));
      }
    }
    return errors;
  }

  @Test
  void workersFindIt() {
    assertThat(ServiceLoader.load(SourceConnector.class).stream().map(p -> p.type().getName()))
        .containsExactly(DeltaSourceConnector.class.getName());
    DeltaSourceConnector connector = new DeltaSourceConnector();
    assertThat(connector.version()).matches("[0-9]+\\..*");
    assertThat(connector.taskClass()).isEqualTo(DeltaSourceTask.class);
    assertThat(connector.exactlyOnceSupport(Map.of())).isEqualTo(ExactlyOnceSupport.SUPPORTED);
    assertThat(connector.canDefineTransactionBoundaries(Map.of()))
        .isEqualTo(ConnectorTransactionBoundaries.SUPPORTED);
  }

  @Test
  void tablesAreDealtOutToTasks() {
    DeltaSourceConnector connector = new DeltaSourceConnector();
    connector.start(config("/a,b=/x%2Cy,/c, /d ,/e"));

    assertThat(tablesOf(connector.taskConfigs(2))).containsExactly("/a,/c,/e", "b=/x%2Cy,/d");
    assertThat(tablesOf(connector.taskConfigs(9)))
        .containsExactly("/a", "b=/x%2Cy", "/c", "/d", "/e");
    assertThat(connector.taskConfigs(1).get(0)).containsEntry("poll.interval.ms", "1");
  }

  private static List<String> tablesOf(List<Map<String, String>> configs) {
    return configs.stream().map(config -> config.get("tables")).toList();
  }

  @Test
  void aWrongConfigurationFailsBeforeAnyTask() {
    assertThatThrownBy(
            () -> new DeltaSourceConnector().start(config("/a", "startup.mode", "version")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("starting.version");
  }

  @Test
  void validationSaysNothingOfWhatIsRight() {
    assertThat(errors(config(table.path()))).isEmpty();
    assertThat(errors(config(table.path(), "output.format", "debezium"))).isEmpty();
  }

  @Test
  void validationOpensTheTables() {
    assertThat(errors(config(dir.resolve("nothing") + "," + table.path())))
        .containsExactly(
            entry(
                "tables",
                "table nothing (%1$s) at its newest version: There is no Delta table at file:%1$s"
                    .formatted(dir.resolve("nothing"))));
    assertThat(errors(config(table.path(), "startup.mode", "version", "starting.version", "7")))
        .containsOnlyKeys("tables", "starting.version")
        .hasEntrySatisfying("tables", m -> assertThat(m).contains("is at version 1"));
    assertThat(errors(config(table.path(), "key.fields", "nr")))
        .containsOnlyKeys("tables", "key.fields", "output.format")
        .containsEntry(
            "key.fields",
            "table customers (%s): key.fields names the key column 'nr', which the table does not have; its columns are id, name"
                .formatted(table.path()));
  }

  @Test
  void validationFindsAStoreThatDoesNotAnswer() throws Exception {
    int port;
    try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = nobody.getLocalPort();
    }

    assertThat(errors(config("s3a://lake/orders", "storage.endpoint", "http://127.0.0.1:" + port)))
        .containsOnlyKeys("storage.endpoint")
        .hasEntrySatisfying(
            "storage.endpoint",
            m -> assertThat(m).contains("The store at http://127.0.0.1:" + port));
  }

  @Test
  void validationFindsTheFeedOff() throws Exception {
    table.set("delta.enableChangeDataFeed", "false");

    assertThat(errors(config(table.path())))
        .containsOnlyKeys("tables", "startup.mode")
        .hasEntrySatisfying(
            "tables", m -> assertThat(m).contains("delta.enableChangeDataFeed=true"));
    assertThat(errors(config(table.path(), "startup.mode", "snapshot_only"))).isEmpty();
  }

  @Test
  void formatsThatNeedAKeyAreRefusedWithoutOne() throws Exception {
    CustomerTable keyless =
        CustomerTable.create(dir.resolve("keyless"), Map.of("deltaconnect.key.columns", "[]"));

    assertThat(errors(config(keyless.path(), "output.format", "after")))
        .containsOnlyKeys("tables", "key.fields", "output.format");
    assertThat(errors(config(keyless.path(), "output.format", "after", "key.fields", "id")))
        .isEmpty();
  }

  @Test
  void validationRepeatsNoSecret() {
    Map<String, String> config =
        config("/a", "storage.access.key", "TOPSECRET", "hadoop.fs.s3a.secret.key", "TOPSECRET");

    assertThat(new DeltaSourceConnector().validate(config).configValues())
        .allSatisfy(value -> assertThat(value.toString()).doesNotContain("TOPSECRET"));
  }
}
