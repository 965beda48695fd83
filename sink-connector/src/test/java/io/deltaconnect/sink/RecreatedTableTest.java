package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables on disk that are replaced, put back from a copy, or deleted while a task writes them. */
class RecreatedTableTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String APP = "sink:orders:0";
  private static final TopicPartition P0 = new TopicPartition("orders", 0);

  @TempDir Path directory;

  private RealTaskFixture task(String... settings) {
    return RealTaskFixture.in(lake(), settings);
  }

  private Path lake() {
    return directory.resolve("lake");
  }

  private Path table() {
    return lake().resolve("orders");
  }

  /** Puts records one by one, each of which makes a version. */
  private static void put(RealTaskFixture task, long from, long to) {
    for (long offset = from; offset < to; offset++) {
      task.put(record(offset));
    }
  }

  private static SinkRecord record(long offset) {
    return upsert(offset, offset, "n", offset);
  }

  private void restore(String copy) throws IOException {
    delete(table());
    copy(directory.resolve(copy), table());
  }

  private void backUp(String copy) throws IOException {
    copy(table(), directory.resolve(copy));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void olderCopyOfTheTableFailsTheTask(boolean buffered) throws IOException {
    RealTaskFixture task = task("commit.interval.ms", "60000", "commit.max.records", "1");
    put(task, 0, 3);
    backUp("copy");
    put(task, 3, 6);
    if (buffered) {
      task = task.restarted("commit.max.records", "2");
      task.put(record(6));
    }
    restore("copy");

    RealTaskFixture writer = task;
    assertThatThrownBy(() -> writer.put(record(7)))
        .isInstanceOf(ConnectException.class)
        .isNotInstanceOf(RetriableException.class)
        .hasMessageContaining("table orders (" + table() + ")")
        .hasMessageContaining("version 3")
        .hasMessageContaining("backup")
        .hasMessageContaining("on.table.recreated=continue");
    assertThat(writer.table().version()).isEqualTo(3);
  }

  @Test
  void olderCopyIsBroughtUpToDateIfTheTaskMayGoOn() throws IOException {
    RealTaskFixture task = task("on.table.recreated", "continue");
    put(task, 0, 3);
    backUp("copy");
    put(task, 3, 6);
    restore("copy");

    task.put(record(6));
    assertThat(task.worker.seeks).isEqualTo(Map.of(P0, 3L));
    assertThat(task.preCommit("orders", 0, 7)).isEqualTo(3);
    put(task, 3, 7);

    assertThat(task.table().rows()).hasSize(7);
    assertThat(task.table().txn(APP)).isEqualTo(6);
    assertThat(task.table().changesSince(1)).hasSize(7);
  }

  @Test
  void otherCommitsUnderVersionsThatWereReadAreAnotherHistory() throws IOException {
    RealTaskFixture task = task();
    put(task, 0, 3);
    backUp("copy");
    put(task, 3, 5);
    restore("copy");
    RealTaskFixture other = task("name", "other");
    put(other, 100, 105);

    assertThatThrownBy(() -> task.put(record(5)))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("not as it was left");

    RealTaskFixture going = task("on.table.recreated", "continue");
    put(going, 3, 6);
    assertThat(going.table().rows()).hasSize(11);
  }

  @Test
  void copyWithTheSameCommitsIsTheSameTable() throws IOException {
    RealTaskFixture task = task();
    put(task, 0, 3);
    backUp("copy");
    restore("copy");
    try (Stream<Path> files = Files.walk(table())) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
      }
    }

    put(task, 3, 5);

    assertThat(task.table().rows()).hasSize(5);
    assertThat(task.worker.seeks).isEmpty();
  }

  @Test
  void deletedTableFailsTheTaskUnlessItMayBeMadeAnew() throws IOException {
    for (String[] settings :
        List.of(
            new String[] {},
            new String[] {"on.table.recreated", "continue", "auto.create", "false"})) {
      RealTaskFixture first = task();
      put(first, 0, 2);
      RealTaskFixture task = task(settings);
      put(task, 2, 3);
      delete(table());

      assertThatThrownBy(() -> task.put(record(3)))
          .isInstanceOf(ConnectException.class)
          .isNotInstanceOf(RetriableException.class)
          .hasMessageContaining("table orders (" + table() + ")")
          .hasMessageContaining("no Delta table")
          .hasMessageContaining("on.table.recreated=continue and auto.create=true");
      assertThat(table()).doesNotExist();
    }
  }

  @Test
  void deletedTableIsMadeAnewByTheNextRecordWithARow() throws IOException {
    RealTaskFixture task = task("on.table.recreated", "continue");
    put(task, 0, 3);
    delete(table());

    put(task, 3, 5);

    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(map("id", 3L, "n", 3L), map("id", 4L, "n", 4L));
    assertThat(task.table().txn(APP)).isEqualTo(4);
    assertThat(task.worker.seeks).isEmpty();
  }

  @Test
  void whatWasBufferedForADeletedTableIsReadAgainForTheNewOne() throws IOException {
    RealTaskFixture task = task("on.table.recreated", "continue");
    put(task, 0, 3);
    RealTaskFixture slow = task.restarted("commit.interval.ms", "60000", "commit.max.records", "2");
    slow.put(record(3));
    delete(table());

    slow.put(record(4));
    assertThat(slow.worker.seeks).isEqualTo(Map.of(P0, 3L));
    assertThat(slow.preCommit("orders", 0, 5)).isEqualTo(3);
    slow.put(record(3), record(4));

    assertThat(slow.table().rows())
        .containsExactlyInAnyOrder(map("id", 3L, "n", 3L), map("id", 4L, "n", 4L));
  }

  /** Commits a version that changes nothing but a table property. */
  private void set(String property, String value) throws IOException {
    long version = new RealTable(table().toString()).version();
    ObjectNode metadata = null;
    for (String line : Files.readAllLines(file(0))) {
      if (line.contains("\"metaData\":")) {
        metadata = (ObjectNode) JSON.readTree(line);
      }
    }
    ((ObjectNode) metadata.get("metaData").get("configuration")).put(property, value);
    long now = System.currentTimeMillis() + 1_000;
    String info =
        "{\"commitInfo\":{\"timestamp\":%d,\"inCommitTimestamp\":%d,\"operation\":\"CHANGE\"}}"
            .formatted(now, now);
    Files.write(file(version + 1), List.of(info, JSON.writeValueAsString(metadata)));
  }

  private Path file(long version) {
    return table().resolve("_delta_log/%020d.json".formatted(version));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void propertiesThatAnotherWriterSetsLaterAreNoticed(boolean buffered) throws IOException {
    RealTaskFixture task =
        task("commit.interval.ms", "60000", "commit.max.records", buffered ? "2" : "1");
    put(task, 0, 2);
    if (buffered) {
      task.put(record(2));
    }
    set("delta.setTransactionRetentionDuration", "interval 1 days");
    assertThatThrownBy(() -> task.put(record(3)))
        .isInstanceOf(ConnectException.class)
        .isNotInstanceOf(RetriableException.class)
        .hasMessageContaining("orders")
        .hasMessageContaining("delta.setTransactionRetentionDuration");
  }

  @Test
  void changeDataFeedThatAnotherWriterTurnsOffIsNoticed() throws IOException {
    RealTaskFixture task = task();
    put(task, 0, 2);
    set("delta.enableChangeDataFeed", "false");

    assertThatThrownBy(() -> task.put(record(2)))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("no Change Data Feed");
  }
}
