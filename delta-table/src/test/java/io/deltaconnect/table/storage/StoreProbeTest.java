package io.deltaconnect.table.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.storage.LogStore;
import io.deltaconnect.table.storage.logstore.ForwardingLogStore;
import io.deltaconnect.table.storage.logstore.LocalLogStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreProbeTest {
  private static final List<Path> WRITTEN =
      java.util.Collections.synchronizedList(new ArrayList<>());

  @TempDir java.nio.file.Path dir;
  private Path table;

  @BeforeEach
  void makeLog() throws IOException {
    WRITTEN.clear();
    Files.createDirectories(dir.resolve("orders/_delta_log"));
    table = new Path(dir.resolve("orders").toString());
  }

  private static Storage with(Class<? extends LogStore> store, String... more) {
    Map<String, String> settings = new java.util.HashMap<>();
    settings.put("io.delta.kernel.logStore.file.impl", store.getName());
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return Storage.of(settings);
  }

  @Test
  void aStoreThatKeepsWhatIsThereIsTakenAndNothingStays() throws Exception {
    with(Counting.class).probe(table);

    assertThat(WRITTEN).hasSize(2);
    assertThat(WRITTEN.get(0)).isEqualTo(WRITTEN.get(1));
    // Before the first version, hidden, and not what readers take for a commit.
    assertThat(WRITTEN.get(0).getName()).startsWith(".").isLessThan("0").doesNotEndWith(".json");
    assertThat(log()).isEmpty();
  }

  @Test
  void itIsTriedOncePerTableAndSettings() throws Exception {
    Storage storage = with(Counting.class);
    storage.probe(table);
    storage.probe(table);
    with(Counting.class).probe(table);
    assertThat(WRITTEN).hasSize(2);

    with(Counting.class, "fs.other.setting", "1").probe(table);
    assertThat(WRITTEN).hasSize(4);
  }

  @Test
  void aStoreThatIgnoresTheConditionIsRefused() throws Exception {
    Storage storage = with(Overwriting.class);
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> storage.probe(table))
          .isInstanceOf(UnsafeStoreException.class)
          .hasMessageContaining(table.toString())
          .hasMessageContaining("file:///")
          .hasMessageContaining(Overwriting.class.getName())
          .hasMessageContaining("If-None-Match");
    }
    assertThat(log()).isEmpty();
  }

  @Test
  void theFirstWriteMayMeetItsOwnFile() throws Exception {
    with(MeetsItself.class).probe(table);
    assertThat(log()).isEmpty();
  }

  @Test
  void aStoreThatCannotBeWrittenIsNotUnsafe() {
    Path missing = new Path(dir.resolve("missing").toString());
    assertThatThrownBy(() -> with(LocalLogStore.class).probe(missing))
        .isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void probesAtTheSameTimeDoNotMeet() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Void>> probes = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Storage storage = with(Counting.class, "fs.other.setting", "of task " + i);
        probes.add(
            () -> {
              storage.probe(table);
              return null;
            });
      }
      for (Future<Void> probe : threads.invokeAll(probes)) {
        probe.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(WRITTEN).hasSize(16);
    assertThat(log()).isEmpty();
  }

  private List<String> log() {
    return List.of(dir.resolve("orders/_delta_log").toFile().list());
  }

  /** Notes what is written. */
  public static final class Counting extends ForwardingLogStore {
    public Counting(Configuration conf) {
      super(conf);
    }

    @Override
    public void write(Path path, Iterator<String> lines, Boolean overwrite, Configuration conf)
        throws IOException {
      WRITTEN.add(path);
      super.write(path, lines, overwrite, conf);
    }
  }

  /** Stands for a store that takes a conditional PUT for a plain one. */
  public static final class Overwriting extends ForwardingLogStore {
    public Overwriting(Configuration conf) {
      super(conf);
    }

    @Override
    public void write(Path path, Iterator<String> lines, Boolean overwrite, Configuration conf)
        throws IOException {
      super.write(path, lines, true, conf);
    }
  }

  /** Stands for a client that tried again after a lost response. */
  public static final class MeetsItself extends ForwardingLogStore {
    public MeetsItself(Configuration conf) {
      super(conf);
    }

    @Override
    public void write(Path path, Iterator<String> lines, Boolean overwrite, Configuration conf)
        throws IOException {
      super.write(path, lines, overwrite, conf);
      throw new FileAlreadyExistsException(path.toString());
    }
  }
}
