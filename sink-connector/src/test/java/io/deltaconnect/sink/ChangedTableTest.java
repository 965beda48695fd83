package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens when another writer changes the table's columns, on tables on disk. */
class ChangedTableTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MAPPING = "table.properties.delta.columnMapping.mode";

  @TempDir Path lake;

  private RealTaskFixture mapped(String... keysAndValues) {
    return RealTaskFixture.in(lake, MAPPING, "name")
        .put(upsert(0, 1L, "a", 1L, "b", 1L))
        .restarted(keysAndValues);
  }

  /** Commits a version that changes nothing but the columns. */
  private void change(Consumer<ArrayNode> columns) throws IOException {
    long version = new RealTable(lake.resolve("orders").toString()).version();
    ObjectNode metadata = null;
    for (long v = version; metadata == null; v--) {
      for (String line : Files.readAllLines(file(v))) {
        if (line.contains("\"metaData\":")) {
          metadata = (ObjectNode) JSON.readTree(line);
        }
      }
    }
    ObjectNode fields = (ObjectNode) metadata.get("metaData");
    JsonNode schema = JSON.readTree(fields.get("schemaString").asText());
    columns.accept((ArrayNode) schema.get("fields"));
    fields.put("schemaString", JSON.writeValueAsString(schema));
    long now = System.currentTimeMillis() + 1;
    String info =
        "{\"commitInfo\":{\"timestamp\":%d,\"inCommitTimestamp\":%d,\"operation\":\"CHANGE\"}}"
            .formatted(now, now);
    Files.write(file(version + 1), List.of(info, JSON.writeValueAsString(metadata)));
  }

  private Path file(long version) {
    return lake.resolve("orders/_delta_log/%020d.json".formatted(version));
  }

  private void drop(String name) throws IOException {
    change(
        columns -> {
          for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).get("name").asText().equals(name)) {
              columns.remove(i);
              return;
            }
          }
        });
  }

  private void rename(String name, String newName) throws IOException {
    change(
        columns -> {
          for (JsonNode column : columns) {
            if (column.get("name").asText().equals(name)) {
              ((ObjectNode) column).put("name", newName);
            }
          }
        });
  }

  @Test
  void fieldOfADroppedColumnIsABadRecordUnlessTheTableMayEvolve() throws IOException {
    RealTaskFixture task = mapped();
    task.put(upsert(1, 2L, "a", 2L, "b", 2L));
    drop("b");

    assertThatThrownBy(() -> task.put(upsert(2, 3L, "a", 3L, "b", 3L)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("orders-0@2")
        .hasMessageContaining("no column for the field 'b'")
        .hasMessageContaining("auto.evolve");
    task.put(upsert(2, 3L, "a", 3L));
    assertThat(task.table().snapshot().schema().fieldNames()).containsExactly("id", "a");
    assertThat(task.table().rows()).contains(map("id", 3L, "a", 3L));

    task.restarted("auto.evolve", "add").put(upsert(3, 4L, "a", 4L, "b", 4L));
    assertThat(task.table().rows()).contains(map("id", 4L, "a", 4L, "b", 4L));
    assertThat(task.table().rows()).as("old values stay away").contains(map("id", 1L, "a", 1L));
  }

  @Test
  void rowsBufferedForADroppedOrRenamedColumnFailTheTaskAndAreReadAgain() throws IOException {
    for (String evolve : List.of("none", "add")) {
      lake = Files.createTempDirectory(lake, evolve);
      RealTaskFixture task = mapped("auto.evolve", evolve, "commit.max.records", "2");
      RealTaskFixture slow = task.restarted("commit.interval.ms", "60000");
      slow.worker.reporting = true;
      slow.task.start(slow.config);
      slow.put(upsert(1, 2L, "a", 2L, "b", 2L));
      rename("b", "c");

      assertThatThrownBy(() -> slow.put(upsert(2, 3L, "a", 3L, "b", 3L)))
          .isInstanceOf(ConnectException.class)
          .isNotInstanceOf(DataException.class)
          .isNotInstanceOf(RetriableException.class)
          .hasMessageContaining("table orders")
          .hasMessageContaining("column b")
          .hasMessageContaining("read again");
      assertThat(slow.worker.reported).isEmpty();
      assertThat(slow.preCommit("orders", 0, 3)).isEqualTo(1);

      RealTaskFixture after = task.restarted("columns.exclude", "b");
      after.put(upsert(1, 2L, "a", 2L, "b", 2L), upsert(2, 3L, "a", 3L, "b", 3L));
      assertThat(after.table().rows())
          .containsExactlyInAnyOrder(
              map("id", 1L, "a", 1L, "c", 1L), map("id", 2L, "a", 2L), map("id", 3L, "a", 3L));
    }
  }

  @Test
  void columnThatAnotherWriterHasMadeIsUsed() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake).put(upsert(0, 1L, "a", 1L));
    change(
        columns -> {
          ObjectNode column = columns.get(1).deepCopy();
          columns.add(column.put("name", "b"));
        });

    task.put(upsert(1, 2L, "a", 2L, "b", 2L));

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(map("id", 1L, "a", 1L), map("id", 2L, "a", 2L, "b", 2L));
  }
}
