package io.deltaconnect.table.storage.logstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.storage.CloseableIterator;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalLogStoreTest {
  private static final int RACES = "long".equals(System.getProperty("test.profile")) ? 10_000 : 300;

  @TempDir java.nio.file.Path dir;
  private final Configuration conf = new Configuration(false);
  private final LocalLogStore store = new LocalLogStore(conf);

  @Test
  void aFileIsWrittenOnceAndReadBackLineByLine() throws Exception {
    write("1.json", false, "{\"a\":1}", "", "{\"b\":\"\u00e9\u4e16\"}");

    assertThat(read("1.json")).containsExactly("{\"a\":1}", "", "{\"b\":\"\u00e9\u4e16\"}");
    assertThatThrownBy(() -> write("1.json", false, "other"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(read("1.json")).hasSize(3);
    assertThat(names()).containsExactly("1.json");
  }

  @Test
  void overwritingReplacesTheWholeFile() throws Exception {
    write("_last_checkpoint", true, "first", "and more");
    write("_last_checkpoint", true, "second");
    assertThat(read("_last_checkpoint")).containsExactly("second");
    assertThat(names()).containsExactly("_last_checkpoint");
  }

  @Test
  void aFailedWriteLeavesNothing() {
    Iterator<String> failing =
        new Iterator<>() {
          private boolean begun;

          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public String next() {
            if (begun) {
              throw new IllegalStateException("no more");
            }
            begun = true;
            return "line";
          }
        };
    assertThatThrownBy(() -> store.write(path("1.json"), failing, false, conf))
        .isInstanceOf(IllegalStateException.class);
    assertThat(names()).isEmpty();
  }

  @Test
  void theListIsSortedAndBeginsAtTheNameAskedFor() throws Exception {
    for (String name : List.of("c", "a", "b.x", "b", "_last_checkpoint", ".b.tmp", "with:colon")) {
      write(name, false, name);
    }
    List<String> found = new ArrayList<>();
    Iterator<FileStatus> files = store.listFrom(path("b"), conf);
    while (files.hasNext()) {
      FileStatus file = files.next();
      found.add(file.getPath().getName());
      assertThat(file.getPath().toUri().getScheme()).isEqualTo("file");
      java.nio.file.Path local = dir.resolve(file.getPath().getName());
      assertThat(file.getLen()).isEqualTo(Files.size(local));
      assertThat(file.getModificationTime()).isEqualTo(Files.getLastModifiedTime(local).toMillis());
    }
    assertThat(found).containsExactly("b", "b.x", "c", "with:colon");
  }

  @Test
  void aMissingDirectoryOrFileIsNotFound() {
    Path missing = new Path(dir.resolve("no/1.json").toString());
    assertThatThrownBy(() -> store.listFrom(missing, conf))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> store.read(missing, conf)).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> store.write(missing, List.of("x").iterator(), false, conf))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> store.write(missing, List.of("x").iterator(), true, conf))
        .isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void ofTwoWritersOfOneFileExactlyOneWins() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      CyclicBarrier start = new CyclicBarrier(2);
      for (int race = 0; race < RACES; race++) {
        String name = "%020d.json".formatted(race);
        Future<Boolean> one = threads.submit(writer(start, name, "one"));
        Future<Boolean> two = threads.submit(writer(start, name, "two"));
        assertThat(one.get() ^ two.get()).as("race %d has one winner", race).isTrue();
        assertThat(read(name)).containsExactly(one.get() ? "one" : "two");
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(names()).hasSize(RACES);
  }

  private Callable<Boolean> writer(CyclicBarrier start, String name, String content) {
    LocalLogStore own = new LocalLogStore(conf);
    return () -> {
      start.await();
      try {
        own.write(path(name), List.of(content).iterator(), false, conf);
        return true;
      } catch (FileAlreadyExistsException e) {
        return false;
      }
    };
  }

  private void write(String name, boolean overwrite, String... lines) throws IOException {
    store.write(path(name), List.of(lines).iterator(), overwrite, conf);
  }

  private List<String> read(String name) throws IOException {
    List<String> lines = new ArrayList<>();
    try (CloseableIterator<String> iterator = store.read(path(name), conf)) {
      iterator.forEachRemaining(lines::add);
    }
    return lines;
  }

  private Path path(String name) {
    return new Path(new Path(dir.toString()), new Path(null, null, name));
  }

  private List<String> names() {
    String[] names = dir.toFile().list();
    return List.of(names);
  }
}
