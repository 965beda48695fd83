package io.deltaconnect.table.file;

import org.apache.parquet.column.Dictionary;

/** Decodes the values of one column for someone who takes them one by one. */
final class DecodedSink implements ValueSink {
  private final ScalarColumn column;
  private final ScalarDecoder decoder;
  private final FileScan.Values values;
  private int first;
  private Dictionary dictionary;
  private Object[] decoded;

  DecodedSink(ScalarColumn column, FileScan.Values values) {
    this.column = column;
    this.decoder = column.decoder();
    this.values = values;
  }

  @Override
  public void page(int firstRow, int firstChosen) {
    first = firstChosen;
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
    values.value(first + slot, decoded[id]);
  }

  @Override
  public void ofBoolean(int slot, boolean value) {
    values.value(first + slot, decoder.ofBoolean(value));
  }

  @Override
  public void ofInt(int slot, int value) {
    values.value(first + slot, decoder.ofInt(value));
  }

  @Override
  public void ofLong(int slot, long value) {
    values.value(first + slot, decoder.ofLong(value));
  }

  @Override
  public void ofFloat(int slot, float value) {
    values.value(first + slot, decoder.ofFloat(value));
  }

  @Override
  public void ofDouble(int slot, double value) {
    values.value(first + slot, decoder.ofDouble(value));
  }

  @Override
  public void ofBytes(int slot, byte[] bytes, int offset, int length) {
    values.value(first + slot, decoder.ofBytes(bytes, offset, length));
  }
}
