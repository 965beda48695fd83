package io.deltaconnect.source.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.source.record.Operation;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaSourceConfigTest {

  private static Map<String, String> config(String... settings) {
    Map<String, String> config = new HashMap<>();
    config.put("name", "source");
    config.put("tables", "/lake/orders");
    for (int i = 0; i < settings.length; i += 2) {
      config.put(settings[i], settings[i + 1]);
    }
    return config;
  }

  private static List<TableLocation> tables(String tables) {
    return DeltaSourceConfig.parse(config("tables", tables)).tables();
  }

  @Test
  void tablesHaveNamesAndPaths() {
    assertThat(
            tables(
                " /lake/orders/ , clients=s3a://lake/customers,/lake/day=1,file:///a%2Cb,x=/y=z,"))
        .containsExactly(
            new TableLocation("orders", "/lake/orders"),
            new TableLocation("clients", "s3a://lake/customers"),
            new TableLocation("day=1", "/lake/day=1"),
            new TableLocation("a,b", "file:///a,b"),
            new TableLocation("x", "/y=z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " , ", "orders", "orders=lake/orders", "=/lake", "/a/t,/b/t", "/"})
  void whatNamesNoTableIsRefused(String tables) {
    assertThatThrownBy(() -> tables(tables))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("tables");
  }

  @ParameterizedTest
  @CsvSource({
    "1700000000123, 2023-11-14T22:13:20.123Z",
    "2026-01-31, 2026-01-31T00:00:00Z",
    "2026-01-31T12:00:00, 2026-01-31T12:00:00Z",
    "2026-01-31 12:00:00.5, 2026-01-31T12:00:00.500Z",
    "2026-01-31T12:00:00Z, 2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00+02:00, 2026-01-31T10:00:00Z",
    "2026-01-31T12:00-05:30, 2026-01-31T17:30:00Z"
  })
  void timesAreIsoOrMilliseconds(String text, String instant) {
    assertThat(DeltaSourceConfig.parse(config("starting.timestamp", text)).reading().startingTime())
        .isEqualTo(Instant.parse(instant));
  }

  @ParameterizedTest
  @ValueSource(strings = {"yesterday", "2026-13-01", "12:00", "99999999999999999999"})
  void otherTimesAreRefused(String text) {
    assertThatThrownBy(() -> DeltaSourceConfig.parse(config("starting.timestamp", text)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("starting.timestamp");
  }

  @Test
  void whatIsNotSetHasItsDefault() {
    DeltaSourceConfig config = DeltaSourceConfig.of(config());

    assertThat(config.topic("orders")).isEqualTo("orders");
    assertThat(config.heartbeatTopic()).isEqualTo("__delta-heartbeat.source");
    assertThat(config.reading())
        .isEqualTo(
            new ReadSettings(
                StartupMode.INITIAL, null, null, null, null, 100_000, OnLoss.FAIL, OnLoss.FAIL));
    assertThat(config.output().skipped()).isEmpty();
    assertThat(config.output().spillDir()).isNull();
    assertThat(config.definesTransactions()).isFalse();
    assertThat(config.transactionTimeoutMs()).isEqualTo(60_000);
  }

  @Test
  void recreatedTablesFollowTheRuleOfLostHistoryUnlessTheyHaveTheirOwn() {
    assertThat(DeltaSourceConfig.of(config("on.data.loss", "snapshot")).reading().onRecreated())
        .isEqualTo(OnLoss.SNAPSHOT);
    assertThat(
            DeltaSourceConfig.of(
                    config("on.data.loss", "snapshot", "on.table.recreated", "Earliest"))
                .reading()
                .onRecreated())
        .isEqualTo(OnLoss.EARLIEST);
  }

  @Test
  void skippedOperationsAreLetters() {
    assertThat(DeltaSourceConfig.of(config("skipped.operations", "c,r")).output().skipped())
        .containsExactlyInAnyOrder(Operation.INSERT, Operation.READ);
    assertThatThrownBy(() -> DeltaSourceConfig.of(config("skipped.operations", "c,x")))
        .hasMessageContaining("skipped.operations");
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        arguments(List.of("startup.mode", "starting.version"), List.of("startup.mode", "version")),
        arguments(List.of("startup.mode", "starting.version"), List.of("starting.version", "3")),
        arguments(
            List.of("startup.mode", "starting.timestamp"), List.of("startup.mode", "timestamp")),
        arguments(
            List.of("startup.mode", "starting.timestamp"),
            List.of("startup.mode", "latest", "starting.timestamp", "2026-01-01")),
        arguments(
            List.of("ending.version", "ending.timestamp"),
            List.of("ending.version", "3", "ending.timestamp", "2026-01-01")),
        arguments(
            List.of("starting.version", "ending.version"),
            List.of("startup.mode", "version", "starting.version", "4", "ending.version", "1")),
        arguments(
            List.of("starting.timestamp", "ending.timestamp"),
            List.of(
                "startup.mode",
                "timestamp",
                "starting.timestamp",
                "2026-01-02",
                "ending.timestamp",
                "2026-01-01")),
        arguments(List.of("tables", "topic.format"), List.of("tables", "/lake/the orders")),
        arguments(List.of("tables"), List.of("tables", "nosuch://lake/orders")),
        arguments(List.of("tables"), List.of("tables", "s3a://lake")),
        arguments(List.of("heartbeat.topic"), List.of("name", "my source")),
        arguments(
            List.of("producer.override.transaction.timeout.ms"),
            List.of("producer.override.transaction.timeout.ms", "long")),
        arguments(
            List.of("storage.access.key", "storage.secret.key"),
            List.of("storage.access.key", "AKIA")));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("wrong")
  void wrongCombinationsAreShownOnEveryKeyConcerned(List<String> keys, List<String> settings) {
    Map<String, String> config = config(settings.toArray(new String[0]));

    assertThat(DeltaSourceConfig.problems(config))
        .singleElement()
        .extracting(Problem::keys)
        .isEqualTo(keys);
    assertThatThrownBy(() -> DeltaSourceConfig.of(config)).isInstanceOf(ConfigException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "topic.format, a b",
    "topic.format, ${topic}",
    "startup.mode, earliest",
    "starting.version, -1",
    "ending.version, x",
    "snapshot.chunk.rows, 0",
    "poll.max.records, 0",
    "spill.dir, /no/such/folder",
    "on.table.recreated, continue",
    "output.format, json"
  })
  void wrongValuesAreRefused(String key, String value) {
    assertThatThrownBy(() -> DeltaSourceConfig.of(config(key, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key);
  }

  @Test
  void whatEverybodyDecidesOnIsImportant() {
    assertThat(DeltaSourceConfig.DEFINITION.configKeys().values())
        .filteredOn(key -> key.importance == ConfigDef.Importance.HIGH)
        .extracting(key -> key.name)
        .containsExactlyInAnyOrder(
            "tables",
            "topic.format",
            "startup.mode",
            "output.format",
            "key.fields",
            "on.data.loss");
  }

  @Test
  void misspeltKeysAreToldWithTheOneThatWasMeant() {
    assertThat(
            DeltaSourceConfig.misspelt(
                config(
                    "startup_mode", "latest",
                    "poll.max.record", "1",
                    "transaction.boundary", "connector",
                    "topic.creation.default.partitions", "1",
                    "my.own.note", "x",
                    "hadoop.fs.x", "y")))
        .containsOnlyKeys("startup_mode", "poll.max.record")
        .satisfies(
            warnings ->
                assertThat(warnings.get("startup_mode")).contains("did you mean startup.mode?"));
  }
}
