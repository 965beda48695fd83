package io.deltaconnect.table.file;

/**
 * Turns stored values of one column into values of the table's type. Stateless. Only the method of
 * the column's physical type is called.
 */
abstract class ScalarDecoder {

  Object ofBoolean(boolean value) {
    throw new IllegalStateException("stored as BOOLEAN");
  }

  Object ofInt(int value) {
    throw new IllegalStateException("stored as INT32");
  }

  Object ofLong(long value) {
    throw new IllegalStateException("stored as INT64");
  }

  Object ofFloat(float value) {
    throw new IllegalStateException("stored as FLOAT");
  }

  Object ofDouble(double value) {
    throw new IllegalStateException("stored as DOUBLE");
  }

  /** A value of BINARY, FIXED_LEN_BYTE_ARRAY or INT96; the bytes are not kept. */
  Object ofBytes(byte[] bytes, int offset, int length) {
    throw new IllegalStateException("stored as bytes");
  }
}
