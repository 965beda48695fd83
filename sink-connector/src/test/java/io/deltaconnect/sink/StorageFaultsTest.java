package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Storage and tables that cannot be written: no offset is passed, and the message says why. */
class StorageFaultsTest {
  @TempDir Path directory;

  @Test
  void featureThatIsNotKeptUpFailsTheTaskAndChangesNothing() throws IOException {
    Path table = directory.resolve("orders");
    ForeignTable.create(
        table,
        ForeignTable.writerFeatures("changeDataFeed", "rowTracking"),
        ForeignTable.FEED,
        "id",
        "n");
    RealTaskFixture task = RealTaskFixture.in(directory);
    task.worker.reporting = true;
    task.start();

    assertThatThrownBy(() -> task.put(upsert(0, 1L, "n", 1L)))
        .isInstanceOf(ConnectException.class)
        .isNotInstanceOf(RetriableException.class)
        .hasMessageContainingAll("table orders", "rowTracking", "not supported");

    assertThat(task.worker.reported).as("it is no record's fault").isEmpty();
    assertThat(task.preCommit(TOPIC, 0, 1)).isZero();
    try (Stream<Path> log = Files.list(table.resolve("_delta_log"))) {
      assertThat(log).hasSize(1);
    }
  }

  @Test
  void keysThatTheStoreRefusesFailTheTaskAtOnce() throws IOException {
    try (RefusingStore store = new RefusingStore(403, "AccessDenied")) {
      RealTaskFixture task = s3(store.port());

      assertThatThrownBy(() -> task.put(upsert(0, 1L, "n", 1L)))
          .isInstanceOf(ConnectException.class)
          .isNotInstanceOf(RetriableException.class)
          .hasMessageContainingAll(
              "table orders (s3a://lake/orders)", "storage.access.key", "table.path");
      assertThat(task.preCommit(TOPIC, 0, 0)).isZero();
    }
  }

  @Test
  void storeThatDoesNotAnswerIsTriedAgain() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    RealTaskFixture task = s3(port);

    assertThatThrownBy(() -> task.put(upsert(0, 1L, "n", 1L)))
        .isInstanceOf(RetriableException.class)
        .hasMessageContainingAll("table orders (s3a://lake/orders)", "storage.endpoint");
  }

  private RealTaskFixture s3(int port) {
    Map<String, String> settings = new HashMap<>(RefusingStore.settings(port));
    settings.put("table.path", "s3a://lake/${topic}");
    settings.put("hadoop.fs.s3a.retry.limit", "0");
    settings.put("hadoop.fs.s3a.attempts.maximum", "1");
    return RealTaskFixture.in(
        directory,
        settings.entrySet().stream()
            .flatMap(e -> Stream.of(e.getKey(), e.getValue()))
            .toArray(String[]::new));
  }

  @Test
  void recordsThatAFullDiskHasNoRoomForAreCommittedWhenItHas() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()),
        "the user of this test cannot make a small disk");
    try {
      RealTaskFixture task = RealTaskFixture.in(disk).put(upsert(0, 1L, "n", 1L));
      Path filler = disk.resolve("filler");
      fill(filler);

      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> task.put(upsert(1, 2L, "n", 2L), upsert(2, 1L, "n", 3L)))
            .isInstanceOf(RetriableException.class)
            .hasMessageContainingAll("table orders", "No space left on device");
        assertThat(task.preCommit(TOPIC, 0, 3)).isEqualTo(1);
      }

      Files.delete(filler);
      task.put(upsert(1, 2L, "n", 2L), upsert(2, 1L, "n", 3L));
      assertThat(task.table().rows())
          .containsExactlyInAnyOrder(map("id", 1L, "n", 3L), map("id", 2L, "n", 2L));
      assertThat(task.table().version()).isEqualTo(2);
      assertThat(task.table().txn("sink:orders:0")).isEqualTo(2);
      assertThat(task.preCommit(TOPIC, 0, 3)).isEqualTo(3);
    } finally {
      run("umount", disk.toString());
    }
  }

  private static void fill(Path file) {
    byte[] block = new byte[1024];
    try {
      while (true) {
        Files.write(file, block, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
    } catch (IOException e) {
      return false;
    }
    return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
  }
}
