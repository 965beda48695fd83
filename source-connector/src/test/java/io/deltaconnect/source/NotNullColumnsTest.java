package io.deltaconnect.source;

import static io.deltaconnect.source.SimulatedWorker.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A version that makes a column NOT NULL and takes rows away that have no value in it. */
class NotNullColumnsTest {
  @TempDir private Path dir;
  private CustomerTable table;

  @BeforeEach
  void makeTable() throws Exception {
    table = CustomerTable.create(dir.resolve("customers"));
    table.put("Ann", 1);
    table.put(null, 2);
    restoreToNamesNotNull();
    table.put("Cid", 3);
  }

  /** As RESTORE to before a DROP NOT NULL: the older schema, and without the last file. */
  private void restoreToNamesNotNull() throws Exception {
    Path log = table.path().resolve("_delta_log");
    String metadata = action(log, 0, "metaData");
    int name = metadata.indexOf("\\\"name\\\":\\\"name\\\"");
    String nullable = "\\\"nullable\\\":true";
    int at = metadata.indexOf(nullable, name);
    String notNull =
        metadata.substring(0, at)
            + nullable.replace("true", "false")
            + metadata.substring(at + nullable.length());
    String add = action(log, 2, "add");
    String remove =
        "{\"remove\":{\"path\":%s,\"size\":%s,\"dataChange\":true,\"extendedFileMetadata\":true,\"partitionValues\":{}}}"
            .formatted(value(add, "path"), value(add, "size"));
    long time = table.timestamp();
    String commitInfo =
        action(log, 2, "commitInfo").replace(Long.toString(time), Long.toString(time + 1));
    Files.write(log.resolve("%020d.json".formatted(3)), List.of(commitInfo, notNull, remove));
  }

  private static String action(Path log, int version, String kind) throws Exception {
    return Files.readAllLines(log.resolve("%020d.json".formatted(version))).stream()
        .filter(line -> line.startsWith("{\"" + kind + "\""))
        .findFirst()
        .orElseThrow();
  }

  /** A field of a JSON object, as it stands there. */
  private static String value(String json, String field) {
    int begin = json.indexOf("\"" + field + "\":") + field.length() + 3;
    return json.substring(begin, begin + json.substring(begin).split("[,}]", 2)[0].length());
  }

  private Map<String, String> from(int version) {
    return config(
        table.path(), "startup.mode", "version", "starting.version", String.valueOf(version));
  }

  @Test
  void rowsOfBeforeArePublishedWithoutAValue() throws Exception {
    List<SourceRecord> records = SimulatedWorker.exactlyOnce(from(1)).start().drain();

    assertThat(Rows.of(records))
        .containsExactly(
            "v1 insert 1 Ann", "v2 insert 2 null", "v3 delete 2 null", "v4 insert 3 Cid");
    assertThat(records)
        .extracting(record -> record.valueSchema().field("name").schema().isOptional())
        .containsExactly(true, true, true, false);
  }

  @Test
  void aTaskThatBeginsThereKnowsTheSchemaOfBefore() throws Exception {
    assertThat(Rows.of(SimulatedWorker.atLeastOnce(from(3)).start().drain()))
        .containsExactly("v3 delete 2 null", "v4 insert 3 Cid");
  }

  @Test
  void envelopesHaveThemToo() throws Exception {
    assertThat(
            SimulatedWorker.exactlyOnce(from(3))
                .set("output.format", "debezium")
                .set("tombstones.on.delete", "false")
                .start()
                .drain())
        .hasSize(2);
  }

  @Test
  void aTaskThatIsToStopAtSuchSchemasStopsBeforeIt() {
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(from(1)).set("schema.change.behavior", "fail").start();

    assertThatThrownBy(worker::drain)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("version 3")
        .hasMessageContaining("column name became NOT NULL");
    assertThat(Rows.of(worker.data())).containsExactly("v1 insert 1 Ann", "v2 insert 2 null");
  }
}
