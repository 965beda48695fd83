package io.deltaconnect.table.dv;

import io.deltaconnect.table.dv.DeletionVector.Bucket;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.InvalidRoaringFormat;
import org.roaringbitmap.RoaringBitmap;

/**
 * Deletion vectors as bytes (Delta protocol, "Deletion Vector Format"). All numbers are little
 * endian: the magic number, the number of buckets (8 bytes), then per bucket, ascending, the high
 * half of its positions and the 32-bit Roaring bitmap of their low halves.
 */
final class DeletionVectorCodec {
  /** The format of the protocol. */
  static final int PORTABLE_MAGIC = 1681511377;

  /**
   * An older format that Spark and Kernel read too: the number of bitmaps (4 bytes), then for each
   * high half from 0 on the length of its bitmap and the bitmap.
   */
  static final int NATIVE_MAGIC = 1681511376;

  private DeletionVectorCodec() {}

  static byte[] encode(DeletionVector vector) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(Integer.reverseBytes(PORTABLE_MAGIC));
      out.writeLong(Long.reverseBytes(vector.buckets().size()));
      for (Bucket bucket : vector.buckets()) {
        out.writeInt(Integer.reverseBytes(bucket.high()));
        bucket.lows().serialize(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  /**
   * @throws IOException if these are not exactly the bytes of one deletion vector
   */
  static DeletionVector decode(byte[] bytes) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int magic = Integer.reverseBytes(in.readInt());
      List<Bucket> buckets =
          switch (magic) {
            case PORTABLE_MAGIC -> portable(in);
            case NATIVE_MAGIC -> nativeFormat(in);
            default ->
                throw new IOException("unknown deletion vector format: magic number " + magic);
          };
      if (in.available() > 0) {
        throw new IOException(in.available() + " bytes too many after the deletion vector");
      }
      return DeletionVector.ofBuckets(buckets);
    } catch (EOFException e) {
      throw new IOException("the deletion vector is cut short at " + bytes.length + " bytes", e);
    }
  }

  private static List<Bucket> portable(DataInputStream in) throws IOException {
    List<Bucket> buckets = new ArrayList<>();
    long count = Long.reverseBytes(in.readLong());
    if (count < 0) {
      throw new IOException("impossible number of buckets: " + Long.toUnsignedString(count));
    }
    int previous = -1;
    for (long i = 0; i < count; i++) {
      int high = Integer.reverseBytes(in.readInt());
      if (high <= previous) {
        throw new IOException("bucket key " + high + " after " + previous);
      }
      buckets.add(new Bucket(high, bitmap(in)));
      previous = high;
    }
    return buckets;
  }

  private static List<Bucket> nativeFormat(DataInputStream in) throws IOException {
    List<Bucket> buckets = new ArrayList<>();
    int count = Integer.reverseBytes(in.readInt());
    if (count < 0) {
      throw new IOException("impossible number of bitmaps: " + Integer.toUnsignedString(count));
    }
    for (int high = 0; high < count; high++) {
      int length = Integer.reverseBytes(in.readInt());
      int before = in.available();
      buckets.add(new Bucket(high, bitmap(in)));
      int read = before - in.available();
      if (read != length) {
        throw new IOException("a bitmap of " + read + " bytes where " + length + " were announced");
      }
    }
    return buckets;
  }

  private static RoaringBitmap bitmap(DataInputStream in) throws IOException {
    RoaringBitmap bitmap = new RoaringBitmap();
    try {
      bitmap.deserialize(in);
    } catch (InvalidRoaringFormat | IndexOutOfBoundsException | NegativeArraySizeException e) {
      throw new IOException("not a Roaring bitmap", e);
    }
    if (!bitmap.validate()) {
      throw new IOException("a Roaring bitmap with values out of order");
    }
    return bitmap;
  }
}
