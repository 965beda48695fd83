package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.storage.CloseableIterator;
import io.deltaconnect.quickstart.ProjectLayout;
import io.deltaconnect.quickstart.S3Server;
import io.deltaconnect.table.storage.Storage;
import io.deltaconnect.table.storage.logstore.S3LogStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log store against a real S3 endpoint. */
class S3LogStoreIT {
  private static final int RACES = Profile.isLong() ? 1_000 : 50;

  @TempDir static java.nio.file.Path dir;
  private static S3Server server;
  private static Configuration conf;

  private final S3LogStore store = new S3LogStore(conf);

  @BeforeAll
  static void start() {
    server = S3Server.start(ProjectLayout.find().s3Libs(), dir.resolve("s3"), "lake");
    conf = Storage.of(server.hadoopProperties()).configuration();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aFileIsWrittenOnceAndReadBackLineByLine() throws Exception {
    Path file = new Path("s3a://lake/once/_delta_log/1.json");
    write(file, false, "{\"a\":1}", "", "{\"b\":\"\u00e9\u4e16\"}");

    assertThat(read(file)).containsExactly("{\"a\":1}", "", "{\"b\":\"\u00e9\u4e16\"}");
    assertThatThrownBy(() -> write(file, false, "other"))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining(file.toString());
    assertThat(read(file)).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3", "s3n"})
  void otherNamesOfTheSchemeReachTheSameObjects(String scheme) throws Exception {
    Path file = new Path(scheme + "://lake/names/_delta_log/" + scheme + ".json");
    write(file, false, "line");

    assertThat(read(new Path("s3a", "lake", file.toUri().getPath()))).containsExactly("line");
    assertThat(list(new Path(file.getParent(), scheme))).containsExactly(file.getName());
    assertThatThrownBy(() -> write(file, false, "other"))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void overwritingReplacesTheWholeFile() throws Exception {
    Path file = new Path("s3a://lake/over/_delta_log/_last_checkpoint");
    write(file, true, "first", "and more");
    write(file, true, "second");

    assertThat(read(file)).containsExactly("second");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aWriteThatFailsHalfWayLeavesNothing(boolean overwrite) throws Exception {
    Path file = new Path("s3a://lake/half-" + overwrite + "/_delta_log/1.json");
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

    assertThatThrownBy(() -> store.write(file, failing, overwrite, conf))
        .isInstanceOf(IllegalStateException.class);
    assertThat(file.getFileSystem(conf).exists(file)).isFalse();
  }

  @Test
  void theListIsSortedAndBeginsAtTheNameAskedFor() throws Exception {
    Path log = new Path("s3a://lake/list/_delta_log");
    for (String name : List.of("c", "a", "b.x", "b", "_last_checkpoint", ".b", "d/inside")) {
      write(new Path(log, name), false, name);
    }

    assertThat(list(new Path(log, "b"))).containsExactly("b", "b.x", "c");
    assertThat(list(new Path(log, "bb"))).containsExactly("c");
    assertThat(list(new Path(log, "z"))).isEmpty();
    FileStatus first = store.listFrom(new Path(log, "b.x"), conf).next();
    assertThat(first.getLen()).isEqualTo(4);
    assertThat(first.getPath()).isEqualTo(new Path(log, "b.x"));
    assertThat(first.getModificationTime()).isPositive();
  }

  @Test
  void aLongLogIsListedPageByPage() throws Exception {
    Configuration small = new Configuration(conf);
    small.setInt("fs.s3a.paging.maximum", 3);
    small.setBoolean("fs.s3a.impl.disable.cache", true);
    Path log = new Path("s3a://lake/pages/_delta_log");
    List<String> names = new ArrayList<>();
    for (int version = 0; version < 10; version++) {
      names.add("%020d.json".formatted(version));
      write(new Path(log, names.get(version)), false, "line");
    }

    List<String> found = new ArrayList<>();
    store
        .listFrom(new Path(log, names.get(2)), small)
        .forEachRemaining(file -> found.add(file.getPath().getName()));
    assertThat(found).isEqualTo(names.subList(2, 10));
  }

  @Test
  void aMissingDirectoryOrFileIsNotFound() {
    Path missing = new Path("s3a://lake/no/_delta_log/1.json");
    assertThatThrownBy(() -> store.listFrom(missing, conf))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> store.read(missing, conf)).isInstanceOf(FileNotFoundException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void ofSeveralWritersOfOneFileExactlyOneWins(int writers) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    List<Configuration> clients = IntStream.range(0, writers).mapToObj(i -> client(i)).toList();
    try {
      CyclicBarrier start = new CyclicBarrier(writers);
      for (int race = 0; race < RACES; race++) {
        Path file = new Path("s3a://lake/race-%d/_delta_log/%020d.json".formatted(writers, race));
        List<Future<Boolean>> results = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
          Callable<Boolean> write = writer(start, file, "writer " + writer, clients.get(writer));
          results.add(threads.submit(write));
        }
        List<String> winners = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
          if (results.get(writer).get()) {
            winners.add("writer " + writer);
          }
        }
        assertThat(winners).as("winners of race %d", race).hasSize(1);
        assertThat(read(file)).isEqualTo(winners);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** With settings of its own, so that writers share no client either. */
  private static Configuration client(int number) {
    Map<String, String> settings = new HashMap<>(server.hadoopProperties());
    settings.put("fs.s3a.user.agent.prefix", "writer-" + number);
    return Storage.of(settings).configuration();
  }

  private static Callable<Boolean> writer(
      CyclicBarrier start, Path file, String content, Configuration client) {
    return () -> {
      start.await();
      try {
        new S3LogStore(client).write(file, List.of(content).iterator(), false, client);
        return true;
      } catch (FileAlreadyExistsException e) {
        return false;
      }
    };
  }

  private void write(Path path, boolean overwrite, String... lines) throws IOException {
    store.write(path, List.of(lines).iterator(), overwrite, conf);
  }

  private List<String> read(Path path) throws IOException {
    List<String> lines = new ArrayList<>();
    try (CloseableIterator<String> iterator = store.read(path, conf)) {
      iterator.forEachRemaining(lines::add);
    }
    return lines;
  }

  private List<String> list(Path from) throws IOException {
    List<String> names = new ArrayList<>();
    store.listFrom(from, conf).forEachRemaining(file -> names.add(file.getPath().getName()));
    return names;
  }
}
