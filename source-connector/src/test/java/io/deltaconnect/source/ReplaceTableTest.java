package io.deltaconnect.source;

import static io.deltaconnect.source.SimulatedWorker.config;
import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * REPLACE TABLE is a commit of the same log, although Spark gives the table another id with it: its
 * rows go and come, and nothing is lost.
 */
class ReplaceTableTest {
  @TempDir Path dir;
  private CustomerTable table;

  @BeforeEach
  void makeTable() throws Exception {
    table = CustomerTable.create(dir.resolve("customers"));
    table.put("Ann", 1);
    table.put("Bob", 2);
  }

  private Map<String, String> fromTheBeginning(String... settings) {
    Map<String, String> config = config(table.path(), settings);
    config.put("startup.mode", "version");
    config.put("starting.version", "1");
    return config;
  }

  private void replace(Object[]... rows) throws Exception {
    table.replace(dir.resolve("other" + table.version()), CustomerTable.SCHEMA, rows);
  }

  private static void pollFor(SimulatedWorker worker, int records) throws Exception {
    while (worker.data().size() < records) {
      worker.poll();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itIsPublishedAsAnyOtherVersion(boolean whileRunning) throws Exception {
    SimulatedWorker worker = SimulatedWorker.exactlyOnce(fromTheBeginning()).start();
    pollFor(worker, 2);
    String before = table.id();
    if (!whileRunning) {
      worker.stop();
    }
    replace(new Object[] {1L, "Eva"});
    table.put("Fay", 2);
    if (!whileRunning) {
      worker.start();
    }

    pollFor(worker, 6);
    assertThat(Rows.of(worker.data()).subList(2, 6))
        .containsExactlyInAnyOrder(
            "v3 delete 1 Ann", "v3 delete 2 Bob", "v3 insert 1 Eva", "v4 insert 2 Fay");
    assertThat(table.id()).isNotEqualTo(before);
    assertThat(worker.offset("customers").get("table_id")).isEqualTo(table.id());
  }

  @Test
  void aTaskThatIsBehindSeveralOfThemLosesNothing() throws Exception {
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(fromTheBeginning("poll.max.records", "1")).start();
    pollFor(worker, 1);
    worker.crash();
    replace(new Object[] {3L, "Eva"}, new Object[] {4L, "Fay"});
    replace(new Object[] {5L, "Guy"});

    while (worker.data().size() < 8) {
      worker.start();
      for (int i = 0; i < 12; i++) {
        worker.poll();
      }
      worker.crash();
    }
    assertThat(Rows.of(worker.data()))
        .containsExactlyInAnyOrder(
            "v1 insert 1 Ann",
            "v2 insert 2 Bob",
            "v3 delete 1 Ann",
            "v3 delete 2 Bob",
            "v3 insert 3 Eva",
            "v3 insert 4 Fay",
            "v4 delete 3 Eva",
            "v4 delete 4 Fay",
            "v4 insert 5 Guy");
  }

  @Test
  void rowsThatGoHaveTheColumnsThatTheyHad() throws Exception {
    StructType other =
        new StructType().add("id", StringType.STRING, false).add("n", IntegerType.INTEGER);
    table.replace(dir.resolve("other"), other, new Object[] {"one", 7});

    SimulatedWorker worker = SimulatedWorker.exactlyOnce(fromTheBeginning()).start();
    pollFor(worker, 5);
    assertThat(Rows.of(worker.data()))
        .containsExactlyInAnyOrder(
            "v1 insert 1 Ann",
            "v2 insert 2 Bob",
            "v3 delete 1 Ann",
            "v3 delete 2 Bob",
            "v3 insert one 7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"debezium", "after"})
  void keysOfAnotherTypeAreOtherKeys(String format) throws Exception {
    StructType other =
        new StructType().add("id", StringType.STRING, false).add("n", IntegerType.INTEGER);
    table.replace(dir.resolve("other"), other, new Object[] {"one", 7});

    assertThat(keys(5, fromTheBeginning("output.format", format, "tombstones.on.delete", "false")))
        .containsExactlyInAnyOrder("1 insert", "2 insert", "1 delete", "2 delete", "one insert");
  }

  @Test
  void aKeyThatStaysUnderAnotherTypeOfNumberHasNoTombstone() throws Exception {
    StructType other =
        new StructType().add("id", IntegerType.INTEGER, false).add("n", IntegerType.INTEGER);
    table.replace(dir.resolve("other"), other, new Object[] {1, 7});

    assertThat(keys(4, fromTheBeginning("output.format", "after")))
        .containsExactlyInAnyOrder("1 insert", "2 insert", "1 insert", "2 delete");
  }

  private static List<String> keys(int records, Map<String, String> config) throws Exception {
    SimulatedWorker worker = SimulatedWorker.exactlyOnce(config).start();
    pollFor(worker, records);
    worker.drain();
    return worker.data().stream()
        .map(
            record ->
                ((Struct) record.key()).get("id")
                    + " "
                    + record.headers().lastWithName("__delta.change_type").value())
        .toList();
  }
}
