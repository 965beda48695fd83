package io.deltaconnect.table.file;

import io.deltaconnect.table.storage.CorruptTableException;
import java.io.IOException;

/**
 * Reads the few structures of a Parquet file that there are thousands of, page headers and offset
 * indexes, from Thrift's compact protocol. With pages as small as ours, Thrift's own objects for
 * them cost as much as a fifth of reading.
 */
final class CompactReader {
  static final int STOP = 0;

  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int BYTE = 3;
  private static final int I16 = 4;
  private static final int I32 = 5;
  private static final int I64 = 6;
  private static final int DOUBLE = 7;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int SET = 10;
  private static final int MAP = 11;
  private static final int STRUCT = 12;

  private byte[] bytes;
  private int position;
  private int field;

  void reset(byte[] newBytes, int offset) {
    bytes = newBytes;
    position = offset;
    field = 0;
  }

  /** Offset of the next byte to be read. */
  int position() {
    return position;
  }

  /** Reads the header of the next field; its type, {@link #STOP} at the struct's end. */
  int nextField() {
    int header = bytes[position++] & 0xFF;
    if (header == STOP) {
      return STOP;
    }
    int delta = header >>> 4;
    field = delta == 0 ? (int) zigZag() : field + delta;
    return header & 0xF;
  }

  /** Id of the field whose header was read last. */
  int field() {
    return field;
  }

  /** Enters a struct; returns what {@link #leave} needs. */
  int enter() {
    int outer = field;
    field = 0;
    return outer;
  }

  /** Goes on behind the end of a struct. */
  void leave(int outer) {
    field = outer;
  }

  int i32() {
    return (int) zigZag();
  }

  long i64() {
    return zigZag();
  }

  /** The value of a boolean field of this type. */
  static boolean bool(int type) {
    return type == TRUE;
  }

  /** Reads the header of a list and returns its size. */
  int list() {
    int header = bytes[position++] & 0xFF;
    int size = header >>> 4;
    return size == 15 ? (int) varint() : size;
  }

  /** Passes over a value. */
  void skip(int type) throws IOException {
    switch (type) {
      case TRUE, FALSE -> {}
      case BYTE -> position++;
      case I16, I32, I64 -> varint();
      case DOUBLE -> position += 8;
      case BINARY -> {
        int length = (int) varint();
        position += length;
      }
      case LIST, SET -> skipList();
      case STRUCT -> {
        int outer = enter();
        for (int t = nextField(); t != STOP; t = nextField()) {
          skip(t);
        }
        leave(outer);
      }
      case MAP -> throw new CorruptTableException("a map in a page header or offset index");
      default -> throw new CorruptTableException("unknown type " + type + " in a header");
    }
  }

  private void skipList() throws IOException {
    int elementType = bytes[position] & 0xF;
    int size = list();
    for (int i = 0; i < size; i++) {
      // A boolean has a byte of its own in a list, and none in a field.
      skip(elementType == TRUE || elementType == FALSE ? BYTE : elementType);
    }
  }

  private long zigZag() {
    long n = varint();
    return (n >>> 1) ^ -(n & 1);
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = bytes[position++];
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }
}
