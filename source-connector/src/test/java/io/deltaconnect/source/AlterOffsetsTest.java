package io.deltaconnect.source;

import static io.deltaconnect.source.SimulatedWorker.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AlterOffsetsTest {
  @TempDir Path dir;
  private CustomerTable table;

  @BeforeEach
  void makeTable() throws Exception {
    table = CustomerTable.create(dir.resolve("customers"));
    table.put("Ann", 1);
    table.put("Bob", 2);
  }

  private boolean alter(Map<String, ?> partition, Map<String, ?> offset) {
    Map<Map<String, ?>, Map<String, ?>> offsets = new HashMap<>();
    offsets.put(partition, offset);
    return new DeltaSourceConnector().alterOffsets(config(table.path()), offsets);
  }

  @Test
  void aWholePositionAndAVersionAloneAreTaken() {
    assertThat(alter(Map.of("table", "customers"), Map.of("version", 0L))).isTrue();
    assertThat(alter(Map.of("table", "customers"), Map.of("version", 3L))).isTrue();
    assertThat(
            alter(
                Map.of("table", "customers"),
                Map.of(
                    "protocol",
                    1L,
                    "table_id",
                    table.id(),
                    "version",
                    2L,
                    "index",
                    1L,
                    "snapshot",
                    true)))
        .isTrue();
  }

  @Test
  void anyPartitionCanBeForgotten() {
    assertThat(alter(Map.of("table", "customers"), null)).isTrue();
    assertThat(alter(Map.of("table", "gone"), null)).isTrue();
    assertThat(alter(Map.of("garbage", 1), null)).isTrue();
    assertThat(new DeltaSourceConnector().alterOffsets(config(table.path()), Map.of())).isTrue();
  }

  static Stream<Arguments> wrong() {
    Map<String, String> customers = Map.of("table", "customers");
    return Stream.of(
        arguments(Map.of("table", "others"), Map.of("version", 1L), "[customers]"),
        arguments(Map.of("name", "customers"), Map.of("version", 1L), "{\"table\": <name>}"),
        arguments(
            Map.of("table", "customers", "x", "y"), Map.of("version", 1L), "{\"table\": <name>}"),
        arguments(customers, Map.of(), "needs a version"),
        arguments(customers, Map.of("version", "1"), "version of a position must be a whole"),
        arguments(customers, Map.of("version", -1L), "version of a position must be a whole"),
        arguments(customers, Map.of("version", 1.5), "version of a position must be a whole"),
        arguments(customers, Map.of("version", 1L, "index", "x"), "index of a position"),
        arguments(customers, Map.of("version", 1L, "snapshot", "no"), "snapshot of a position"),
        arguments(customers, Map.of("version", 1L, "table_id", 7L), "table_id of a position"),
        arguments(customers, Map.of("version", 1L, "versoin", 7L), "no field versoin"),
        arguments(customers, Map.of("version", 1L, "protocol", 2L), "protocol 2"),
        arguments(customers, Map.of("version", 4L), "is at version 2"),
        arguments(customers, Map.of("version", 3L, "snapshot", true), "is at version 2"),
        arguments(customers, Map.of("version", 1L, "table_id", "other"), "has the id"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("wrong")
  void whatIsNoPositionOfATableIsRefused(
      Map<String, ?> partition, Map<String, ?> offset, String message) {
    assertThatThrownBy(() -> alter(partition, offset))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining(message);
  }
}
