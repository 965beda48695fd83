package io.deltaconnect.table.file;

import com.github.luben.zstd.Zstd;
import io.deltaconnect.table.storage.CorruptTableException;
import java.io.DataInputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/**
 * Decompresses pages from array to array. Codecs that have no such call go through parquet-mr. Not
 * thread-safe.
 */
final class Decompressor implements AutoCloseable {
  private final CodecFactory others;

  Decompressor(Configuration configuration) {
    others = new CodecFactory(configuration, 0);
  }

  /**
   * @param to has room for {@code length} bytes
   * @param length bytes when decompressed
   */
  void decompress(
      CompressionCodecName codec,
      byte[] from,
      int offset,
      int compressedLength,
      byte[] to,
      int length) {
    int written;
    try {
      written = decompressed(codec, from, offset, compressedLength, to, length);
    } catch (IOException e) {
      throw new CorruptTableException("a page cannot be decompressed", e);
    }
    if (written != length) {
      throw new CorruptTableException(
          "a page has " + written + " bytes when decompressed and its header says " + length);
    }
  }

  private int decompressed(
      CompressionCodecName codec,
      byte[] from,
      int offset,
      int compressedLength,
      byte[] to,
      int length)
      throws IOException {
    switch (codec) {
      case UNCOMPRESSED -> {
        System.arraycopy(from, offset, to, 0, length);
        return compressedLength;
      }
      case SNAPPY -> {
        return Snappy.uncompress(from, offset, compressedLength, to, 0);
      }
      case ZSTD -> {
        return (int) Zstd.decompressByteArray(to, 0, length, from, offset, compressedLength);
      }
      default -> {
        BytesInputDecompressor decompressor = others.getDecompressor(codec);
        BytesInput bytes =
            decompressor.decompress(BytesInput.from(from, offset, compressedLength), length);
        new DataInputStream(bytes.toInputStream()).readFully(to, 0, length);
        return (int) bytes.size();
      }
    }
  }

  @Override
  public void close() {
    others.release();
  }
}
