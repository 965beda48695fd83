package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.tombstone;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SinkToTableTest {
  @TempDir Path lake;

  @Test
  void anotherTableInThePlaceOfOursIsAnErrorUnlessConfigured() throws IOException {
    RealTaskFixture failing = RealTaskFixture.in(lake);
    failing.put(upsert(0, 1L, "name", "a"));
    RealTaskFixture going =
        failing.restarted(
            "name",
            "going",
            "on.table.recreated",
            "continue",
            "commit.interval.ms",
            "60000",
            "commit.max.records",
            "2");
    going.put(upsert(0, 2L, "name", "b"), upsert(1, 3L, "name", "c"));
    going.put(upsert(2, 3L, "name", "c"));
    String oldId = going.table().snapshot().tableId();
    delete(lake.resolve("orders"));
    failing.restarted("name", "other").put(upsert(0, 9L, "name", "z", "x", 1L));
    String newId = going.table().snapshot().tableId();

    assertThatThrownBy(() -> failing.put(upsert(2, 3L, "name", "c")))
        .isInstanceOf(ConnectException.class)
        .isNotInstanceOf(RetriableException.class)
        .hasMessageContaining("table orders")
        .hasMessageContaining(oldId)
        .hasMessageContaining(newId)
        .hasMessageContaining("on.table.recreated");
    going.put(upsert(3, 4L, "name", "d"));
    assertThat(going.worker.seeks).containsValue(2L);
    assertThat(going.preCommit("orders", 0, 4)).isEqualTo(2);
    going.put(upsert(2, 3L, "name", "c"), upsert(3, 4L, "name", "d"));

    assertThat(going.table().rows())
        .containsExactlyInAnyOrder(
            map("id", 9L, "name", "z", "x", 1L),
            map("id", 3L, "name", "c"),
            map("id", 4L, "name", "d"));
    assertThat(going.table().txn("going:orders:0")).isEqualTo(3);
  }

  @Test
  void tableOfPartitionColumnsOnlyIsNotMade() {
    RealTaskFixture task = RealTaskFixture.in(lake, "partition.by", "id,P");

    assertThatThrownBy(() -> task.put(upsert(0, 1L, "p", "x")))
        .isInstanceOf(ConnectException.class)
        .isNotInstanceOf(DataException.class)
        .hasMessageContaining("orders-0@0")
        .hasMessageContaining("partition.by names all columns");
    assertThat(lake.resolve("orders")).doesNotExist();
  }

  @Test
  void columnsOfManyValuesDoNotPartition() {
    for (Object value : List.of(map("x", 1L), List.of(1L))) {
      RealTaskFixture task = RealTaskFixture.in(lake, "partition.by", "p");

      assertThatThrownBy(() -> task.put(upsert(0, 1L, "p", value, "n", 1L)))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("orders-0@0")
          .hasMessageContaining("partition.by names the column 'p'");
    }
    assertThat(lake.resolve("orders")).doesNotExist();
  }

  @Test
  void eachCommitShowsItsNetChangesInTheFeed() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake);

    task.put(upsert(0, 1L, "name", "a"), upsert(1, 2L, "name", "b"));
    task.put(upsert(2, 1L, "name", "c"), tombstone(3, 2L), upsert(4, 3L, "name", "d"));

    RealTable table = task.table();
    assertThat(table.rows())
        .containsExactlyInAnyOrder(map("id", 1L, "name", "c"), map("id", 3L, "name", "d"));
    assertThat(table.changes(1))
        .containsExactlyInAnyOrder("insert {id=1, name=a}", "insert {id=2, name=b}");
    assertThat(table.changes(2))
        .containsExactlyInAnyOrder(
            "update_preimage {id=1, name=a}",
            "update_postimage {id=1, name=c}",
            "delete {id=2, name=b}",
            "insert {id=3, name=d}");
    assertThat(table.txn("sink:orders:0")).isEqualTo(4);
    assertThat(task.preCommit("orders", 0, 5)).isEqualTo(5);
  }

  @Test
  void pathsAndTopicsMayHaveAwkwardCharacters() throws IOException {
    for (String folder :
        List.of("with blank", "per%20cent", "plus+and=", "\u00fc\u00df", "a#b?c")) {
      Path awkward = Files.createDirectory(lake.resolve(folder));
      for (String topic : List.of("a.b", "..x", "_t-1", "-", "UPPER.lower_9")) {
        RealTaskFixture task = RealTaskFixture.in(awkward, "partition.by", "p");
        task.put(json(topic, 0, 0, map("id", 1L), map("p", folder)));
        task.restarted().put(json(topic, 0, 1, map("id", 1L), map("p", topic)));

        RealTable table = task.table(topic);
        assertThat(table.rows()).containsExactly(map("id", 1L, "p", topic));
        assertThat(table.changes(2))
            .containsExactlyInAnyOrder(
                "update_preimage {id=1, p=" + folder + "}",
                "update_postimage {id=1, p=" + topic + "}");
        assertThat(table.txn("sink:" + topic + ":0")).isEqualTo(1);
        assertThat(awkward.resolve(topic).resolve("_delta_log")).isDirectory();
      }
    }
  }

  @Test
  void damagedTableFailsTheTaskAtOnce() throws IOException {
    for (String damaged : List.of("json", "parquet", "missing")) {
      Path folder = Files.createDirectory(lake.resolve(damaged));
      RealTaskFixture task = RealTaskFixture.in(folder).put(upsert(0, 1L, "n", 1L));
      try (Stream<Path> files = Files.walk(folder.resolve("orders"))) {
        for (Path file : files.toList()) {
          String name = file.getFileName().toString();
          if (damaged.equals("json") && name.endsWith("1.json")) {
            Files.writeString(file, "{\"add\": not JSON");
          } else if (damaged.equals("parquet") && name.endsWith(".parquet")) {
            Files.writeString(file, "not Parquet, though long enough to have been");
          } else if (damaged.equals("missing") && name.endsWith(".parquet")) {
            Files.delete(file);
          }
        }
      }

      RealTaskFixture restarted = task.restarted();
      assertThatThrownBy(() -> restarted.put(upsert(1, 1L, "n", 2L)))
          .as(damaged)
          .isInstanceOf(ConnectException.class)
          .isNotInstanceOf(RetriableException.class)
          .isNotInstanceOf(DataException.class)
          .hasMessageContaining("table orders (" + folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
