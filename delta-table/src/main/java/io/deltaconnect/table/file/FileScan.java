package io.deltaconnect.table.file;

import io.delta.kernel.types.StructField;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.row.CharType;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Single columns of one data file, for looking for values rather than rows. Columns go by number,
 * in the order they were asked for. Thread-safe: what it reads goes through the caller's reader.
 */
public final class FileScan {
  private final ParquetSource source;
  private final FileColumn[] columns;
  private final boolean[] stored;

  /** Takes values of the table's type. */
  @FunctionalInterface
  public interface Values {
    /**
     * @param number of the row among those chosen, or in the row group if all are read
     * @param value not null
     */
    void value(int number, Object value);
  }

  private FileScan(ParquetSource source, FileColumn[] columns, boolean[] stored) {
    this.source = source;
    this.columns = columns;
    this.stored = stored;
  }

  /**
   * Reads the footer of a file.
   *
   * @param columns of the layout's schema, no partition columns
   * @throws IOException naming column and file, if one cannot be read as its type
   */
  public static FileScan open(
      Storage storage, TableLayout layout, List<StructField> columns, DataFile file)
      throws IOException {
    ParquetSource source =
        ParquetSource.open(
            storage, FilePaths.resolve(layout.tablePath(), file.path()), file.size());
    ColumnFinder finder =
        new ColumnFinder(ColumnMapping.of(layout.properties()), source.toString());
    FileColumn[] found = new FileColumn[columns.size()];
    boolean[] stored = new boolean[columns.size()];
    for (int i = 0; i < found.length; i++) {
      StructField column = columns.get(i);
      found[i] = finder.find(column, source.schema());
      stored[i] =
          found[i] instanceof ScalarColumn scalar
              && ScalarDecoders.identical(column.getDataType(), scalar.type())
              && CharType.length(column) == 0;
    }
    return new FileScan(source, found, stored);
  }

  public int rowGroups() {
    return source.rowGroups();
  }

  /** The position of a row group's first row. */
  public long firstPosition(int rowGroup) {
    return source.rowGroup(rowGroup).getRowIndexOffset();
  }

  public int rows(int rowGroup) {
    return Math.toIntExact(source.rowGroup(rowGroup).getRowCount());
  }

  /** Whether the file has a column; if not, it is NULL in all rows. */
  public boolean has(int column) {
    return columns[column] != null;
  }

  /**
   * Whether {@link #readStored} reads a column: its stored numbers or bytes are the table's values
   * as they are (integers, days, microseconds, unscaled decimals, UTF-8, bytes).
   */
  public boolean isStored(int rowGroup, int column) {
    return stored[column] && FlatColumnReader.canRead(descriptor(column), chunk(rowGroup, column));
  }

  /** How values of a column for which {@link #isStored} are stored. */
  public PrimitiveTypeName storedAs(int column) {
    return columns[column].projection().asPrimitiveType().getPrimitiveTypeName();
  }

  /** The footer's statistics of a column for which {@link #isStored}; null if there are none. */
  public Statistics<?> statistics(int rowGroup, int column) {
    return chunk(rowGroup, column).getStatistics();
  }

  /**
   * What is in the pages of a column for which {@link #isStored}; null if the file has no index.
   */
  public ColumnIndex columnIndex(FlatColumnReader reader, int rowGroup, int column)
      throws IOException {
    ColumnChunkMetaData chunk = chunk(rowGroup, column);
    return chunk.getOffsetIndexReference() == null ? null : reader.columnIndex(source, chunk);
  }

  /**
   * Hands the stored values of a column for which {@link #isStored} to the sink.
   *
   * @param chosen rows of the row group, ascending, without repetition; null: all
   * @param pages which pages to look at, as numbered in the {@link #columnIndex}; null: all
   */
  public void readStored(
      FlatColumnReader reader,
      int rowGroup,
      int column,
      int[] chosen,
      boolean[] pages,
      ValueSink sink)
      throws IOException {
    reader.read(source, rowGroup, descriptor(column), chunk(rowGroup, column), chosen, pages, sink);
  }

  /**
   * Hands the values of any column that the file has to {@code values}, NULLs left out.
   *
   * @param chosen rows of the row group, ascending, without repetition; null: all
   */
  public void read(FlatColumnReader reader, int rowGroup, int column, int[] chosen, Values values)
      throws IOException {
    if (columns[column] instanceof ScalarColumn scalar
        && FlatColumnReader.canRead(descriptor(column), chunk(rowGroup, column))) {
      readStored(reader, rowGroup, column, chosen, null, new DecodedSink(scalar, values));
      return;
    }
    int[] rows = chosen == null ? IntStream.range(0, rows(rowGroup)).toArray() : chosen;
    Object[][] read = new Object[rows.length][1];
    FileColumns one = new FileColumns(List.of(columns[column]), new int[1], new Object[1]);
    RowAssembler.read(source, one, rowGroup, rows, read, 0);
    for (int i = 0; i < rows.length; i++) {
      if (read[i][0] != null) {
        values.value(i, read[i][0]);
      }
    }
  }

  private ColumnDescriptor descriptor(int column) {
    return source
        .schema()
        .getColumnDescription(new String[] {columns[column].projection().getName()});
  }

  private ColumnChunkMetaData chunk(int rowGroup, int column) {
    return source.chunk(rowGroup, ColumnPath.get(columns[column].projection().getName()));
  }
}
