package io.deltaconnect.table.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Decodes chosen values of a page and skips the others without decoding them: by address where
 * values have one size, by their lengths where they have not, by run in dictionary ids.
 */
final class PageDecoder {
  private PageDecoder() {}

  static void decode(
      FlatPage page, ColumnDescriptor column, PageSelection selection, ValueSink sink)
      throws IOException {
    if (selection.count == 0) {
      return;
    }
    PrimitiveTypeName type = column.getPrimitiveType().getPrimitiveTypeName();
    if (page.encoding.usesDictionary()) {
      dictionaryIds(page, selection, sink);
    } else if (page.encoding != Encoding.PLAIN) {
      byReader(page, column, selection, sink);
    } else {
      switch (type) {
        case INT32 -> plainInts(page, selection, sink);
        case INT64 -> plainLongs(page, selection, sink);
        case FLOAT -> plainFloats(page, selection, sink);
        case DOUBLE -> plainDoubles(page, selection, sink);
        case BOOLEAN -> plainBooleans(page, selection, sink);
        case BINARY -> plainBinaries(page, selection, sink);
        case FIXED_LEN_BYTE_ARRAY ->
            plainFixed(page, selection, sink, column.getPrimitiveType().getTypeLength());
        case INT96 -> plainFixed(page, selection, sink, 12);
      }
    }
  }

  private static void plainInts(FlatPage page, PageSelection selection, ValueSink sink) {
    for (int i = 0; i < selection.count; i++) {
      sink.ofInt(
          selection.slots[i],
          LittleEndian.getInt(page.values, page.valuesStart + 4 * selection.values[i]));
    }
  }

  private static void plainLongs(FlatPage page, PageSelection selection, ValueSink sink) {
    for (int i = 0; i < selection.count; i++) {
      sink.ofLong(
          selection.slots[i],
          LittleEndian.getLong(page.values, page.valuesStart + 8 * selection.values[i]));
    }
  }

  private static void plainFloats(FlatPage page, PageSelection selection, ValueSink sink) {
    for (int i = 0; i < selection.count; i++) {
      int bits = LittleEndian.getInt(page.values, page.valuesStart + 4 * selection.values[i]);
      sink.ofFloat(selection.slots[i], Float.intBitsToFloat(bits));
    }
  }

  private static void plainDoubles(FlatPage page, PageSelection selection, ValueSink sink) {
    for (int i = 0; i < selection.count; i++) {
      long bits = LittleEndian.getLong(page.values, page.valuesStart + 8 * selection.values[i]);
      sink.ofDouble(selection.slots[i], Double.longBitsToDouble(bits));
    }
  }

  private static void plainBooleans(FlatPage page, PageSelection selection, ValueSink sink) {
    for (int i = 0; i < selection.count; i++) {
      int value = selection.values[i];
      int bits = page.values[page.valuesStart + (value >>> 3)];
      sink.ofBoolean(selection.slots[i], (bits >>> (value & 7) & 1) != 0);
    }
  }

  private static void plainFixed(
      FlatPage page, PageSelection selection, ValueSink sink, int length) {
    for (int i = 0; i < selection.count; i++) {
      int offset = page.valuesStart + length * selection.values[i];
      sink.ofBytes(selection.slots[i], page.values, offset, length);
    }
  }

  private static void plainBinaries(FlatPage page, PageSelection selection, ValueSink sink) {
    byte[] bytes = page.values;
    int offset = page.valuesStart;
    int at = 0;
    for (int i = 0; i < selection.count; i++) {
      for (int value = selection.values[i]; at < value; at++) {
        offset += 4 + LittleEndian.getInt(bytes, offset);
      }
      sink.ofBytes(selection.slots[i], bytes, offset + 4, LittleEndian.getInt(bytes, offset));
    }
  }

  /** Ids in runs and bit-packed groups (Parquet's "RLE/Bit-Packing Hybrid"). */
  private static void dictionaryIds(FlatPage page, PageSelection selection, ValueSink sink) {
    byte[] bytes = page.values;
    int offset = page.valuesStart;
    int width = bytes[offset++];
    int idBytes = (width + 7) >>> 3;
    int at = 0;
    int k = 0;
    while (k < selection.count) {
      int header = 0;
      int shift = 0;
      byte b;
      do {
        b = bytes[offset++];
        header |= (b & 0x7F) << shift;
        shift += 7;
      } while (b < 0);
      if ((header & 1) == 0) {
        int length = header >>> 1;
        int id = 0;
        for (int i = 0; i < idBytes; i++) {
          id |= (bytes[offset++] & 0xFF) << (8 * i);
        }
        for (; k < selection.count && selection.values[k] < at + length; k++) {
          sink.ofDictionary(selection.slots[k], id);
        }
        at += length;
      } else {
        int groups = header >>> 1;
        int length = groups << 3;
        for (; k < selection.count && selection.values[k] < at + length; k++) {
          long bit = (long) (selection.values[k] - at) * width;
          sink.ofDictionary(
              selection.slots[k],
              unpack(bytes, offset + (int) (bit >>> 3), (int) bit & 7, width, page.valuesEnd));
        }
        offset += groups * width;
        at += length;
      }
    }
  }

  private static int unpack(byte[] bytes, int offset, int bit, int width, int end) {
    long word = 0;
    int n = Math.min((bit + width + 7) >>> 3, end - offset);
    for (int i = 0; i < n; i++) {
      word |= (bytes[offset + i] & 0xFFL) << (8 * i);
    }
    return (int) ((word >>> bit) & ((1L << width) - 1));
  }

  /** All other encodings: parquet-mr decodes, we skip what is not wanted. */
  private static void byReader(
      FlatPage page, ColumnDescriptor column, PageSelection selection, ValueSink sink)
      throws IOException {
    ValuesReader reader = page.encoding.getValuesReader(column, ValuesType.VALUES);
    reader.initFromPage(
        page.rows,
        ByteBufferInputStream.wrap(
            ByteBuffer.wrap(page.values, page.valuesStart, page.valuesEnd - page.valuesStart)));
    PrimitiveTypeName type = column.getPrimitiveType().getPrimitiveTypeName();
    int at = 0;
    for (int i = 0; i < selection.count; i++) {
      int value = selection.values[i];
      if (value > at) {
        reader.skip(value - at);
      }
      at = value + 1;
      int slot = selection.slots[i];
      switch (type) {
        case INT32 -> sink.ofInt(slot, reader.readInteger());
        case INT64 -> sink.ofLong(slot, reader.readLong());
        case FLOAT -> sink.ofFloat(slot, reader.readFloat());
        case DOUBLE -> sink.ofDouble(slot, reader.readDouble());
        case BOOLEAN -> sink.ofBoolean(slot, reader.readBoolean());
        case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> {
          Binary binary = reader.readBytes();
          byte[] bytes = binary.getBytesUnsafe();
          sink.ofBytes(slot, bytes, 0, bytes.length);
        }
      }
    }
  }
}
