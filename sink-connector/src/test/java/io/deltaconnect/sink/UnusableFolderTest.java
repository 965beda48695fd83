package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where no table can be made the task fails at once: a retry cannot help. */
class UnusableFolderTest {
  @TempDir Path folder;

  private static void assertFails(Path lake, String... said) {
    RealTaskFixture task = RealTaskFixture.in(lake);
    assertThatThrownBy(() -> task.put(upsert(0, 1L, "n", 1L)))
        .isInstanceOf(ConnectException.class)
        .isNotInstanceOf(RetriableException.class)
        .hasMessageContaining("table orders")
        .hasMessageContaining("table.path")
        .hasMessageContainingAll(said);
  }

  @Test
  void parentThatIsAFileFailsTheTask() throws IOException {
    Path file = Files.writeString(folder.resolve("lake"), "x");

    assertFails(file, "cannot make folder " + file + "/orders: " + file + " is a file");
  }

  @Test
  void tableThatIsAFileFailsTheTask() throws IOException {
    Path file = Files.writeString(folder.resolve("orders"), "x");

    assertFails(folder, file + " is a file");
  }

  @Test
  void folderWithoutPermissionFailsTheTask() throws IOException {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeTrue(!Files.isWritable(closed), "permissions do not bind the user of this test");

    assertFails(closed.resolve("lake"), "permission denied in " + closed);
  }

  @Test
  void fileSystemOfTheKernelFailsTheTask() {
    Path proc = Path.of("/proc");
    assumeTrue(Files.isDirectory(proc), "there is no /proc here");

    assertFails(proc.resolve("lake"), "cannot make folder /proc/lake/orders");
  }
}
