package io.deltaconnect.table.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.DeletionVectorStoredBitmap;
import io.delta.kernel.internal.deletionvectors.RoaringBitmapArray;
import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.dv.DvDescriptor;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernel's own reader finds in our files the rows we wrote. */
class DeletionVectorsReadByKernelTest {
  private static final Storage STORAGE = Storage.of(Map.of());

  @TempDir Path table;

  @Test
  void namedCornersOfRowPositions() throws IOException {
    long last = 999_999;
    assertReadByKernel(
        List.of(
            DeletionVector.of(0),
            DeletionVector.of(last),
            DeletionVector.of(0, last),
            DeletionVector.ofRange(0, last + 1),
            DeletionVector.of(65_534, 65_535, 65_536, 65_537),
            DeletionVector.ofRange(65_000, 140_000),
            DeletionVector.of((1L << 31) - 1, 1L << 31, (1L << 31) + 1),
            DeletionVector.ofRange(1L << 31, (1L << 31) + 9),
            DeletionVector.of((1L << 32) - 1, 1L << 32, (1L << 32) + 1, 5L << 32)));
  }

  @Test
  void randomSparseDenseAndRunVectors() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<DeletionVector> vectors = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      long bound = 1L << (4 + random.nextInt(30));
      DeletionVector vector =
          DeletionVector.of(random.longs(1 + random.nextInt(5_000), 0, bound).toArray());
      if (i % 3 == 0) {
        long start = random.nextLong(bound);
        vector = vector.union(DeletionVector.ofRange(start, start + random.nextInt(100_000)));
      }
      vectors.add(vector);
    }
    System.out.println("seed " + seed);
    assertReadByKernel(vectors);
  }

  @Test
  void severalVectorsOfOneFileInTurn() throws IOException {
    DeletionVectorStore store = new DeletionVectorStore(STORAGE, table.toString());
    DeletionVector dead = DeletionVector.empty();
    for (long position = 0; position < 400_000; position += 33_333) {
      dead = dead.union(DeletionVector.of(position, position + 1));
      DvDescriptor descriptor = store.write(List.of(dead)).get(0);
      assertThat(readByKernel(descriptor)).isEqualTo(positions(dead));
      dead = store.read(descriptor);
    }
  }

  private void assertReadByKernel(List<DeletionVector> vectors) throws IOException {
    List<DvDescriptor> descriptors =
        new DeletionVectorStore(STORAGE, table.toString()).write(vectors);
    for (int i = 0; i < vectors.size(); i++) {
      assertThat(readByKernel(descriptors.get(i)))
          .as("%s", descriptors.get(i))
          .isEqualTo(positions(vectors.get(i)));
    }
  }

  private long[] readByKernel(DvDescriptor d) throws IOException {
    DeletionVectorDescriptor descriptor =
        new DeletionVectorDescriptor(
            d.storageType(),
            d.pathOrInlineDv(),
            Optional.ofNullable(d.offset()),
            d.sizeInBytes(),
            d.cardinality());
    RoaringBitmapArray bitmap =
        new DeletionVectorStoredBitmap(descriptor, Optional.of(table.toString()))
            .load(STORAGE.engine().getFileSystemClient());
    return bitmap.toArray();
  }

  private static long[] positions(DeletionVector vector) {
    long[] positions = new long[Math.toIntExact(vector.cardinality())];
    int[] n = {0};
    vector.forEach(position -> positions[n[0]++] = position);
    return positions;
  }
}
