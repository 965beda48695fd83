package io.deltaconnect.table.file;

import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.storage.CorruptTableException;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.schema.MessageType;

/**
 * Reads rows of a table's files: columns by physical name or id, missing ones as NULL, narrower
 * ones widened, partition columns from the log. Thread-safe.
 */
public final class TableFileReader {
  /** The column of change data files that says what happened to the row. */
  public static final String CHANGE_TYPE = "_change_type";

  private final Storage storage;
  private final TableLayout layout;
  private final boolean ahead;
  private final ColumnMapping mapping;

  public TableFileReader(Storage storage, TableLayout layout) {
    this(storage, layout, false);
  }

  /**
   * @param ahead whether rows that are streamed are read by another thread while the ones before
   *     are used
   */
  public TableFileReader(Storage storage, TableLayout layout, boolean ahead) {
    this.storage = storage;
    this.layout = layout;
    this.ahead = ahead;
    this.mapping = ColumnMapping.of(layout.properties());
  }

  /** All rows of a data file but the dead ones, streamed. */
  public RowIterator rows(DataFile file, DeletionVector dead) throws IOException {
    ParquetSource source = open(file.path(), file.size());
    RowIterator rows = stream(source, columns(source, file.partitionValues(), false), null, -1);
    return dead.isEmpty() ? rows : new FilteredRows(rows, dead, false);
  }

  /** Only the dead rows, or any other chosen ones, of a data file, streamed. */
  public RowIterator onlyRows(DataFile file, DeletionVector chosen) throws IOException {
    ParquetSource source = open(file.path(), file.size());
    return stream(source, columns(source, file.partitionValues(), false), chosen, -1);
  }

  /** The rows of a change data file, streamed, each with its {@code _change_type}. */
  public RowIterator changeRows(Action.Cdc file) throws IOException {
    ParquetSource source = open(file.path(), file.size());
    FileColumns columns = columns(source, file.partitionValues(), true);
    return stream(source, columns, null, layout.schema().length());
  }

  /**
   * The rows at chosen positions of files, reading no more pages than hold them and skipping in
   * bulk inside pages. Besides the rows returned, the footer of each file is held, and by each
   * thread a part of one column of one row group.
   *
   * @param parallelism threads at a time, the caller's included
   * @return the rows of each element of {@code wanted}, in its order: one per position
   */
  public List<Object[][]> rowsAt(List<FileRows> wanted, int parallelism) throws IOException {
    ParquetSource[] sources = new ParquetSource[wanted.size()];
    ReadPool.run(
        parallelism,
        sources.length,
        () ->
            i -> {
              DataFile file = wanted.get(i).file();
              sources[i] = open(file.path(), file.size());
            });
    PositionReads reads = new PositionReads();
    List<Object[][]> rows = new ArrayList<>(wanted.size());
    for (int i = 0; i < sources.length; i++) {
      FileRows file = wanted.get(i);
      FileColumns columns = columns(sources[i], file.file().partitionValues(), false);
      rows.add(reads.add(sources[i], columns, file.positions()));
    }
    reads.run(storage.configuration(), parallelism);
    return rows;
  }

  /** Rows of a data file, dead ones counted, as its footer says. */
  public long rowCount(DataFile file) throws IOException {
    return open(file.path(), file.size()).rows();
  }

  /**
   * Makes sure that a file is there.
   *
   * @param path as it stands in the log
   * @throws java.io.FileNotFoundException if it is not
   */
  public void require(String path) throws IOException {
    Path file = FilePaths.resolve(layout.tablePath(), path);
    storage.fileSystem(file).getFileStatus(file);
  }

  /**
   * @param chosen the wanted rows; null: all
   */
  private RowIterator stream(
      ParquetSource source, FileColumns columns, DeletionVector chosen, int changeTypeOrdinal)
      throws IOException {
    MessageType projection = columns.projection();
    boolean paged = true;
    for (int g = 0; g < source.rowGroups(); g++) {
      paged &= source.hasOffsetIndexes(g, projection);
    }
    if (paged) {
      DeletionVector.Cursor cursor = chosen == null ? null : chosen.cursor();
      return new PagedRows(
          source, columns, cursor, changeTypeOrdinal, storage.configuration(), ahead);
    }
    RowIterator rows = new AssembledRows(source, columns, changeTypeOrdinal);
    return chosen == null ? rows : new FilteredRows(rows, chosen, true);
  }

  private ParquetSource open(String path, long size) throws IOException {
    return ParquetSource.open(storage, FilePaths.resolve(layout.tablePath(), path), size);
  }

  private FileColumns columns(
      ParquetSource source, Map<String, String> partitionValues, boolean changeType)
      throws IOException {
    int arity = layout.schema().length();
    Object[] template = new Object[changeType ? arity + 1 : arity];
    List<FileColumn> columns = new ArrayList<>();
    int[] ordinals = new int[template.length];
    ColumnFinder finder = new ColumnFinder(mapping, source.toString());
    for (int i = 0; i < arity; i++) {
      StructField field = layout.schema().at(i);
      if (layout.partitionColumns().contains(field.getName())) {
        template[i] = PartitionValues.read(partitionValues, field, mapping);
        continue;
      }
      FileColumn column = finder.find(field, source.schema());
      if (column != null) {
        ordinals[columns.size()] = i;
        columns.add(column);
      }
    }
    if (changeType) {
      StructField field = new StructField(CHANGE_TYPE, StringType.STRING, true);
      FileColumn column =
          new ColumnFinder(ColumnMapping.NONE, source.toString()).find(field, source.schema());
      if (column == null) {
        throw new CorruptTableException(
            "change data file " + source + " has no column " + CHANGE_TYPE);
      }
      ordinals[columns.size()] = arity;
      columns.add(column);
    }
    return new FileColumns(columns, Arrays.copyOf(ordinals, columns.size()), template);
  }
}
