package io.deltaconnect.table.file;

import org.apache.parquet.column.Encoding;

/**
 * A data page, decompressed, of a column that has one value or NULL per row. The arrays belong to
 * the reader and hold the page until the next one.
 */
final class FlatPage {
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
}
