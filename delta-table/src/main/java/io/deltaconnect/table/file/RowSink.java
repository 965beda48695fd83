package io.deltaconnect.table.file;

import org.apache.parquet.column.Dictionary;

/** Puts the values of one column into rows. */
final class RowSink implements ValueSink {
  private final ScalarColumn column;
  private final ScalarDecoder decoder;
  private final Object[][] rows;
  private final int firstRow;
  private final int ordinal;
  private int first;
  private Dictionary dictionary;
  private Object[] decoded;

  /**
   * @param rows the row of chosen row {@code i} is {@code rows[firstRow + i]}
   * @param ordinal place of the column in them
   */
  RowSink(ScalarColumn column, Object[][] rows, int firstRow, int ordinal) {
    this.column = column;
    this.decoder = column.decoder();
    this.rows = rows;
    this.firstRow = firstRow;
    this.ordinal = ordinal;
  }

  @Override
  public void page(int firstRowOfPage, int firstChosen) {
    first = firstRow + firstChosen;
  }

  @Override
  public void dictionary(Dictionary newDictionary) {
    dictionary = newDictionary;
    decoded = new Object[newDictionary.getMaxId() + 1];
  }

  @Override
  public void ofDictionary(int slot, int id) {
    if (decoded[id] == null) {
      decoded[id] = ScalarColumn.decode(dictionary, id, column.type(), decoder);
    }
    rows[first + slot][ordinal] = decoded[id];
  }

  @Override
  public void ofBoolean(int slot, boolean value) {
    rows[first + slot][ordinal] = decoder.ofBoolean(value);
  }

  @Override
  public void ofInt(int slot, int value) {
    rows[first + slot][ordinal] = decoder.ofInt(value);
  }

  @Override
  public void ofLong(int slot, long value) {
    rows[first + slot][ordinal] = decoder.ofLong(value);
  }

  @Override
  public void ofFloat(int slot, float value) {
    rows[first + slot][ordinal] = decoder.ofFloat(value);
  }

  @Override
  public void ofDouble(int slot, double value) {
    rows[first + slot][ordinal] = decoder.ofDouble(value);
  }

  @Override
  public void ofBytes(int slot, byte[] bytes, int offset, int length) {
    rows[first + slot][ordinal] = decoder.ofBytes(bytes, offset, length);
  }
}
