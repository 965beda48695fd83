package io.deltaconnect.table.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.table.feed.ChangedRows.Pass;
import io.deltaconnect.table.file.RowIterator;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is opened before its turn, on which threads, and what becomes of it. */
class FilesAheadTest {
  private static final long SMALL = 1_000;
  private static final long LARGE = 1L << 30;

  private final Set<Integer> opened = ConcurrentHashMap.newKeySet();
  private final Set<Integer> loaded = ConcurrentHashMap.newKeySet();
  private final Set<Integer> closed = ConcurrentHashMap.newKeySet();

  @Test
  void filesComeInTheirOrderAndTheNextOnesAreBegunMeanwhile() throws Exception {
    try (FilesAhead files = new FilesAhead(files(20, SMALL, Pass.ALL), file -> true)) {
      for (int i = 0; i < 20; i++) {
        RowIterator rows = files.open(i);
        assertThat(rows.position()).isEqualTo(i);
        assertThat(opened).doesNotContain(i + 9);
        rows.close();
      }
    }
    assertThat(opened).hasSize(20);
    assertThat(loaded).as("the first has its turn at once").hasSize(19).doesNotContain(0);
    assertThat(closed).hasSize(20);
  }

  @Test
  void severalFilesAreOpenedAtTheSameTime() throws Exception {
    CyclicBarrier all = new CyclicBarrier(8);
    List<ChangedRows> list = new ArrayList<>(files(1, SMALL, Pass.ALL));
    for (int i = 1; i <= 8; i++) {
      int index = i;
      list.add(
          file(
              index,
              SMALL,
              Pass.ALL,
              () -> {
                try {
                  all.await(60, TimeUnit.SECONDS);
                } catch (Exception e) {
                  throw new IOException("not opened together", e);
                }
                return new Rows(index);
              }));
    }
    try (FilesAhead files = new FilesAhead(list, file -> true)) {
      for (int i = 0; i <= 8; i++) {
        assertThat(files.open(i).position()).isEqualTo(i);
      }
    }
  }

  @Test
  void fewerLargeFilesThanSmallOnesAreHeld() throws Exception {
    List<ChangedRows> list = new ArrayList<>(files(8, 3 * LARGE, Pass.ALL));
    try (FilesAhead files = new FilesAhead(list, file -> true)) {
      files.open(0).close();
      files.open(1).close();
      assertThat(opened).doesNotContain(6, 7);
    }
  }

  @Test
  void aFailureShowsWhenItsFileHasItsTurn() throws Exception {
    List<ChangedRows> list = new ArrayList<>(files(3, SMALL, Pass.ALL));
    list.set(
        1,
        file(
            1,
            SMALL,
            Pass.ALL,
            () -> {
              throw new FileNotFoundException("part-1");
            }));
    try (FilesAhead files = new FilesAhead(list, file -> true)) {
      files.open(0).close();
      assertThatThrownBy(() -> files.open(1))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessage("part-1");
    }
    assertThat(closed).containsExactlyInAnyOrder(0, 2);
  }

  @Test
  void filesOfTheNextPassAreNotBegunAsTheyMayNotBeNeeded() throws Exception {
    List<ChangedRows> list = new ArrayList<>(files(2, SMALL, Pass.OLD_IMAGES));
    list.add(file(2, SMALL, Pass.NEW_IMAGES, () -> new Rows(2)));
    list.add(file(3, SMALL, Pass.NEW_IMAGES, () -> new Rows(3)));
    try (FilesAhead files = new FilesAhead(list, file -> true)) {
      files.open(0).close();
      files.open(1).close();
      assertThat(opened).containsExactlyInAnyOrder(0, 1);
      assertThat(files.open(3).position()).isEqualTo(3);
      assertThat(opened).containsExactlyInAnyOrder(0, 1, 3);
    }
  }

  @Test
  void filesThatAreNotNeededAreNotBegun() throws Exception {
    List<ChangedRows> list = files(6, SMALL, Pass.ALL);
    try (FilesAhead files =
        new FilesAhead(list, file -> !Set.of("part-1", "part-4").contains(file.path()))) {
      files.open(0).close();
      assertThat(files.open(2).position()).isEqualTo(2);
      assertThat(files.open(3).position()).isEqualTo(3);
      assertThat(files.open(5).position()).isEqualTo(5);
    }
    assertThat(opened).containsExactlyInAnyOrder(0, 2, 3, 5);
  }

  @Test
  void whatWasOpenedBeforeItsTurnIsClosedWithTheRest() throws Exception {
    try (FilesAhead files = new FilesAhead(files(20, SMALL, Pass.ALL), file -> true)) {
      files.open(0).close();
    }
    assertThat(closed).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void aFileThatIsLeftOutIsClosed() throws Exception {
    try (FilesAhead files = new FilesAhead(files(6, SMALL, Pass.ALL), file -> true)) {
      files.open(0).close();
      assertThat(files.open(3).position()).isEqualTo(3);
      assertThat(closed).contains(0, 1, 2).doesNotContain(3);
    }
  }

  private List<ChangedRows> files(int count, long size, Pass pass) {
    return IntStream.range(0, count).mapToObj(i -> file(i, size, pass, () -> new Rows(i))).toList();
  }

  private static ChangedRows file(int i, long size, Pass pass, ChangedRows.Opener opener) {
    return new ChangedRows("part-" + i, size, pass, null, opener);
  }

  /** A file without rows that says which one it is. */
  private final class Rows implements RowIterator {
    private final int index;

    Rows(int index) {
      this.index = index;
      opened.add(index);
    }

    @Override
    public void load() {
      loaded.add(index);
    }

    @Override
    public boolean next() {
      return false;
    }

    @Override
    public long position() {
      return index;
    }

    @Override
    public Object[] row() {
      throw new IllegalStateException("no row");
    }

    @Override
    public String changeType() {
      return null;
    }

    @Override
    public void close() {
      closed.add(index);
    }
  }
}
