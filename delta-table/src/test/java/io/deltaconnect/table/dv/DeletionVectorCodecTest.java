package io.deltaconnect.table.dv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

class DeletionVectorCodecTest {
  /** The rows of the inline example of the Delta protocol, as Spark writes them. */
  private static final String ROWS_OF_THE_PROTOCOL =
      "^Bg9^0rr910000000000iXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L";

  @Test
  void readsAndWritesTheRowsOfTheProtocolsExample() throws IOException {
    DeletionVector rows = DeletionVector.of(3, 4, 7, 11, 18, 29);
    byte[] bytes = Z85.decode(ROWS_OF_THE_PROTOCOL);
    assertThat(DeletionVectorCodec.decode(bytes)).isEqualTo(rows);
    assertThat(DeletionVectorCodec.encode(rows)).isEqualTo(bytes);
  }

  @Property
  void roundTrip(@ForAll("vectors") DeletionVector vector) throws IOException {
    DeletionVector read = DeletionVectorCodec.decode(DeletionVectorCodec.encode(vector));
    assertThat(read).isEqualTo(vector);
    assertThat(read.cardinality()).isEqualTo(vector.cardinality());
  }

  @Property(tries = 100)
  void cutBytesAreRefused(@ForAll("vectors") DeletionVector vector, @ForAll Random random) {
    byte[] bytes = DeletionVectorCodec.encode(vector);
    byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length));
    assertThatThrownBy(() -> DeletionVectorCodec.decode(cut)).isInstanceOf(IOException.class);
  }

  /** Never an unchecked exception, endless loop or huge allocation, whatever the bytes. */
  @Property
  void damagedBytesAreReadOrRefused(
      @ForAll("vectors") DeletionVector vector, @ForAll Random random) {
    byte[] bytes = DeletionVectorCodec.encode(vector);
    for (int i = 0; i < 3; i++) {
      bytes[random.nextInt(Math.min(bytes.length, 64))] = (byte) random.nextInt();
    }
    try {
      assertThat(DeletionVectorCodec.decode(bytes)).isNotNull();
    } catch (IOException refused) {
      assertThat(refused).hasMessageNotContaining("null");
    }
  }

  @Test
  void bytesBehindTheVectorAreRefused() {
    byte[] bytes = DeletionVectorCodec.encode(DeletionVector.of(1, 2, 3));
    assertThatThrownBy(() -> DeletionVectorCodec.decode(Arrays.copyOf(bytes, bytes.length + 2)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("2 bytes too many");
  }

  @Test
  void unknownMagicNumberIsRefused() {
    assertThatThrownBy(() -> DeletionVectorCodec.decode(new byte[] {7, 0, 0, 0, 0, 0, 0, 0}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("magic number 7");
  }

  @Test
  void bucketsOutOfOrderAreRefused() throws IOException {
    byte[] bytes = portable(1, 0);
    assertThatThrownBy(() -> DeletionVectorCodec.decode(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("bucket key 0 after 1");
  }

  @Test
  void bucketKeysWithTheTopBitSetAreRefused() throws IOException {
    byte[] bytes = portable(Integer.MIN_VALUE);
    assertThatThrownBy(() -> DeletionVectorCodec.decode(bytes)).isInstanceOf(IOException.class);
  }

  @Test
  void emptyBucketsAreNoRows() throws IOException {
    assertThat(DeletionVectorCodec.decode(portable())).isEqualTo(DeletionVector.empty());
  }

  @Test
  void readsTheOlderNativeFormat() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(Integer.reverseBytes(DeletionVectorCodec.NATIVE_MAGIC));
      out.writeInt(Integer.reverseBytes(2));
      for (RoaringBitmap bitmap :
          new RoaringBitmap[] {RoaringBitmap.bitmapOf(4), RoaringBitmap.bitmapOf(1, 7)}) {
        out.writeInt(Integer.reverseBytes(bitmap.serializedSizeInBytes()));
        bitmap.serialize(out);
      }
    }
    assertThat(DeletionVectorCodec.decode(bytes.toByteArray()))
        .isEqualTo(DeletionVector.of(4, (1L << 32) + 1, (1L << 32) + 7));
  }

  /** The example of the Delta protocol, "On Disk with Relative Path (with Random Prefix)". */
  @Test
  void uuidIsTheOneOfTheProtocolsExample() {
    UUID uuid = UUID.fromString("d2c639aa-8816-431a-aaf6-d3fe2512ff61");
    assertThat(Z85.encode(uuid)).isEqualTo("^-aqEH.-t@S}K{vb[*k^");
    assertThat(Z85.decodeUuid("^-aqEH.-t@S}K{vb[*k^")).isEqualTo(uuid);
  }

  @Property
  void uuidRoundTrip(@ForAll long high, @ForAll long low) {
    UUID uuid = new UUID(high, low);
    assertThat(Z85.encode(uuid)).hasSize(Z85.UUID_LENGTH);
    assertThat(Z85.decodeUuid(Z85.encode(uuid))).isEqualTo(uuid);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1234",
        "abcd\"",
        "abcdé",
        "#####",
        "^-aqEH.-t@S}K{vb#00k^",
        "^-aqEH.-t@S}K{vb[*k^0"
      })
  void textThatIsNotAUuidIsRefused(String text) {
    assertThatThrownBy(() -> Z85.decodeUuid(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"#####", "%nSc1", "##%nS", "#0000####1", "00000###33"})
  void blockThatDoesNotFitItsBytesIsRefused(String text) {
    assertThatThrownBy(() -> Z85.decode(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too large");
  }

  /** Empty, first and last rows, all rows, sparse, dense, runs, beyond 16 and 32 bits. */
  @Provide
  Arbitrary<DeletionVector> vectors() {
    return Arbitraries.oneOf(
        Arbitraries.just(DeletionVector.empty()),
        Arbitraries.of(0L, 1L, 65_535L, 65_536L, (1L << 32) - 1, 1L << 32, Long.MAX_VALUE - 1)
            .map(DeletionVector::of),
        Arbitraries.longs().between(1, 300_000).map(n -> DeletionVector.ofRange(0, n)),
        Arbitraries.longs().between(0, 1L << 45).set().ofMaxSize(200).map(this::of),
        Arbitraries.longs().between(0, 1_000_000).set().ofSize(3_000).map(this::of),
        Arbitraries.longs().between(0, 1L << 33).map(DeletionVectorCodecTest::denseFrom),
        Arbitraries.longs().between(0, 1L << 33).map(DeletionVectorCodecTest::runsFrom));
  }

  private DeletionVector of(Set<Long> rows) {
    return DeletionVector.of(rows.stream().mapToLong(Long::longValue).toArray());
  }

  /** Every second row of some 100,000: bitmap containers. */
  private static DeletionVector denseFrom(long first) {
    long[] rows = new long[50_000];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = first + 2L * i;
    }
    return DeletionVector.of(rows);
  }

  /** Runs of 1,000 rows: run containers. */
  private static DeletionVector runsFrom(long first) {
    DeletionVector vector = DeletionVector.empty();
    for (int i = 0; i < 20; i++) {
      long start = first + 30_000L * i;
      vector = vector.union(DeletionVector.ofRange(start, start + 1_000));
    }
    return vector;
  }

  private static byte[] portable(int... keys) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(Integer.reverseBytes(DeletionVectorCodec.PORTABLE_MAGIC));
      out.writeLong(Long.reverseBytes(keys.length));
      for (int key : keys) {
        out.writeInt(Integer.reverseBytes(key));
        RoaringBitmap.bitmapOf(1).serialize(out);
      }
    }
    return bytes.toByteArray();
  }
}
