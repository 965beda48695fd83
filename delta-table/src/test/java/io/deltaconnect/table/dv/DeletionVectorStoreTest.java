package io.deltaconnect.table.dv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.table.storage.CorruptTableException;
import io.deltaconnect.table.storage.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeletionVectorStoreTest {
  private static final Storage STORAGE = Storage.of(Map.of());

  @TempDir Path table;

  @Test
  void manyVectorsShareOneFileInTheTablesRoot() throws IOException {
    List<DeletionVector> vectors =
        List.of(
            DeletionVector.of(0),
            DeletionVector.ofRange(0, 200_000),
            DeletionVector.empty(),
            DeletionVector.of(65_535, 65_536, 1L << 33));
    List<DvDescriptor> descriptors = store().write(vectors);

    assertThat(files()).hasSize(1);
    assertThat(files().get(0).getFileName().toString())
        .matches("deletion_vector_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.bin");
    assertThat(Files.readAllBytes(files().get(0))[0]).as("format version").isEqualTo((byte) 1);
    assertThat(descriptors).extracting(DvDescriptor::storageType).containsOnly("u");
    assertThat(descriptors.get(0).offset()).isEqualTo(1);
    assertThat(descriptors.get(1).offset()).isEqualTo(1 + 8 + descriptors.get(0).sizeInBytes());
    for (int i = 0; i < vectors.size(); i++) {
      assertThat(descriptors.get(i).cardinality()).isEqualTo(vectors.get(i).cardinality());
      assertThat(store().read(descriptors.get(i))).isEqualTo(vectors.get(i));
    }
  }

  @Test
  void noDescriptorIsNoDeadRow() throws IOException {
    assertThat(store().read(null)).isEqualTo(DeletionVector.empty());
  }

  @Test
  void readsVectorsOfTheLogItself() throws IOException {
    DvDescriptor inline =
        new DvDescriptor(
            "i", "^Bg9^0rr910000000000iXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L", null, 44, 6);
    assertThat(store().read(inline)).isEqualTo(DeletionVector.of(3, 4, 7, 11, 18, 29));
  }

  /** As the table cdf-table-with-dv of delta-kernel-rs has it. */
  @Test
  void readsVectorsOfTheLogWhoseLastBlockIsShort() throws IOException {
    DvDescriptor inline =
        new DvDescriptor("i", "^Bg9^0rr910000000000iXQKl0rr91000005c8Xg##093", null, 34, 1);
    assertThat(store().read(inline)).isEqualTo(DeletionVector.of(3));
  }

  @Test
  void whatStandsBeforeTheUuidIsADirectory() throws IOException {
    DeletionVector vector = DeletionVector.of(1, 2);
    DvDescriptor written = store().write(List.of(vector)).get(0);
    Path file = files().get(0);
    Files.createDirectory(table.resolve("ab"));
    Files.move(file, table.resolve("ab").resolve(file.getFileName()));
    assertThat(store().read(withPath("u", "ab" + written.pathOrInlineDv(), written)))
        .isEqualTo(vector);
  }

  @Test
  void absolutePathsAreDecodedOnce() throws IOException {
    DeletionVector vector = DeletionVector.of(7);
    DvDescriptor written = store().write(List.of(vector)).get(0);
    Path moved = table.resolve("a b&c%20d+e.bin");
    Files.move(files().get(0), moved);
    assertThat(store().read(withPath("p", moved.toUri().toString(), written))).isEqualTo(vector);
  }

  @ParameterizedTest
  @ValueSource(strings = {"with blank", "per%20cent", "a&b+c", "größe", "a=b"})
  void tablePathsMayHaveSpecialCharacters(String name) throws IOException {
    Path path = Files.createDirectory(table.resolve(name));
    for (String tablePath : List.of(path.toString(), "file:" + path)) {
      DeletionVectorStore store = new DeletionVectorStore(STORAGE, tablePath);
      DeletionVector vector = DeletionVector.of(3);
      assertThat(store.read(store.write(List.of(vector)).get(0))).isEqualTo(vector);
    }
    try (Stream<Path> files = Files.list(path)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void missingFileIsNamed() throws IOException {
    DvDescriptor written = store().write(List.of(DeletionVector.of(3))).get(0);
    Path file = files().get(0);
    Files.delete(file);
    assertThatThrownBy(() -> store().read(written))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("table " + table)
        .hasMessageContaining(file.getFileName().toString());
  }

  @Test
  void everyFlippedByteIsNoticed() throws IOException {
    DvDescriptor written = store().write(List.of(DeletionVector.of(3, 5, 1000))).get(0);
    Path file = files().get(0);
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 1; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= 0x10;
      Files.write(file, damaged);
      assertThatThrownBy(() -> store().read(written))
          .as("byte %d", i)
          .isInstanceOf(CorruptTableException.class)
          .hasMessageContaining("table " + table)
          .hasMessageContaining(file.getFileName().toString());
    }
  }

  @Test
  void everyShorterFileIsNoticed() throws IOException {
    DvDescriptor written = store().write(List.of(DeletionVector.of(3, 5, 1000))).get(0);
    Path file = files().get(0);
    byte[] bytes = Files.readAllBytes(file);
    for (int length = 0; length < bytes.length; length++) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> store().read(written))
          .as("%d bytes", length)
          .isInstanceOf(CorruptTableException.class)
          .hasMessageContaining("cut short");
    }
  }

  @Test
  void cardinalityIsChecked() throws IOException {
    DvDescriptor d = store().write(List.of(DeletionVector.of(3, 5))).get(0);
    DvDescriptor wrong =
        new DvDescriptor(d.storageType(), d.pathOrInlineDv(), d.offset(), d.sizeInBytes(), 3);
    assertThatThrownBy(() -> store().read(wrong))
        .isInstanceOf(CorruptTableException.class)
        .hasMessageContaining("2 rows where the log says 3");
  }

  static Stream<DvDescriptor> impossibleDescriptors() {
    return Stream.of(
        new DvDescriptor("x", "abc", 1, 10, 1),
        new DvDescriptor("u", "short", 1, 10, 1),
        new DvDescriptor("u", "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"", 1, 10, 1),
        new DvDescriptor("i", "12345", null, 9, 1),
        new DvDescriptor("i", "1234", null, 4, 1),
        new DvDescriptor("i", "12345", null, -1, 1));
  }

  @ParameterizedTest
  @MethodSource("impossibleDescriptors")
  void impossibleDescriptorsAreRefused(DvDescriptor descriptor) {
    assertThatThrownBy(() -> store().read(descriptor))
        .isInstanceOf(CorruptTableException.class)
        .hasMessageContaining("table " + table);
  }

  /** The protocol: an absent offset is read as 0. */
  @Test
  void absentOffsetIsTheBeginningOfTheFile() throws IOException {
    byte[] vector = DeletionVectorCodec.encode(DeletionVector.of(9));
    Path file = table.resolve("bare.bin");
    CRC32 crc = new CRC32();
    crc.update(vector);
    Files.write(
        file,
        ByteBuffer.allocate(vector.length + 8)
            .putInt(vector.length)
            .put(vector)
            .putInt((int) crc.getValue())
            .array());
    DvDescriptor descriptor =
        new DvDescriptor("p", file.toUri().toString(), null, vector.length, 1);
    assertThat(store().read(descriptor)).isEqualTo(DeletionVector.of(9));
  }

  private DeletionVectorStore store() {
    return new DeletionVectorStore(STORAGE, table.toString());
  }

  private static DvDescriptor withPath(String storageType, String path, DvDescriptor d) {
    return new DvDescriptor(storageType, path, d.offset(), d.sizeInBytes(), d.cardinality());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(table)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
