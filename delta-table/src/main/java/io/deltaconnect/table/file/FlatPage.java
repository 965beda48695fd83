package io.deltaconnect.table.file;

import io.deltaconnect.table.kernel.UnsupportedTableException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A data page, decompressed, of a column that has one value or NULL per row. Reused from page to
 * page; what is in its arrays holds until the next {@link #unpack}. Not thread-safe.
 */
final class FlatPage implements AutoCloseable {
  private final Decompressor decompressor;
  private byte[] plain = new byte[0];

  /** Rows, NULLs included. */
  int rows;

  /** Where the definition levels are; none in a column that is never NULL. */
  byte[] levels;

  int levelsStart;
  int levelsEnd;

  byte[] values;
  int valuesStart;
  int valuesEnd;
  Encoding encoding;

  FlatPage(Configuration configuration) {
    decompressor = new Decompressor(configuration);
  }

  /**
   * @param body offset of what follows the header in {@code stored}
   * @param nullable whether the page has definition levels
   */
  void unpack(
      PageHeader header,
      byte[] stored,
      int body,
      CompressionCodecName codec,
      int pageRows,
      boolean nullable)
      throws IOException {
    rows = pageRows;
    encoding = header.encoding();
    if (header.isDataV2()) {
      unpackV2(header, stored, body, codec);
    } else {
      unpackV1(header, stored, body, codec, nullable);
    }
  }

  private void unpackV1(
      PageHeader header, byte[] stored, int body, CompressionCodecName codec, boolean nullable)
      throws IOException {
    decompress(codec, stored, body, header.compressedSize, header.uncompressedSize);
    levels = plain;
    levelsStart = 0;
    levelsEnd = 0;
    if (nullable) {
      if (header.levelsEncoding() != Encoding.RLE) {
        throw new UnsupportedTableException(
            "definition levels are encoded as " + header.levelsEncoding());
      }
      levelsStart = 4;
      levelsEnd = 4 + LittleEndian.getInt(plain, 0);
    }
    values = plain;
    valuesStart = levelsEnd;
    valuesEnd = header.uncompressedSize;
  }

  private void unpackV2(PageHeader header, byte[] stored, int body, CompressionCodecName codec)
      throws IOException {
    int lengthOfLevels = header.definitionLevels + header.repetitionLevels;
    levels = stored;
    levelsStart = body + header.repetitionLevels;
    levelsEnd = body + lengthOfLevels;
    int size = header.uncompressedSize - lengthOfLevels;
    if (header.compressed) {
      decompress(codec, stored, levelsEnd, header.compressedSize - lengthOfLevels, size);
      values = plain;
      valuesStart = 0;
    } else {
      values = stored;
      valuesStart = levelsEnd;
    }
    valuesEnd = valuesStart + size;
  }

  private void decompress(
      CompressionCodecName codec, byte[] stored, int offset, int length, int size)
      throws IOException {
    if (plain.length < size) {
      plain = new byte[Math.max(size, 1 << 16)];
    }
    if (size > 0) {
      decompressor.decompress(codec, stored, offset, length, plain, size);
    }
  }

  /** The dictionary page behind a header, decompressed. */
  byte[] dictionary(PageHeader header, byte[] stored, int body, CompressionCodecName codec)
      throws IOException {
    byte[] bytes = new byte[header.uncompressedSize];
    if (bytes.length > 0) {
      decompressor.decompress(codec, stored, body, header.compressedSize, bytes, bytes.length);
    }
    return bytes;
  }

  @Override
  public void close() {
    decompressor.close();
  }
}
