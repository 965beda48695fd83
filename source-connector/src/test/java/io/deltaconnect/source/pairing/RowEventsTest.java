package io.deltaconnect.source.pairing;

import static io.deltaconnect.source.pairing.Grouping.BY_KEY;
import static io.deltaconnect.source.pairing.Grouping.BY_ROW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deltaconnect.table.row.ChangeType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowEventsTest {
  private static final long AMPLE = 1 << 20;

  @TempDir private Path spillDir;

  private static Image pre(Object... row) {
    return new Image(ChangeType.UPDATE_PREIMAGE, row);
  }

  private static Image post(Object... row) {
    return new Image(ChangeType.UPDATE_POSTIMAGE, row);
  }

  private static Image delete(Object... row) {
    return new Image(ChangeType.DELETE, row);
  }

  private static Image insert(Object... row) {
    return new Image(ChangeType.INSERT, row);
  }

  private List<String> events(Grouping grouping, long memoryBytes, Image... images)
      throws IOException {
    return events(grouping, memoryBytes, Arrays.asList(images));
  }

  private List<String> events(Grouping grouping, long memoryBytes, List<Image> images)
      throws IOException {
    List<String> found = new ArrayList<>();
    ListedImages listed = new ListedImages(images);
    try (RowEvents events =
        new RowEvents(listed, new FirstColumn(), grouping, spillDir, memoryBytes)) {
      while (events.next()) {
        found.add(text(events.event()));
      }
      assertThat(events.next()).as("a next event after the last").isFalse();
    }
    assertThat(listed.closed()).isTrue();
    return found;
  }

  private static String text(RowEvent event) {
    return event.changeType()
        + " "
        + (event.before() == null ? "-" : Arrays.toString(event.before()))
        + " "
        + (event.after() == null ? "-" : Arrays.toString(event.after()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, AMPLE})
  void aPreimageAndItsPostimageAreAnUpdate(long memoryBytes) throws IOException {
    assertThat(events(BY_ROW, memoryBytes, pre(1, "a"), post(1, "b")))
        .containsExactly("update_postimage [1, a] [1, b]");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, AMPLE})
  void aChangedKeyIsADeleteAndAnInsert(long memoryBytes) throws IOException {
    assertThat(events(BY_ROW, memoryBytes, pre(1, "a"), post(2, "a")))
        .containsExactlyInAnyOrder("delete [1, a] -", "insert - [2, a]");
    assertThat(events(BY_KEY, memoryBytes, pre(1, "a"), post(2, "a")))
        .containsExactlyInAnyOrder("delete [1, null] -", "update_postimage - [2, a]");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, AMPLE})
  void rowsThatSwapTheirKeysAreUpdatesOfBoth(long memoryBytes) throws IOException {
    assertThat(events(BY_ROW, memoryBytes, pre(1, "a"), pre(2, "b"), post(2, "a"), post(1, "b")))
        .containsExactlyInAnyOrder(
            "update_postimage [1, a] [1, b]", "update_postimage [2, b] [2, a]");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, AMPLE})
  void severalRowsOfAKeyPairInOrderAndTheRestIsDeleted(long memoryBytes) throws IOException {
    assertThat(
            events(
                BY_ROW,
                memoryBytes,
                pre(1, "a"),
                delete(1, "x"),
                pre(1, "b"),
                pre(1, "c"),
                post(1, "A"),
                insert(1, "new"),
                post(1, "B")))
        .containsExactly(
            "delete [1, x] -",
            "delete [1, c] -",
            "update_postimage [1, a] [1, A]",
            "update_postimage [1, b] [1, B]",
            "insert - [1, new]");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, AMPLE})
  void postimagesWithoutPreimagesAreInserts(long memoryBytes) throws IOException {
    assertThat(events(BY_ROW, memoryBytes, pre(1, "a"), post(1, "A"), post(1, "B"), post(2, "C")))
        .containsExactlyInAnyOrder(
            "update_postimage [1, a] [1, A]", "insert - [1, B]", "insert - [2, C]");
  }

  @Test
  void withoutPreimagesEverythingComesInTheOrderOfTheFeed() throws IOException {
    assertThat(events(BY_ROW, 1, delete(3, "c"), delete(1, "a"), insert(3, "d"), insert(2, "b")))
        .containsExactly(
            "delete [3, c] -", "delete [1, a] -", "insert - [3, d]", "insert - [2, b]");
    assertThat(spillDir).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, AMPLE})
  void aKeyIsGoneOnlyIfItHasNoNewImage(long memoryBytes) throws IOException {
    assertThat(
            events(
                BY_KEY,
                memoryBytes,
                delete(1, "a"),
                delete(2, "b"),
                delete(2, "c"),
                pre(3, "d"),
                insert(1, "e"),
                post(3, "f"),
                insert(4, "g")))
        .containsExactlyInAnyOrder(
            "insert - [1, e]",
            "delete [2, null] -",
            "update_postimage - [3, f]",
            "insert - [4, g]");
  }

  @Test
  void oneKeyOfMoreRowsThanMemoryHasIsPairedAllTheSame() throws IOException {
    List<Image> images = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      images.add(pre("k", i));
    }
    for (int i = 0; i < 500; i++) {
      images.add(post("k", -i));
      expected.add("update_postimage [k, " + i + "] [k, " + -i + "]");
    }
    assertThat(events(BY_ROW, 1, images)).containsExactlyElementsOf(expected);
  }

  @Test
  void filesHaveNoNameWhileTheyAreUsedAndAreGoneWhenClosedEarly() throws IOException {
    List<Image> images = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      images.add(pre(i, "before"));
    }
    for (int i = 0; i < 5000; i++) {
      images.add(post(i, "after"));
    }
    RowEvents events =
        new RowEvents(new ListedImages(images), new FirstColumn(), BY_ROW, spillDir, 10_000);
    for (int i = 0; i < 100; i++) {
      assertThat(events.next()).isTrue();
    }
    if (!System.getProperty("os.name").startsWith("Windows")) {
      assertThat(spillDir).isEmptyDirectory();
    }
    events.close();
    assertThat(spillDir).isEmptyDirectory();
  }

  @Test
  void aFolderThatIsNotThereIsMade() throws IOException {
    Path folder = spillDir.resolve("not/there");
    try (RowEvents events =
        new RowEvents(
            new ListedImages(List.of(pre(1, "a"), pre(2, "b"))),
            new FirstColumn(),
            BY_ROW,
            folder,
            1)) {
      assertThat(events.next()).isTrue();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFolderThatCannotBeOneIsNamed() throws IOException {
    Path file = Files.createFile(spillDir.resolve("file"));
    try (RowEvents events =
        new RowEvents(
            new ListedImages(List.of(pre(1, "a"), pre(2, "b"))),
            new FirstColumn(),
            BY_ROW,
            file,
            1)) {
      assertThatThrownBy(events::next)
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining(file.toString())
          .hasMessageContaining("spill.dir");
    }
  }

  @Test
  void aFullDiskIsAnErrorThatSaysWhatToDo() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "there is no /dev/full here");
    try (SpillFile file = SpillFile.of(full)) {
      SpilledImages images = new SpilledImages(file);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 10_000; i++) {
                  images.add(pre(i, "a text"));
                }
              })
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("No space left")
          .hasMessageContaining("spill.dir");
    }
  }
}
