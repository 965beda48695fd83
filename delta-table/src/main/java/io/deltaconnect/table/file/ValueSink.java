package io.deltaconnect.table.file;

import org.apache.parquet.column.Dictionary;

/**
 * Takes the stored values of chosen rows of one flat column. Slots number the chosen rows of a
 * page; NULLs do not come.
 */
public interface ValueSink {
  /**
   * A page begins.
   *
   * @param firstRow of the page in its row group
   * @param firstChosen number of the page's first chosen row among all chosen ones
   */
  void page(int firstRow, int firstChosen);

  /** The dictionary that ids of the column chunk's next pages refer to. */
  void dictionary(Dictionary dictionary);

  void ofDictionary(int slot, int id);

  void ofBoolean(int slot, boolean value);

  void ofInt(int slot, int value);

  void ofLong(int slot, long value);

  void ofFloat(int slot, float value);

  void ofDouble(int slot, double value);

  /** A value of BINARY, FIXED_LEN_BYTE_ARRAY or INT96; the bytes are not kept. */
  void ofBytes(int slot, byte[] bytes, int offset, int length);
}
