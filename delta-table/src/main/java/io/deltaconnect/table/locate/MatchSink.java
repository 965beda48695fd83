package io.deltaconnect.table.locate;

import io.deltaconnect.table.file.FileScan;
import io.deltaconnect.table.file.ValueSink;
import java.util.Arrays;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Keeps the rows whose value in one column, together with those of the columns before, is part of a
 * key. Not thread-safe.
 */
final class MatchSink implements ValueSink, FileScan.Values {
  private final KeyBatch batch;
  private final int column;
  private final PrimitiveTypeName stored;
  private final ColumnKeys keys;
  private final int[] chosen;
  private final int[] numbersBefore;
  private final int constantBefore;

  private int[] rows = new int[64];
  private int[] numbers = new int[64];
  private int count;

  private int first;
  private Dictionary dictionary;

  /** Value numbers of dictionary entries; -2: not looked up yet. */
  private int[] dictionaryValues;

  /**
   * @param stored how values are stored, if they come undecoded
   * @param chosen the rows that are looked at; null: all of the row group
   * @param numbersBefore of the chosen rows in the columns before; null if it is {@code
   *     constantBefore} for all
   */
  MatchSink(
      KeyBatch batch,
      int column,
      PrimitiveTypeName stored,
      int[] chosen,
      int[] numbersBefore,
      int constantBefore) {
    this.batch = batch;
    this.column = column;
    this.stored = stored;
    this.keys = batch.columns().get(column).values();
    this.chosen = chosen;
    this.numbersBefore = numbersBefore;
    this.constantBefore = constantBefore;
  }

  /** The rows kept, ascending. */
  int[] rows() {
    return Arrays.copyOf(rows, count);
  }

  /** Their numbers, as of {@link KeyBatch#combine}. */
  int[] numbers() {
    return Arrays.copyOf(numbers, count);
  }

  private void keep(int index, int value) {
    int before = numbersBefore == null ? constantBefore : numbersBefore[index];
    int number = batch.combine(column, before, value);
    if (number < 0) {
      return;
    }
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, 2 * count);
      numbers = Arrays.copyOf(numbers, 2 * count);
    }
    rows[count] = chosen == null ? index : chosen[index];
    numbers[count++] = number;
  }

  @Override
  public void value(int index, Object value) {
    int found = keys.find(value);
    if (found >= 0) {
      keep(index, found);
    }
  }

  @Override
  public void page(int firstRow, int firstChosen) {
    first = firstChosen;
  }

  @Override
  public void dictionary(Dictionary newDictionary) {
    dictionary = newDictionary;
    dictionaryValues = new int[newDictionary.getMaxId() + 1];
    Arrays.fill(dictionaryValues, -2);
  }

  @Override
  public void ofDictionary(int slot, int id) {
    int found = dictionaryValues[id];
    if (found == -2) {
      found = lookUp(id);
      dictionaryValues[id] = found;
    }
    if (found >= 0) {
      keep(first + slot, found);
    }
  }

  private int lookUp(int id) {
    return switch (stored) {
      case INT32 -> keys.find(dictionary.decodeToInt(id));
      case INT64 -> keys.find(dictionary.decodeToLong(id));
      default -> {
        byte[] bytes = dictionary.decodeToBinary(id).getBytesUnsafe();
        yield keys.find(bytes, 0, bytes.length);
      }
    };
  }

  @Override
  public void ofInt(int slot, int value) {
    ofLong(slot, value);
  }

  @Override
  public void ofLong(int slot, long value) {
    int found = keys.find(value);
    if (found >= 0) {
      keep(first + slot, found);
    }
  }

  @Override
  public void ofBytes(int slot, byte[] bytes, int offset, int length) {
    int found = keys.find(bytes, offset, length);
    if (found >= 0) {
      keep(first + slot, found);
    }
  }

  @Override
  public void ofBoolean(int slot, boolean value) {
    throw new IllegalStateException("neither number nor bytes");
  }

  @Override
  public void ofFloat(int slot, float value) {
    throw new IllegalStateException("neither number nor bytes");
  }

  @Override
  public void ofDouble(int slot, double value) {
    throw new IllegalStateException("neither number nor bytes");
  }
}
