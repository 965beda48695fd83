package io.deltaconnect.table.file;

import io.deltaconnect.table.kernel.UnsupportedTableException;
import java.io.IOException;
import org.apache.parquet.column.Encoding;

/** The header of a page (Parquet's {@code PageHeader}), reused from page to page. */
final class PageHeader {
  private static final int DATA = 0;
  private static final int DICTIONARY = 2;
  private static final int DATA_V2 = 3;

  private static final Encoding[] ENCODINGS = new Encoding[16];

  static {
    for (org.apache.parquet.format.Encoding encoding :
        org.apache.parquet.format.Encoding.values()) {
      ENCODINGS[encoding.getValue()] = Encoding.valueOf(encoding.name());
    }
  }

  private final CompactReader in = new CompactReader();

  private int type;
  private int numValues;
  private int encoding;
  private int levelsEncoding;

  /** Bytes of the page behind the header, as stored. */
  int compressedSize;

  int uncompressedSize;

  /** Bytes of levels before the values, never compressed; of a {@link #isDataV2} page only. */
  int definitionLevels;

  int repetitionLevels;

  /** Whether the values are compressed; always but in {@link #isDataV2} pages that say not. */
  boolean compressed;

  /** Reads a header; returns the offset of what follows it. */
  int read(byte[] bytes, int offset) throws IOException {
    in.reset(bytes, offset);
    compressed = true;
    type = -1;
    for (int t = in.nextField(); t != CompactReader.STOP; t = in.nextField()) {
      switch (in.field()) {
        case 1 -> type = in.i32();
        case 2 -> uncompressedSize = in.i32();
        case 3 -> compressedSize = in.i32();
        case 5 -> readData();
        case 7 -> readDictionary();
        case 8 -> readDataV2();
        default -> in.skip(t);
      }
    }
    return in.position();
  }

  private void readData() throws IOException {
    int outer = in.enter();
    for (int t = in.nextField(); t != CompactReader.STOP; t = in.nextField()) {
      switch (in.field()) {
        case 1 -> numValues = in.i32();
        case 2 -> encoding = in.i32();
        case 3 -> levelsEncoding = in.i32();
        default -> in.skip(t);
      }
    }
    in.leave(outer);
  }

  private void readDictionary() throws IOException {
    int outer = in.enter();
    for (int t = in.nextField(); t != CompactReader.STOP; t = in.nextField()) {
      switch (in.field()) {
        case 1 -> numValues = in.i32();
        case 2 -> encoding = in.i32();
        default -> in.skip(t);
      }
    }
    in.leave(outer);
  }

  private void readDataV2() throws IOException {
    int outer = in.enter();
    for (int t = in.nextField(); t != CompactReader.STOP; t = in.nextField()) {
      switch (in.field()) {
        case 1 -> numValues = in.i32();
        case 4 -> encoding = in.i32();
        case 5 -> definitionLevels = in.i32();
        case 6 -> repetitionLevels = in.i32();
        case 7 -> compressed = CompactReader.bool(t);
        default -> in.skip(t);
      }
    }
    in.leave(outer);
  }

  boolean isData() {
    return type == DATA || type == DATA_V2;
  }

  boolean isDataV2() {
    return type == DATA_V2;
  }

  boolean isDictionary() {
    return type == DICTIONARY;
  }

  /** Values of the page, NULLs included, or entries of the dictionary. */
  int numValues() {
    return numValues;
  }

  Encoding encoding() throws IOException {
    return encoding(encoding);
  }

  /** Of the definition levels of a page that is not {@link #isDataV2}. */
  Encoding levelsEncoding() throws IOException {
    return encoding(levelsEncoding);
  }

  private static Encoding encoding(int number) throws IOException {
    if (number < 0 || number >= ENCODINGS.length || ENCODINGS[number] == null) {
      throw new UnsupportedTableException("unknown encoding " + number);
    }
    return ENCODINGS[number];
  }
}
